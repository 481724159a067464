package dev.redlock.quorum;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.redlock.Lease;
import dev.redlock.LockInspection;
import dev.redlock.LockInspection.NodeView;
import dev.redlock.LockInspection.State;
import dev.redlock.node.NodeCommand.Inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class InspectTests {

	private final Cluster cluster = new Cluster(5);

	private LockInspection inspect() {
		return this.cluster.redlock().inspect(Cluster.KEY);
	}

	@Test
	void aBlankResourceIsRefusedSinceNobodyCanLockIt() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.cluster.redlock().inspect(" "))
			.withMessageContaining("can't be blank");
	}

	@Test
	void aFreeResourceIsFreeEverywhere() {
		LockInspection inspection = inspect();
		assertThat(inspection.held()).isFalse();
		assertThat(inspection.remaining()).isNull();
		assertThat(inspection.nodes()).extracting(NodeView::state).containsOnly(State.FREE).hasSize(5);
		assertThat(this.cluster.node(0).received()).hasOnlyElementsOfType(Inspect.class);
	}

	@Test
	void aResourceIsHeldForAsLongAsAQuorumHasItsKey() {
		Lease lease = this.cluster.acquire();
		for (int i = 0; i < 3; i++) {
			this.cluster.server(i).put(Cluster.KEY, lease.token(), Duration.ofSeconds(i + 1));
		}
		LockInspection inspection = inspect();
		assertThat(inspection.held()).isTrue();
		assertThat(inspection.remaining()).isEqualTo(Duration.ofSeconds(3));
		assertThat(inspection.toString()).doesNotContain(lease.token());
	}

	@Test
	void aResourceWithoutAQuorumForOneOwnerIsNotHeld() {
		this.cluster.holdByAnother(0, 2);
		this.cluster.server(2).put(Cluster.KEY, "a third owner");
		this.cluster.node(4).become(Behaviour.UNREACHABLE);
		LockInspection inspection = inspect();
		assertThat(inspection.held()).isFalse();
		assertThat(inspection.nodes()).extracting(NodeView::state)
			.containsExactly(State.HELD, State.HELD, State.HELD_BY_OTHER, State.FREE, State.UNKNOWN);
	}

	@Test
	void anInspectionChangesNothing() {
		this.cluster.acquire();
		this.cluster.time().advance(Duration.ofSeconds(1));
		inspect();
		assertThat(this.cluster.server(0).ttl(Cluster.KEY)).isEqualTo(Duration.ofSeconds(9));
	}

	@Test
	void aKeyWithoutATtlHasNoRemainingTime() {
		this.cluster.holdByAnother(0, 5);
		LockInspection inspection = inspect();
		assertThat(inspection.held()).isTrue();
		assertThat(inspection.remaining()).isNull();
	}

}
