package dev.redlock.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeReply;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.RedlockNode;
import dev.redlock.node.ReleaseWatch;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When a process takes a lock for free, by what the nodes announce.
 */
class QuorumWatchTests {

	private static final String FIRST = "11111111";

	private static final String SECOND = "22222222";

	private final List<AnnouncingNode> nodes = Stream.generate(AnnouncingNode::new).limit(5).toList();

	private final List<String> told = new ArrayList<>();

	private final AtomicInteger toldInPart = new AtomicInteger();

	private final QuorumWatch watch = watch(List.copyOf(this.nodes));

	@Test
	void aReleaseIsToldWhenAQuorumHasAnnouncedItAndNotAgain() {
		this.watch.start();
		announce(FIRST, 0, 1);
		assertThat(this.told).isEmpty();
		announce(FIRST, 2);
		assertThat(this.told).containsExactly(FIRST);
		announce(FIRST, 3, 4);
		assertThat(this.told).containsExactly(FIRST);
	}

	@Test
	void aNodeThatCannotTellWhetherItListensDoesNot() {
		Cluster cluster = new Cluster(1);
		FaultyDecorator node = new FaultyDecorator(cluster.nodes().get(0));
		QuorumWatch watch = watch(List.of(node));
		watch.start();
		assertThat(watch.isListening(0)).isTrue();
		node.becomeFaulty();
		assertThat(watch.isListening(0)).isFalse();
	}

	@Test
	void nodesThatLagBehindDoNotHideTheNextRelease() {
		this.watch.start();
		announce(FIRST, 0, 1, 2);
		announce(SECOND, 0);
		announce(FIRST, 3);
		announce(SECOND, 1);
		announce(FIRST, 4);
		announce(SECOND, 2);
		assertThat(this.told).containsExactly(FIRST, SECOND);
	}

	@Test
	void nodesThatLagBehindDoNotTellTheLastReleaseOnceMore() {
		this.watch.start();
		announce(FIRST, 0, 1, 2);
		announce(SECOND, 0);
		announce(FIRST, 3, 4);
		assertThat(this.told).containsExactly(FIRST);
	}

	@Test
	void thatAQuorumListensAgainIsToldLikeARelease() {
		this.watch.start();
		announce("", 0, 1, 2, 3, 4);
		announce(FIRST, 0, 1, 2, 3, 4);
		announce("", 0, 1);
		assertThat(this.told).containsExactly("", FIRST);
		announce("", 2);
		assertThat(this.told).containsExactly("", FIRST, "");
	}

	@Test
	void thatAQuorumListensAgainIsToldThoughNoReleaseCameInBetween() {
		this.watch.start();
		announce("", 0, 1, 2, 3, 4);
		announce("", 0, 1);
		assertThat(this.told).containsExactly("");
		announce("", 2);
		assertThat(this.told).containsExactly("", "");
		announce("", 3, 4);
		assertThat(this.told).containsExactly("", "");
	}

	@Test
	void soItIsThoughOneNodeHadAnnouncedAReleaseInBetween() {
		this.watch.start();
		announce("", 0, 1, 2, 3, 4);
		announce(FIRST, 0);
		announce("", 0, 1);
		assertThat(this.told).containsExactly("");
		announce("", 2);
		assertThat(this.told).containsExactly("", "");
	}

	@Test
	void oneNodeThatListensAgainAndAgainIsNoQuorum() {
		this.watch.start();
		announce("", 0, 1, 2);
		announce("", 0, 0, 0, 0);
		assertThat(this.told).containsExactly("");
	}

	@Test
	void aNodeThatBeginsAgainBeforeAQuorumListensCounts() {
		this.watch.start();
		announce("", 0, 1, 0, 2);
		assertThat(this.told).containsExactly("");
	}

	@Test
	void theOnlyNodeIsAQuorum() {
		QuorumWatch watch = watch(List.copyOf(this.nodes.subList(0, 1)));
		watch.start();
		announce("", 0, 0);
		assertThat(this.told).containsExactly("", "");
	}

	@Test
	void theReleaseByWhichOthersAreLetInIsNotTold() {
		this.watch.start();
		this.watch.ignore(FIRST + "3333");
		announce(FIRST, 0, 1, 2, 3, 4);
		announce(SECOND, 0, 1, 2);
		assertThat(this.told).containsExactly(SECOND);
	}

	@Test
	void nothingIsToldAfterTheEnd() {
		this.watch.start();
		this.watch.close();
		announce(FIRST, 0, 1, 2, 3, 4);
		assertThat(this.told).isEmpty();
	}

	@Test
	void aReleaseThatNodesAnnouncedBeforeTheOthersListenedIsToldInPartOnce() {
		this.watch.start();
		announce(FIRST, 0);
		announce("", 1);
		assertThat(this.toldInPart).hasValue(0);
		announce("", 2);
		assertThat(this.toldInPart).hasValue(1);
		announce("", 3, 4);
		assertThat(this.toldInPart).hasValue(1);
	}

	@Test
	void soIsTheFirstReleaseButNoneThatTheOthersAreYetToAnnounce() {
		this.watch.start();
		announce("", 0, 1, 2, 3, 4);
		announce(FIRST, 0);
		assertThat(this.toldInPart).hasValue(1);
		announce(FIRST, 1, 2, 3, 4);
		announce(SECOND, 0, 1);
		assertThat(this.toldInPart).hasValue(1);
	}

	@Test
	void theReleaseByWhichOthersAreLetInIsNotToldInPartEither() {
		this.watch.start();
		this.watch.ignore(FIRST + "3333");
		announce(FIRST, 0);
		announce("", 1, 2, 3, 4);
		assertThat(this.toldInPart).hasValue(0);
	}

	@Test
	void nothingIsToldInPartAfterTheEnd() {
		this.watch.start();
		announce(FIRST, 0);
		this.watch.close();
		announce("", 1, 2, 3, 4);
		assertThat(this.toldInPart).hasValue(0);
	}

	private QuorumWatch watch(List<RedlockNode> nodes) {
		return new QuorumWatch(nodes, "order:42", this.told::add, this.toldInPart::incrementAndGet);
	}

	private void announce(String release, int... nodes) {
		for (int node : nodes) {
			this.nodes.get(node).announce(release);
		}
	}

	private static final class AnnouncingNode implements RedlockNode {

		private final List<Consumer<String>> watches = new ArrayList<>();

		void announce(String release) {
			this.watches.forEach((watch) -> watch.accept(release));
		}

		@Override
		public ReleaseWatch watch(String key, Consumer<String> released) {
			this.watches.add(released);
			return ReleaseWatch.DEAF;
		}

		@Override
		public String name() {
			throw new UnsupportedOperationException();
		}

		@Override
		public NodeStatus status() {
			throw new UnsupportedOperationException();
		}

		@Override
		public CompletionStage<NodeReply> send(NodeCommand command) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void close() {
		}

	}

}
