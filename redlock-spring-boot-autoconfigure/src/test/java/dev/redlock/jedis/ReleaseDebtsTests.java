package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;

import static org.assertj.core.api.Assertions.assertThat;

class ReleaseDebtsTests {

	private static final List<String> KEYS = List.of("key");

	private static final int TTL_MILLIS = 20_000;

	private final RecordingOwner owner = new RecordingOwner(() -> 0);

	private @Nullable Link link;

	private final ReleaseDebts debts = new ReleaseDebts(() -> this.link, () -> 0, () -> {
	});

	@Test
	void s7AnExtensionIsNoVoteUntilTheServerHasDoneTheReleaseOfAnAcquireWhoseAnswerWasLost() {
		Call acquire = Call.of(new Acquire(KEYS, "token", TTL_MILLIS, false), (reply) -> {
		}, 0);
		assertThat(extend()).isEqualTo(Kind.DONE);
		this.debts.addOrphan(acquire, true);
		assertThat(extend()).as("owed").isEqualTo(Kind.UNREACHABLE);
		connect();
		this.debts.pay();
		assertThat(extend()).as("sent").isEqualTo(Kind.UNREACHABLE);
		this.link.onReply(1L);
		this.owner.paid().forEach(this.debts::paid);
		assertThat(extend()).as("done").isEqualTo(Kind.DONE);
	}

	@Test
	void s7AnExtensionIsAVoteAfterAnAcquireThatWasNotWritten() {
		this.debts.addOrphan(Call.of(new Acquire(KEYS, "token", TTL_MILLIS, false), (reply) -> {
		}, 0), false);
		assertThat(extend()).isEqualTo(Kind.DONE);
	}

	@Test
	void aReleaseThatIsSentAgainSinceItWasRefusedIsNotOwedToo() {
		Release release = new Release(KEYS, "token", TTL_MILLIS, false);
		this.debts.addRefused(Call.of(release, 0));
		connect();
		this.debts.retry();
		this.link.end();
		this.owner.orphans().forEach((call) -> this.debts.addOrphan(call, true));
		assertThat(this.owner.orphans()).hasSize(1);
		this.owner.orphans().clear();
		connect();
		this.debts.pay();
		this.link.end();
		assertThat(this.owner.orphans()).as("what is owed").isEmpty();
		assertThat(extend()).as("still refused").isEqualTo(Kind.UNREACHABLE);
	}

	private Kind extend() {
		List<NodeReply> replies = new ArrayList<>();
		this.debts.guard(new Extend(KEYS, "token", TTL_MILLIS), replies::add).accept(NodeReply.DONE, 0);
		return replies.get(0).kind();
	}

	private void connect() {
		this.link = new Link(new CountingWire(), new EncodedCommands(), () -> 0, 1, 0, this.owner);
		this.link.start();
	}

}
