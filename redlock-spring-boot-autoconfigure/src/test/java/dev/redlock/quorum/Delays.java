package dev.redlock.quorum;

import java.time.Duration;

/**
 * How long a command takes on its way.
 *
 * @param sending how long its sender is kept busy
 * @param untilWritten the time from then until it is written
 * @param toServer the time from then until the server carries it out
 * @param toClient the time from then until its answer arrives
 */
record Delays(Duration sending, Duration untilWritten, Duration toServer, Duration toClient) {

	static final Delays NONE = new Delays(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

}
