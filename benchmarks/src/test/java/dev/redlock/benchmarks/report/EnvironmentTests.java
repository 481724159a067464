package dev.redlock.benchmarks.report;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EnvironmentTests {

	@Test
	void theModelOfTheProcessorIsToldWhereItsNameTellsNothing() {
		assertThat(Environment.cpu("""
				processor	: 0
				vendor_id	: AuthenticAMD
				cpu family	: 25
				model		: 1
				model name	: AMD EPYC
				stepping	: 1

				processor	: 1
				cpu family	: 25
				model		: 1
				model name	: AMD EPYC
				""")).isEqualTo("AMD EPYC (family 25, model 1)");
	}

	@Test
	void whatTheSystemDoesNotSayIsUnknown() {
		assertThat(Environment.cpu("processor	: 0\nBogoMIPS	: 243.75\n"))
			.isEqualTo("unknown (family unknown, model unknown)");
	}

}
