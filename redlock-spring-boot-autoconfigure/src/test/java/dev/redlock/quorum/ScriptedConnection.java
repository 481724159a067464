package dev.redlock.quorum;

/**
 * One connection of a {@link ScriptedNode}, from when it is made until it breaks.
 *
 * @param writer what waits to be written
 * @param toServer what was written
 * @param toClient the answers
 */
record ScriptedConnection(FifoPipe writer, FifoPipe toServer, FifoPipe toClient) {

	ScriptedConnection(VirtualTime time) {
		this(new FifoPipe(time), new FifoPipe(time), new FifoPipe(time));
	}

}
