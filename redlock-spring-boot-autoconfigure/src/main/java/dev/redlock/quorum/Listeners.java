package dev.redlock.quorum;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.LossPolicy;
import dev.redlock.LossReason;
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

	private final Set<Class<?>> failed = ConcurrentHashMap.newKeySet();

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
		if (event.request().whenLost() == LossPolicy.IGNORE || event.reason() == LossReason.EXTENSION_LIMIT) {
			// In all other cases an exception says so, and not after work without end.
			Log.warn(logger, "The lock of {} was lost while it was held: {}", event.request().resources(),
					event.reason());
		}
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

	@Override
	public @Nullable LeaseEnd onHold(HoldEvent event) {
		LeaseEnd all = null;
		for (RedlockListener listener : this.listeners) {
			try {
				LeaseEnd end = listener.onHold(event);
				all = (all != null && end != null) ? new Both(all, end) : (end != null) ? end : all;
			}
			catch (Throwable ex) {
				failed(listener, ex);
			}
		}
		return all;
	}

	/**
	 * Tells whoever wanted to know of the end of a lease.
	 * @param end what {@link #onHold} returned
	 * @param held for how long the lease was held
	 */
	void end(@Nullable LeaseEnd end, Duration held) {
		if (end instanceof Both both) {
			end(both.first(), held);
			end(both.second(), held);
		}
		else if (end != null) {
			try {
				end.onEnd(held);
			}
			catch (Throwable ex) {
				failed(end, ex);
			}
		}
	}

	private void tell(Consumer<RedlockListener> message) {
		for (RedlockListener listener : this.listeners) {
			try {
				message.accept(listener);
			}
			catch (Throwable ex) {
				failed(listener, ex);
			}
		}
	}

	private void failed(Object listener, Throwable ex) {
		// One that fails may do so at every event.
		if (this.failed.add(listener.getClass())) {
			Log.warn(logger, "A RedlockListener failed: {}. Further failures are logged at debug level",
					listener.getClass().getName(), ex);
		}
		else {
			Log.debug(logger, "A RedlockListener failed: {}", listener.getClass().getName(), ex);
		}
	}

	/**
	 * Several listeners that want to know of the end of one lease.
	 *
	 * @param first one of them
	 * @param second the other
	 */
	private record Both(LeaseEnd first, LeaseEnd second) implements LeaseEnd {

		@Override
		public void onEnd(Duration held) {
			this.first.onEnd(held);
			this.second.onEnd(held);
		}

	}

}
