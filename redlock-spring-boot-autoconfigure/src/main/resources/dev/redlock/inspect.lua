-- Looks at a key and changes nothing. KEYS[1]: the resource.
-- nil: there is no such key; otherwise its value, or its type in parentheses, and its remaining milliseconds.
local type = redis.call('TYPE', KEYS[1])['ok']
if type == 'none' then
	return false
end
local value = (type == 'string') and redis.call('GET', KEYS[1]) or '(' .. type .. ')'
return { value, redis.call('PTTL', KEYS[1]) }
