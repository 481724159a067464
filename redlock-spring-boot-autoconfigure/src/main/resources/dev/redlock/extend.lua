-- Prolongs the keys if all have our token. KEYS: the resources, ARGV[1]: our token, ARGV[2]: ttl in milliseconds.
-- 1: all prolonged, -1: at least one has a value that is not ours, 0: otherwise, at least one is gone.
local result = 1
for i = 1, #KEYS do
	-- A key that is no string has a foreign value too. Any other error is the answer.
	local value = redis.pcall('GET', KEYS[i])
	if not value then
		result = math.min(result, 0)
	elseif value ~= ARGV[1] then
		if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then
			return value
		end
		result = -1
	end
end
if result == 1 then
	for i = 1, #KEYS do
		-- Never shortened: the answer may be lost, and the owner would rely on the longer time.
		-- Written even so, which a server that has become a replica refuses.
		redis.call('PEXPIRE', KEYS[i], math.max(redis.call('PTTL', KEYS[i]), tonumber(ARGV[2])))
	end
end
return result
