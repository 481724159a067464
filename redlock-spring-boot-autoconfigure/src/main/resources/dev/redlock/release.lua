-- Deletes the keys that have our token, or lets them expire soon. KEYS: the resources, ARGV[1]: our token.
-- ARGV[2]: 1 to tell those who subscribed to '<key>:released', with the start of the token, if anybody
-- subscribed to ':released'.
-- ARGV[3]: after how many milliseconds they expire unless they do so earlier; without it they are deleted.
-- 1 or more: all were ours, and one less were told; -1: at least one has a value that is not ours;
-- 0: otherwise, at least one is gone.
local deleted, foreign, told = 0, 0, 0
-- An error, for want of a permission, is as good as somebody who listens.
local tell = ARGV[2] == '1' and redis.pcall('PUBSUB', 'NUMSUB', ':released')[2] ~= 0
for i = 1, #KEYS do
	-- A key that is no string has a foreign value too. Any other error is the answer.
	local value = redis.pcall('GET', KEYS[i])
	if value == ARGV[1] then
		if not ARGV[3] then
			redis.call('DEL', KEYS[i])
		elseif redis.call('PTTL', KEYS[i]) > tonumber(ARGV[3]) then
			redis.call('PEXPIRE', KEYS[i], ARGV[3])
		end
		deleted = deleted + 1
		if tell then
			-- A user without permission for the channel can release all the same.
			local listeners = redis.pcall('PUBLISH', KEYS[i] .. ':released', string.sub(ARGV[1], 1, 8))
			told = told + (tonumber(listeners) or 0)
		end
	elseif type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then
		return value
	elseif value then
		foreign = foreign + 1
	end
end
if deleted == #KEYS then
	return 1 + told
end
return foreign > 0 and -1 or 0
