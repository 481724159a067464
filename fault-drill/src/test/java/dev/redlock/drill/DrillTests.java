package dev.redlock.drill;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.redlock.drill.history.Rule;

import static org.assertj.core.api.Assertions.assertThat;

class DrillTests {

	@TempDir
	Path logs;

	@Test
	void theLocksPass() throws Exception {
		DrillReport report = Drill.run(settings(Duration.ofSeconds(6), Duration.ZERO));
		assertThat(report.isGood()).as(report.toString()).isTrue();
		assertThat(report.history().leases()).as(report.toString()).isPositive();
		assertThat(report.history().fencedLeases()).as(report.toString()).isPositive();
		assertThat(report.faults()).as(report.toString()).isNotEmpty();
		assertThat(report.toString()).endsWith("PASSED");
	}

	@Test
	void whoGoesOnAfterTheLeaseHasEndedIsFound() throws Exception {
		DrillReport report = Drill.run(settings(Duration.ofSeconds(2), Duration.ofSeconds(2)));
		assertThat(report.isGood()).as(report.toString()).isFalse();
		assertThat(report.count(Rule.MUTUAL_EXCLUSION)).as(report.toString()).isPositive();
		assertThat(report.toString()).endsWith("FAILED");
	}

	private DrillSettings settings(Duration faults, Duration overstay) {
		return new DrillSettings(faults, 1, true, overstay, this.logs);
	}

}
