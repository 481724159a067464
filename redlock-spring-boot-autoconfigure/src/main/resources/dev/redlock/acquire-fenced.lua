-- Sets all keys or none, and counts the grant. KEYS: the resources, then their fence counters.
-- ARGV[1]: our token, ARGV[2]: ttl, ARGV[3]: retention of the counters, both in milliseconds.
-- Above 0: the new value of the counters, greater than each of them was; otherwise at least one of the keys
-- exists: a negative number is the milliseconds until all have expired, 0 means that one never will.
local count = #KEYS / 2
local remaining = 0
for i = 1, count do
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
local fence = 0
for i = count + 1, #KEYS do
	local value = redis.call('GET', KEYS[i])
	if value then
		fence = math.max(fence, tonumber(value))
	else
		-- A counter that is new or forgotten starts above all that was counted before.
		local now = redis.call('TIME')
		fence = math.max(fence, now[1] * 1000000 + now[2])
	end
end
fence = fence + 1
for i = 1, count do
	redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2])
	redis.call('SET', KEYS[count + i], string.format('%.0f', fence), 'PX', ARGV[3])
end
return fence
