package dev.redlock.jedis;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Acquire;
import dev.redlock.node.NodeCommand.AcquireFenced;
import dev.redlock.node.NodeCommand.Extend;
import dev.redlock.node.NodeCommand.Heal;
import dev.redlock.node.NodeCommand.Release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class OwedReleasesTests {

	private static final List<String> KEYS = List.of("key");

	private static final int TTL_MILLIS = 20_000;

	private long now;

	private final RecordingOwner owner = new RecordingOwner(() -> this.now);

	private final OwedReleases owed = new OwedReleases(() -> this.now);

	@Test
	void aConnectionThatBreaksUnderTheReleaseOfAnUnansweredCommandLeavesItOwedUntilItsKeysHaveExpired() {
		for (NodeCommand command : List.of(new Acquire(KEYS, "token", TTL_MILLIS, false),
				new AcquireFenced(KEYS, "token", TTL_MILLIS, 1), new Heal(KEYS, "token", TTL_MILLIS))) {
			this.owed.addUnanswered(command);
			// Until the server can be reached, however long that takes.
			pass(2 * TTL_MILLIS);
			breakUnderPayment();
			pass(TTL_MILLIS - 1);
			breakUnderPayment();
			pass(2);
			assertThat(pay()).isEmpty();
		}
	}

	@Test
	void aReleaseIsOwedNoLongerSinceConnectionsBreakUnderIt() {
		this.owed.add(new Release(KEYS, "token", TTL_MILLIS, false));
		for (int i = 0; i < 10; i++) {
			pass(TTL_MILLIS / 10 - 1);
			breakUnderPayment();
		}
		pass(20);
		assertThat(pay()).isEmpty();
	}

	@Test
	void whatCannotHaveSetKeysIsOwedNothing() {
		this.owed.addUnanswered(new Extend(KEYS, "token", TTL_MILLIS));
		this.owed.add(new Release(KEYS, "token", 0, false));
		assertThat(this.owed.isEmpty()).isTrue();
	}

	@Test
	void aReleaseBehindAnUnansweredExtensionIsOwedUntilItWasSentOnce() {
		Extend extend = new Extend(KEYS, "token", TTL_MILLIS);
		Release release = new Release(KEYS, "token", TTL_MILLIS, false);
		this.owed.addUnanswered(extend);
		this.owed.add(release);
		pass(2 * TTL_MILLIS);
		breakUnderPayment();
		// As when a server was late before its connection broke.
		this.owed.addUnanswered(extend);
		pass(2 * TTL_MILLIS);
		breakUnderPayment();
		pass(TTL_MILLIS + 1);
		assertThat(pay()).isEmpty();
	}

	@Test
	void whatHasExpiredIsNotKeptWhileTheServerIsDown() {
		this.owed.addUnanswered(new Acquire(KEYS, "forever", TTL_MILLIS, false));
		for (int i = 0; i < 1000; i++) {
			this.owed.add(new Release(KEYS, "token", 1, false));
			this.owed.add(new Release(KEYS, "token", 2, false));
			pass(1);
		}
		this.owed.add(new Release(KEYS, "last", TTL_MILLIS, false));
		assertThat(this.owed.size()).isLessThan(10);
		pass(TTL_MILLIS - 1);
		assertThat(pay()).extracting(Release::token).containsExactly("forever", "last");
	}

	@Test
	void whatHasExpiredIsNotKeptBehindWhatExpiresLater() {
		this.owed.add(new Release(KEYS, "long", TTL_MILLIS, false));
		for (int i = 0; i < 1000; i++) {
			this.owed.add(new Release(KEYS, "token", 1, false));
			pass(1);
		}
		assertThat(this.owed.size()).isLessThan(10);
		assertThat(pay()).extracting(Release::token).containsExactly("long");
	}

	@Test
	void aReleaseForAServerThatIsLateIsOwedUntilItWasSentOnce() {
		this.owed.addUnsent(new Release(KEYS, "token", TTL_MILLIS, false), newLink());
		this.owed.addUnsent(new Release(KEYS, "courtesy", 0, false), newLink());
		pass(2 * TTL_MILLIS);
		breakUnderPayment();
		pass(TTL_MILLIS);
		assertThat(pay()).isEmpty();
	}

	@Test
	void keysThatWereToStayForAWhileStayForAsMuchLess() {
		for (Link late : new Link[] { null, newLink() }) {
			this.owed.addUnsent(new Release(KEYS, "token", TTL_MILLIS, false, 1000), late);
			pass(600);
			assertThat(pay()).extracting(Release::keepMillis).containsExactly(400L);
			this.owed.addUnsent(new Release(KEYS, "token", TTL_MILLIS, false, 1000), late);
			pass(2000);
			assertThat(pay()).extracting(Release::keepMillis).containsExactly(0L);
		}
	}

	@Test
	void s7KeysAreToBeUndoneFromTheEndOfTheConnectionUntilTheirReleaseIsAnswered() {
		assertThat(isToUndo()).isFalse();
		this.owed.addUnanswered(new Acquire(KEYS, "token", TTL_MILLIS, false));
		assertThat(isToUndo()).isTrue();
		List<Call> sent = sent();
		assertThat(isToUndo()).as("sent, but not answered").isTrue();
		sent.forEach((payment) -> this.owed.addOrphan(payment, true));
		assertThat(isToUndo()).as("the connection broke").isTrue();
		sent().forEach(this.owed::paid);
		assertThat(isToUndo()).isFalse();
		assertThat(this.owed.isEmpty()).isTrue();
	}

	@Test
	void s7KeysAreToBeUndoneUntilEachReleaseOfThemIsAnswered() {
		this.owed.addUnanswered(new Acquire(KEYS, "token", TTL_MILLIS, false));
		this.owed.addUnanswered(new Heal(KEYS, "token", TTL_MILLIS));
		List<Call> sent = sent();
		assertThat(sent).hasSize(2);
		this.owed.paid(sent.get(0));
		this.owed.paid(sent.get(0));
		assertThat(isToUndo()).isTrue();
		this.owed.paid(sent.get(1));
		assertThat(isToUndo()).isFalse();
	}

	@Test
	void nothingIsToBeUndoneWhenItHasExpired() {
		this.owed.add(new Release(KEYS, "token", TTL_MILLIS, false));
		pass(TTL_MILLIS + 1);
		this.owed.add(new Release(KEYS, "other", TTL_MILLIS, false));
		assertThat(isToUndo()).isFalse();
		pass(TTL_MILLIS + 1);
		assertThat(pay()).isEmpty();
		assertThat(this.owed.has(new LeaseKeys(KEYS, "other"))).isFalse();
	}

	@Test
	void aReleaseWhoseConnectionHasEndedIsOwedOnceHoweverManySaySo() {
		this.owed.addUnanswered(new Acquire(KEYS, "token", TTL_MILLIS, false));
		for (Call payment : sent()) {
			this.owed.addOrphan(payment, true);
			this.owed.addOrphan(payment, false);
		}
		assertThat(this.owed.size()).isOne();
		sent().forEach(this.owed::paid);
		assertThat(isToUndo()).isFalse();
	}

	@Test
	void aReleaseThatDeletesStillDoesIfItIsOwedAfterThePayerHasReadTheClock() {
		Release release = new Release(KEYS, "token", TTL_MILLIS, false);
		assertThat(new OwedRelease(release, 5_000_000).at(0).keepMillis()).isZero();
	}

	@Test
	void aReleaseThatCouldNotBeSentIsOwedAgain() {
		this.owed.addUnanswered(new Acquire(KEYS, "token", TTL_MILLIS, false));
		Link broken = new Link(new CountingWire() {

			@Override
			public boolean isPauseDue() {
				throw new OutOfMemoryError("once");
			}

		}, new EncodedCommands(), () -> this.now, 1, 0, this.owner);
		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> this.owed.payTo(broken));
		assertThat(this.owed.size()).isOne();
		broken.end();
		this.owner.orphans().forEach((payment) -> this.owed.addOrphan(payment, false));
		assertThat(this.owed.size()).isOne();
		sent().forEach(this.owed::paid);
		assertThat(isToUndo()).isFalse();
	}

	private boolean isToUndo() {
		return this.owed.has(new LeaseKeys(KEYS, "token"));
	}

	private void breakUnderPayment() {
		List<Call> paid = sent();
		assertThat(paid).extracting(Call::token).containsExactly("token");
		paid.forEach((payment) -> this.owed.addOrphan(payment, true));
	}

	private List<Release> pay() {
		return sent().stream().map((call) -> (Release) call.command()).toList();
	}

	/**
	 * Returns what is sent over a connection that breaks before it is answered.
	 */
	private List<Call> sent() {
		Link link = newLink();
		link.start();
		this.owed.payTo(link);
		this.owner.orphans().clear();
		link.end();
		return List.copyOf(this.owner.orphans());
	}

	private Link newLink() {
		return new Link(new CountingWire(), new EncodedCommands(), () -> this.now, 1, 0, this.owner);
	}

	private void pass(long millis) {
		this.now += Duration.ofMillis(millis).toNanos();
	}

}
