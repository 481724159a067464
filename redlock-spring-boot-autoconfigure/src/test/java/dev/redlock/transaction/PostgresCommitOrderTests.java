package dev.redlock.transaction;

import java.io.IOException;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * The order of commit and release on PostgreSQL. Skipped only where Debian's packages are
 * not installed.
 */
@EnabledIf("isInstalled")
class PostgresCommitOrderTests extends AbstractCommitOrderTests {

	private static LocalPostgres postgres;

	static boolean isInstalled() {
		return LocalPostgres.isInstalled();
	}

	@BeforeAll
	static void startTheServer() throws IOException {
		postgres = LocalPostgres.start();
	}

	@AfterAll
	static void stopTheServer() throws IOException {
		postgres.close();
	}

	@Override
	String url() {
		return postgres.url();
	}

	@Override
	String product() {
		return "PostgreSQL";
	}

}
