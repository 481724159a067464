-- Sets all keys or none, and counts the grant. KEYS: the resources, then their fence counters.
-- ARGV[1]: our token, ARGV[2]: ttl, ARGV[3]: retention of the counters, ARGV[4]: for how long the server has voted
-- (S9), all in milliseconds.
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
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local since = now - ARGV[4] * 1000
local fence = 0
for i = count + 1, #KEYS do
	local text = redis.call('GET', KEYS[i])
	local value = tonumber(text)
	if text and not value then
		return redis.error_reply('WRONGTYPE ' .. KEYS[i] .. ' is no fence counter')
	end
	if not value or value < since then
		-- One that is new, forgotten, or back from an older snapshot starts above all that was counted before.
		value = math.max(value or 0, now)
	end
	fence = math.max(fence, value)
end
fence = fence + 1
for i = 1, count do
	redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2])
	redis.call('SET', KEYS[count + i], string.format('%.0f', fence), 'PX', ARGV[3])
end
return fence
