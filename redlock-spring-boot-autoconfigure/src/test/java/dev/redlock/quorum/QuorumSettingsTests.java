package dev.redlock.quorum;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.redlock.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class QuorumSettingsTests {

	private final QuorumSettings defaults = Cluster.defaults();

	@Test
	void theDefaultsAreThoseOfTheDocumentation() {
		assertThat(this.defaults.keyPrefix()).isEmpty();
		assertThat(this.defaults.ttl()).isEqualTo(Duration.ofSeconds(30));
		assertThat(this.defaults.maxTtl()).isEqualTo(Duration.ofSeconds(60));
		assertThat(this.defaults.waitTime()).isEqualTo(Duration.ofSeconds(3));
		assertThat(this.defaults.retryDelay().min()).isEqualTo(Duration.ofMillis(20));
		assertThat(this.defaults.retryDelay().max()).isEqualTo(Duration.ofMillis(200));
		assertThat(this.defaults.drift().factor()).isEqualTo(0.01);
		assertThat(this.defaults.drift().allowance()).isEqualTo(Duration.ofMillis(2));
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT-1S", "PT0.0009S", "PT0.002S", "PT0.0025S", "PT61S", "P10000D" })
	void aTtlThatCanNotBeUsedIsRefused(Duration ttl) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.defaults.requireUsable(ttl))
			.withMessageContaining(ttl.toString());
		assertThatIllegalArgumentException().isThrownBy(() -> withTtl(ttl));
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0.003S", "PT1S", "PT60S" })
	void aTtlThatLeavesValidityIsFine(Duration ttl) {
		assertThatCode(() -> this.defaults.requireUsable(ttl)).doesNotThrowAnyException();
		assertThat(withTtl(ttl).ttl()).isEqualTo(ttl);
	}

	@Test
	void aNegativeWaitTimeIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new QuorumSettings("", this.defaults.ttl(), this.defaults.maxTtl(), Duration.ofMillis(-1),
					this.defaults.retryDelay(), this.defaults.drift(), true, 100, this.defaults.fencingRetention()))
			.withMessageContaining("wait time");
	}

	@Test
	void aNegativeCapOfExtensionsIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> withMaxExtensions(-1))
			.withMessage("The cap of extensions can't be negative, but is -1");
		assertThat(withMaxExtensions(0).maxExtensions()).isZero();
	}

	@Test
	void aRequestIsCheckedBeforeAnythingIsSent() {
		Cluster cluster = new Cluster(3);
		LockRequest request = LockRequest.of("a").withTtl(Duration.ofSeconds(61));
		assertThatIllegalArgumentException().isThrownBy(() -> cluster.redlock().acquire(request))
			.withMessageContaining("redlock.max-ttl");
		assertThatIllegalArgumentException().isThrownBy(() -> cluster.redlock().acquireAsync(request));
		assertThatIllegalArgumentException().isThrownBy(() -> cluster.redlock().execute(request, (lease) -> 1));
		assertThat(cluster.nodes()).allSatisfy((node) -> assertThat(node.received()).isEmpty());
	}

	private QuorumSettings withTtl(Duration ttl) {
		return new QuorumSettings("", ttl, this.defaults.maxTtl(), this.defaults.waitTime(), this.defaults.retryDelay(),
				this.defaults.drift(), true, 100, this.defaults.fencingRetention());
	}

	private QuorumSettings withMaxExtensions(int maxExtensions) {
		return new QuorumSettings("", this.defaults.ttl(), this.defaults.maxTtl(), this.defaults.waitTime(),
				this.defaults.retryDelay(), this.defaults.drift(), true, maxExtensions,
				this.defaults.fencingRetention());
	}

}
