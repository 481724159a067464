-- Raises fence counters to a value that is strictly greater than each of them, unless somebody else holds a resource:
-- who was granted it here first may get a token from what was counted then. KEYS: the resources, then their counters.
-- ARGV[1]: our token, ARGV[2]: the value, ARGV[3]: retention in milliseconds. 1: raised, 0: refused.
local count = #KEYS / 2
for i = 1, count do
	-- A key that is no string has a foreign value too. Any other error is the answer.
	local holder = redis.pcall('GET', KEYS[i])
	if type(holder) == 'table' and not string.find(holder.err, 'WRONGTYPE', 1, true) then
		return holder
	end
	if holder and holder ~= ARGV[1] then
		return 0
	end
end
for i = count + 1, #KEYS do
	local value = redis.call('GET', KEYS[i])
	if not value then
		-- A counter that was forgotten stands where a new one would start.
		local now = redis.call('TIME')
		value = now[1] * 1000000 + now[2]
	end
	value = tonumber(value)
	if not value then
		return redis.error_reply('WRONGTYPE ' .. KEYS[i] .. ' is no fence counter')
	end
	if value >= tonumber(ARGV[2]) then
		return 0
	end
end
for i = count + 1, #KEYS do
	redis.call('SET', KEYS[i], ARGV[2], 'PX', ARGV[3])
end
return 1
