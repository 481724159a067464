package dev.redlock.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server of the tests finds a port that nobody else has.
 */
@Timeout(60)
class LocalRedisTests {

	@Test
	void aServerWhosePortSomebodyHasTakenMeanwhileStartsOnAnother() throws IOException {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
				LocalRedis server = LocalRedis.startAt(taken.getLocalPort(), List.of())) {
			assertThat(server.port()).isNotEqualTo(taken.getLocalPort());
			assertThat(server.isAnswering()).isTrue();
		}
	}

}
