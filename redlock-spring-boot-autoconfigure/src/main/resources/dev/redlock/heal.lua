-- Sets the keys that vanished from a node, if none of the others has a foreign value.
-- KEYS: the resources, ARGV[1]: our token, ARGV[2]: ttl in milliseconds. 1: all are ours now, 0: refused.
for i = 1, #KEYS do
	-- A key that is no string has a foreign value too. Any other error is the answer.
	local value = redis.pcall('GET', KEYS[i])
	if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then
		return value
	end
	if value and value ~= ARGV[1] then
		return 0
	end
end
for i = 1, #KEYS do
	if redis.call('PTTL', KEYS[i]) < tonumber(ARGV[2]) then
		redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2])
	end
end
return 1
