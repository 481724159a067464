package dev.redlock.jedis;

import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Selector;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.redlock.node.AwakeSender;

/**
 * The pauses of a read loop after replies were handed out, in which connections write
 * what was sent meanwhile: when they are told, and by whom.
 */
final class Pauses {

	private static final Logger logger = LoggerFactory.getLogger(Pauses.class);

	private final Selector selector;

	private final WriterDuty writing = new WriterDuty(this::tellForLoop);

	private volatile boolean handingOut;

	private volatile boolean senderWoken;

	/**
	 * Creates the pauses.
	 * @param selector has the connections of the loop
	 */
	Pauses(Selector selector) {
		this.selector = selector;
	}

	/**
	 * Returns whether every connection will be told of a pause soon: after the replies
	 * that are being handed out, or by the callers to whom that was left. What others
	 * send meanwhile makes one batch, since the replies have set several of them going.
	 */
	boolean isDue() {
		return this.handingOut || isLeft();
	}

	/**
	 * Called by whoever reads, before replies are handed out. What is written meanwhile
	 * makes one batch, unless a caller reads, who does not look at all connections.
	 * @param byLoop whether it is the thread of the loop
	 */
	void beginHandingOut(boolean byLoop) {
		this.handingOut = byLoop;
	}

	/**
	 * Called while a reply is handed out: somebody goes on because of it.
	 */
	void senderWoken() {
		this.senderWoken = true;
	}

	/**
	 * Returns whether somebody is about to send more, which a pause can wait for.
	 */
	boolean isSenderWoken() {
		return this.handingOut && this.senderWoken;
	}

	/**
	 * Called by whoever reads, when the replies of one connection are handed out.
	 * @return whether callers tell it of the pause
	 */
	boolean leave() {
		return this.handingOut && this.writing.leaveForNow();
	}

	/**
	 * Called by the thread of the loop when it has handed out all replies, or found none.
	 */
	void endHandingOut() {
		boolean handedOut = this.handingOut;
		this.senderWoken = false;
		this.handingOut = false;
		if (handedOut ? !this.writing.leave() : this.writing.take()) {
			tell();
		}
	}

	/**
	 * Returns whether a pause is left to callers, who have not told of it yet.
	 */
	boolean isLeft() {
		return this.writing.isLeft();
	}

	/**
	 * Called by callers that wait without sleeping: the pause may be left to them.
	 */
	AwakeSender stayAwake() {
		return this.writing.stayAwake();
	}

	private void tell() {
		this.selector.keys().forEach((key) -> ((ChannelWire) key.attachment()).pause());
	}

	private void tellForLoop() {
		try {
			tell();
		}
		catch (ClosedSelectorException ex) {
			logger.debug("A read loop was closed, and all connections with it", ex);
		}
	}

}
