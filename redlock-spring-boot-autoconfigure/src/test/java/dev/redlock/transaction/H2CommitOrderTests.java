package dev.redlock.transaction;

/**
 * The order of commit and release on H2, which is there everywhere.
 */
class H2CommitOrderTests extends AbstractCommitOrderTests {

	@Override
	String url() {
		return "jdbc:h2:mem:order;DB_CLOSE_DELAY=-1";
	}

	@Override
	String product() {
		return "H2";
	}

}
