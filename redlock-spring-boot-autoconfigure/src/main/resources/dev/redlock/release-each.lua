-- Deletes keys that each have a token of their own, and tells those who subscribed to
-- '<key>:released', with the start of the token, if anybody subscribed to ':released'.
-- KEYS: one resource of each lease, ARGV[1]: their tokens in this order, none of which has a blank, with
-- one between each two.
-- 1: each had its token, and nobody was told; otherwise a list: the number of a key of which that
-- is not so, then what release.lua returns for it, then the next number.

-- An error, for want of a permission, is as good as somebody who listens.
local quiet = redis.pcall('PUBSUB', 'NUMSUB', ':released')[2] == 0
if quiet then
	-- A key that is gone or no string can't be joined. The blanks are as many as between the tokens only if
	-- no value has one.
	local joined, values = pcall(table.concat, redis.pcall('MGET', unpack(KEYS)), ' ')
	if joined and values == ARGV[1] then
		redis.call('DEL', unpack(KEYS))
		return 1
	end
end
local others
local i = 0
for token in string.gmatch(ARGV[1], '[^ ]+') do
	i = i + 1
	local key = KEYS[i]
	-- A key that is no string has a foreign value too. Any other error is the answer.
	local value = redis.pcall('GET', key)
	local reply
	if value == token then
		redis.call('DEL', key)
		-- A user without permission for the channel can release all the same.
		local told = quiet and 0 or tonumber(redis.pcall('PUBLISH', key .. ':released', string.sub(token, 1, 8))) or 0
		if told > 0 then
			reply = 1 + told
		end
	elseif type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then
		return value
	else
		reply = value and -1 or 0
	end
	if reply then
		others = others or {}
		others[#others + 1] = i
		others[#others + 1] = reply
	end
end
return others or 1
