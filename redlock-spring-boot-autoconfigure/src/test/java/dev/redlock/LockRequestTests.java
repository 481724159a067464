package dev.redlock;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

class LockRequestTests {

	@Test
	void whatIsNotSaidTakesItsDefault() {
		LockRequest request = LockRequest.of("order:42");
		assertThat(request.resources()).containsExactly("order:42");
		assertThat(request.name()).isEqualTo(LockRequest.UNNAMED);
		assertThat(request.ttl()).isNull();
		assertThat(request.waitTime()).isNull();
	}

	@Test
	void resourcesAreSortedAndCountOnce() {
		assertThat(LockRequest.of("b", "a", "b").resources()).containsExactly("a", "b");
		assertThat(LockRequest.of(List.of("c", "b", "c")).resources()).containsExactly("b", "c");
		assertThat(LockRequest.of("a", "b")).isEqualTo(LockRequest.of("b", "a"));
	}

	@Test
	void aRequestIsImmutable() {
		LockRequest request = LockRequest.of("a");
		LockRequest changed = request.withName("orders")
			.withTtl(Duration.ofSeconds(1))
			.withWaitTime(Duration.ZERO)
			.withHoldAtLeast(Duration.ofMillis(500))
			.withAutoExtend(true)
			.withMaxExtensions(7)
			.withFencing()
			.withWhenLost(LossPolicy.IGNORE);
		assertThat(request).isEqualTo(LockRequest.of("a"));
		assertThat(changed).isEqualTo(new LockRequest(Set.of("a"), "orders", Duration.ofSeconds(1), Duration.ZERO,
				Duration.ofMillis(500), true, 7, true, LossPolicy.IGNORE));
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> request.resources().add("b"));
	}

	@Test
	void laterChangesOfTheResourcesDoNotReachTheRequest() {
		Set<String> resources = new LinkedHashSet<>(Set.of("a"));
		LockRequest request = new LockRequest(resources, "name", null, null, null, null, null, false, LossPolicy.FAIL);
		resources.add("b");
		assertThat(request.resources()).containsExactly("a");
	}

	@Test
	void thereMustBeAResource() {
		assertThatIllegalArgumentException().isThrownBy(LockRequest::of).withMessageContaining("at least one resource");
		assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.of(List.of()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "\t\n" })
	void aBlankResourceIsRefused(String blank) {
		assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.of("a", blank))
			.withMessageContaining("blank resource");
	}

	@Test
	void aResourceThatIsNullIsRefused() {
		assertThatNullPointerException().isThrownBy(() -> LockRequest.of(Arrays.asList("a", null)))
			.withMessage("A lock request can't have a resource that is null");
		assertThatNullPointerException().isThrownBy(() -> LockRequest.of((String) null))
			.withMessage("A lock request can't have a resource that is null");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " " })
	void aBlankNameIsRefused(String blank) {
		assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.of("a").withName(blank))
			.withMessageContaining("name");
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT-1S" })
	void aTtlThatIsNotPositiveIsRefused(Duration ttl) {
		assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.of("a").withTtl(ttl))
			.withMessageContaining("ttl");
	}

	@Test
	void aNegativeWaitTimeIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.of("a").withWaitTime(Duration.ofNanos(-1)))
			.withMessageContaining("wait time");
	}

	@Test
	void aNegativeTimeToHoldIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.of("a").withHoldAtLeast(Duration.ofNanos(-1)))
			.withMessageContaining("holdAtLeast can't be negative");
		assertThat(LockRequest.of("a").withHoldAtLeast(Duration.ZERO).holdAtLeast()).isZero();
	}

	@Test
	void aNegativeCapOfExtensionsIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> LockRequest.of("a").withMaxExtensions(-1))
			.withMessage("The cap of extensions can't be negative, but is -1");
		assertThat(LockRequest.of("a").withMaxExtensions(0).maxExtensions()).isZero();
	}

}
