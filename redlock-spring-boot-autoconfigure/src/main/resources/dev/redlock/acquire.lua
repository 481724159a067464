-- Sets all keys or none. KEYS: the resources, ARGV[1]: our token, ARGV[2]: ttl in milliseconds.
-- 1: all set; otherwise at least one of them exists, whatever its type or value:
-- a negative number is the milliseconds until all have expired, 0 means that one never will.
local remaining = 0
for i = 1, #KEYS do
	local ttl = redis.call('PTTL', KEYS[i])
	if ttl == -1 then
		return 0
	elseif ttl ~= -2 then
		-- A key in its last millisecond is there too.
		remaining = math.max(remaining, ttl, 1)
	end
end
if remaining > 0 then
	return -remaining
end
for i = 1, #KEYS do
	redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2])
end
return 1
