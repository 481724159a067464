package dev.redlock.jedis;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Release;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeReply.Kind;

import static org.assertj.core.api.Assertions.assertThat;

class RefusedReleasesTests {

	private static final List<String> KEYS = List.of("key");

	private static final int TTL_MILLIS = 20_000;

	private static final Release RELEASE = release("token");

	private final RefusedReleases refused = new RefusedReleases();

	private long now;

	@Test
	void areSentAgainUntilTheirKeysHaveExpired() {
		this.refused.add(Call.of(RELEASE, this.now));
		pass(1000);
		Call again = retry().get(0);
		assertThat(again.command()).isEqualTo(RELEASE.owedFor(TTL_MILLIS - 1000));
		refuse(again);
		pass(TTL_MILLIS - 1000);
		assertThat(retry()).isEmpty();
		assertThat(this.refused.size()).isZero();
	}

	@Test
	void areForgottenOnceTheServerHasDoneThem() {
		this.refused.add(Call.of(RELEASE, this.now));
		retry().get(0).complete(NodeReply.DONE, 0);
		assertThat(retry()).isEmpty();
	}

	@Test
	void areKeptIfTheServerMayStillDoThem() {
		this.refused.add(Call.of(RELEASE, this.now));
		retry().get(0).complete(NodeReply.TIMED_OUT, 0);
		assertThat(retry()).hasSize(1);
	}

	@Test
	void areNotKeptIfTheirKeysCannotBeThere() {
		this.refused.add(Call.of(RELEASE.asCourtesy(), this.now));
		assertThat(this.refused.size()).isZero();
	}

	@Test
	void areKeptIfTheServerRefusesOneOfTheSameKeysThatIsNotOwed() {
		this.refused.add(Call.of(RELEASE, this.now));
		refuse(Call.of(RELEASE.asCourtesy(), this.now));
		assertThat(retry()).extracting(Call::command).containsExactly(RELEASE);
	}

	@Test
	void areBoundedAndNotSentAllAtOnce() {
		for (int i = 0; i < 100_000; i++) {
			this.refused.add(Call.of(release("token" + i), this.now));
		}
		assertThat(this.refused.size()).isEqualTo(RefusedReleases.MOST);
		List<Call> again = retry();
		assertThat(again).hasSize(RefusedReleases.RETRIES);
		again.forEach((call) -> call.complete(NodeReply.DONE, 0));
		assertThat(retry()).hasSize(RefusedReleases.RETRIES).doesNotContainAnyElementsOf(again);
	}

	@Test
	void areKeptIfTheyAreRefusedOnceMoreAndSentAfterTheOthersThen() {
		for (int i = 0; i < RefusedReleases.MOST; i++) {
			this.refused.add(Call.of(release("token" + i), this.now));
		}
		List<Call> again = retry();
		again.forEach(this::refuse);
		assertThat(this.refused.size()).isEqualTo(RefusedReleases.MOST);
		assertThat(retry()).extracting(Call::token)
			.doesNotContainAnyElementsOf(again.stream().map(Call::token).toList());
	}

	@Test
	void s7AnExtensionThatOneOfThemWillUndoIsNoVote() {
		assertThat(extend()).isEqualTo(Kind.DONE);
		this.refused.add(Call.of(RELEASE, this.now));
		assertThat(extend()).isEqualTo(Kind.UNREACHABLE);
		Call again = retry().get(0);
		assertThat(extend()).as("not answered yet").isEqualTo(Kind.UNREACHABLE);
		refuse(again);
		assertThat(extend()).as("refused once more").isEqualTo(Kind.UNREACHABLE);
		retry().get(0).complete(NodeReply.DONE, 0);
		assertThat(extend()).isEqualTo(Kind.DONE);
	}

	private Kind extend() {
		List<NodeReply> replies = new ArrayList<>();
		new ExtendGuard(LeaseKeys.of(new Extend(KEYS, "token", TTL_MILLIS)), this.refused::has, replies::add)
			.accept(NodeReply.DONE);
		return replies.get(0).kind();
	}

	private List<Call> retry() {
		List<Call> sent = new ArrayList<>();
		this.refused.retry(this.now, sent::add);
		return sent;
	}

	/**
	 * As a link does when the server refuses a release.
	 */
	private void refuse(Call call) {
		this.refused.add(call);
		call.complete(NodeReply.failed(new IllegalStateException("NOREPLICAS Not enough good replicas to write.")), 0);
	}

	private void pass(long millis) {
		this.now += millis * 1_000_000;
	}

	private static Release release(String token) {
		return new Release(KEYS, token, TTL_MILLIS, true);
	}

}
