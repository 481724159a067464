package dev.redlock;

import org.junit.jupiter.api.Test;
import org.mockito.Answers;
import org.mockito.BDDMockito;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What a lease does that an application wrote before there was more to do.
 */
class LeaseTests {

	private final Lease lease = BDDMockito.mock(Lease.class, Answers.CALLS_REAL_METHODS);

	@Test
	void aLeaseOfAnotherImplementationCanNotBeHandedOverAndSaysWhichItIs() {
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(this.lease::handOver)
			.withMessage("A %s can't be handed over", this.lease.getClass().getName());
	}

	@Test
	void itsLossFailsWhatIsDoneUnderIt() {
		assertThat(this.lease.whenLost()).isEqualTo(LossPolicy.FAIL);
	}

}
