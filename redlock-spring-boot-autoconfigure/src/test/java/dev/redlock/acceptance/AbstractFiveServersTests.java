package dev.redlock.acceptance;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

import dev.redlock.test.RedisNodes;

/**
 * Five local servers and the locks of one process on them.
 */
abstract class AbstractFiveServersTests {

	static final String KEY = AbstractAcceptanceTests.KEY;

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(5);

	private Locks locks;

	@BeforeEach
	void connect() {
		this.locks = NodeStats.patient(servers.all());
	}

	@AfterEach
	void disconnect() {
		this.locks.close();
	}

	Locks locks() {
		return this.locks;
	}

}
