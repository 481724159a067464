-- Deletes the keys that have our token. KEYS: the resources, ARGV[1]: our token.
-- 1: all were ours, -1: at least one has a value that is not ours, 0: otherwise, at least one is gone.
local deleted, foreign = 0, 0
for i = 1, #KEYS do
	-- An error, such as that of a key that is no string, is a foreign value too.
	local value = redis.pcall('GET', KEYS[i])
	if value == ARGV[1] then
		redis.call('DEL', KEYS[i])
		deleted = deleted + 1
	elseif value then
		foreign = foreign + 1
	end
end
if deleted == #KEYS then
	return 1
end
return foreign > 0 and -1 or 0
