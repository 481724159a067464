-- Looks at a key and changes nothing. KEYS[1]: the resource.
-- nil: there is no such key; otherwise its value, or its type in parentheses, and its remaining milliseconds.
-- Of a value that is longer than any token its start is enough: it may be of any size, and others wait behind it.
local type = redis.call('TYPE', KEYS[1])['ok']
if type == 'none' then
	return false
end
local value = (type == 'string') and redis.call('GETRANGE', KEYS[1], 0, 63) or '(' .. type .. ')'
return { value, redis.call('PTTL', KEYS[1]) }
