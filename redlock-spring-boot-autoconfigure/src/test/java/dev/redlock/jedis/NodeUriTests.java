package dev.redlock.jedis;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class NodeUriTests {

	@Test
	void thePortDefaultsTo6379AndTheDatabaseToZero() {
		assertThat(NodeUri.parse("redis://redis-1")).isEqualTo(new NodeUri("redis-1", 6379, 0, false, null, null));
	}

	@Test
	void allPartsAreRead() {
		assertThat(NodeUri.parse("rediss://app:s3cret%40@Redis-1.example:7000/3"))
			.isEqualTo(new NodeUri("redis-1.example", 7000, 3, true, "app", "s3cret@"));
	}

	@Test
	void credentialsAreDecodedAfterTheyWereSplit() {
		NodeUri uri = NodeUri.parse("redis://team%3Aapp:s3%3Acr%2Bet%2F%3F%23%25+%C3%BC@h");
		assertThat(uri.username()).isEqualTo("team:app");
		assertThat(uri.password()).isEqualTo("s3:cr+et/?#%+\u00fc");
	}

	@Test
	void aPasswordNeedsNoUser() {
		NodeUri expected = new NodeUri("h", 6379, 0, false, null, "s3cret");
		assertThat(NodeUri.parse("redis://:s3cret@h")).isEqualTo(expected);
		assertThat(NodeUri.parse("redis://s3cret@h/")).isEqualTo(expected);
	}

	@Test
	void anEmptyPasswordIsNoneUnlessItIsThatOfAUser() {
		NodeUri expected = new NodeUri("h", 6379, 0, false, null, null);
		assertThat(NodeUri.parse("redis://:@h")).isEqualTo(expected);
		assertThat(NodeUri.parse("redis://@h")).isEqualTo(expected);
		assertThat(NodeUri.parse("redis://app:@h")).isEqualTo(new NodeUri("h", 6379, 0, false, "app", ""));
	}

	@Test
	void anIpV6AddressIsRead() {
		NodeUri uri = NodeUri.parse("redis://[::1]:7000");
		assertThat(uri.host()).isEqualTo("::1");
		assertThat(uri.server()).isEqualTo("[::1]:7000");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis://h:0", "redis://h:65536", "redis://h:99999999" })
	void aPortThatDoesNotExistIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> NodeUri.parse(text))
			.withMessageContaining("its port is not between 1 and 65535");
	}

	@Test
	void itsTextShowsNoCredentials() {
		assertThat(NodeUri.parse("rediss://app:s3cret@h/3")).hasToString("rediss://h:6379/3");
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://redis-1", "http://redis_1:6379", "http://[::1]:6379", "redis-1:6379",
			"http://redis-1.example:6379/3" })
	void anErrorShowsAnAddressWithoutCredentials(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> NodeUri.parse(text))
			.withMessageStartingWith("'" + text + "' is no address");
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://app:s3cret@h", "app:s3cret@h:6379", "redis:///app:s3cret@x",
			"redis://app:s3cret@h/db", "redis://app:s3cret@h:port", "redis://app:s3cret@h /x", "//app:s3cret@h",
			"redis://app:s3c/ret@h", "redis://app:1?s3cret@h", "redis://app:1#s3cret@h", "redis://:s3c",
			"redis://app:s3c", "redis://app:s3c/0", "redis://:s3c/ret", "rediss://s3c ret", "s3cret", "s3c//ret",
			"redis://h/s3c", "app:s3c//ret@h:6379", "redis:/app:s3c//ret@h", "redis://h?s3c", "redis://h#s3c",
			"redis://h:1s3c" })
	void anErrorShowsNoCredentials(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> NodeUri.parse(text))
			.satisfies((ex) -> assertThat(ex.getMessage()).contains("Redis node").doesNotContain("s3c", "ret"))
			.withNoCause();
	}

}
