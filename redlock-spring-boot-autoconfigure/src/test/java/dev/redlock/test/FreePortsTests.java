package dev.redlock.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ports that servers of the tests can leave and come back to.
 */
class FreePortsTests {

	@Test
	void nobodyWhoNamesNoPortGetsOneOfThem() throws IOException {
		assertThat(FreePorts.find(50)).doesNotHaveDuplicates()
			.allSatisfy((port) -> assertThat(port).isLessThan(32_768));
	}

	@Test
	void theyAreFree() throws IOException {
		List<Integer> ports = FreePorts.find(5);
		for (int port : ports) {
			new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
		}
		assertThat(ports).hasSize(5);
	}

}
