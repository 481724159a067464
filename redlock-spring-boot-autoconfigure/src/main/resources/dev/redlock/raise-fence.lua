-- Raises fence counters to a value that is strictly greater than each of them. KEYS: the counters.
-- ARGV[1]: the value, ARGV[2]: retention in milliseconds. 1: raised, 0: refused.
for i = 1, #KEYS do
	local value = redis.call('GET', KEYS[i])
	if not value then
		-- A counter that was forgotten stands where a new one would start.
		local now = redis.call('TIME')
		value = now[1] * 1000000 + now[2]
	end
	if tonumber(value) >= tonumber(ARGV[1]) then
		return 0
	end
end
for i = 1, #KEYS do
	redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2])
end
return 1
