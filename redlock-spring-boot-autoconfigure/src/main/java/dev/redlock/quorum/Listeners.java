package dev.redlock.quorum;

import java.util.List;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.RedlockListener;
import dev.redlock.node.NodeStatus;
import dev.redlock.node.RedlockNode;

/**
 * Tells all listeners; one that throws does not keep the others, or the lock, from going
 * on.
 */
final class Listeners implements RedlockListener {

	private static final Logger logger = LoggerFactory.getLogger(Listeners.class);

	private final List<RedlockListener> listeners;

	Listeners(List<RedlockListener> listeners) {
		this.listeners = List.copyOf(listeners);
	}

	@Override
	public void onAcquire(AcquireEvent event) {
		tell((listener) -> listener.onAcquire(event));
	}

	@Override
	public void onRound(RoundEvent event) {
		tell((listener) -> listener.onRound(event));
	}

	@Override
	public void onExtend(ExtendEvent event) {
		tell((listener) -> listener.onExtend(event));
	}

	@Override
	public void onRelease(ReleaseEvent event) {
		tell((listener) -> listener.onRelease(event));
	}

	@Override
	public void onLoss(LossEvent event) {
		tell((listener) -> listener.onLoss(event));
	}

	@Override
	public void onNode(NodeEvent event) {
		tell((listener) -> listener.onNode(event));
	}

	/**
	 * Tells of what becomes of a node, from now on.
	 * @param node the node
	 */
	void follow(RedlockNode node) {
		node.onChange((change) -> onNode(
				new NodeEvent(node.name(), state(change.from()), state(change.to()), change.detail())));
	}

	private static NodeState state(NodeStatus.State state) {
		return switch (state) {
			case UP -> NodeState.UP;
			case DOWN -> NodeState.DOWN;
			case QUARANTINED -> NodeState.QUARANTINED;
		};
	}

	private void tell(Consumer<RedlockListener> message) {
		for (RedlockListener listener : this.listeners) {
			try {
				message.accept(listener);
			}
			catch (RuntimeException | LinkageError ex) {
				logger.warn("A RedlockListener failed: {}", listener.getClass().getName(), ex);
			}
		}
	}

}
