-- Deletes keys that each have a token of their own, and tells those who subscribed to
-- '<key>:released', with the start of the token, if anybody subscribed to ':released'.
-- KEYS: one resource of each lease, ARGV: their tokens.
-- 1: each had its token, and nobody was told; otherwise a list: the number of a key of which that
-- is not so, then what release.lua returns for it, then the next number.
local call, pcall, sub = redis.call, redis.pcall, string.sub
-- An error, for want of a permission, is as good as somebody who listens.
local quiet = pcall('PUBSUB', 'NUMSUB', ':released')[2] == 0
if quiet then
	local values = pcall('MGET', unpack(KEYS))
	local i = 1
	while i <= #KEYS and values[i] == ARGV[i] do
		i = i + 1
	end
	if i > #KEYS then
		call('DEL', unpack(KEYS))
		return 1
	end
end
local others
for i = 1, #KEYS do
	local key, token = KEYS[i], ARGV[i]
	-- A key that is no string has a foreign value too. Any other error is the answer.
	local value = pcall('GET', key)
	local reply
	if value == token then
		call('DEL', key)
		-- A user without permission for the channel can release all the same.
		local told = quiet and 0 or tonumber(pcall('PUBLISH', key .. ':released', sub(token, 1, 8))) or 0
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
