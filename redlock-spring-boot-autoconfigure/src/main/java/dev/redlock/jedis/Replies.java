package dev.redlock.jedis;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

import dev.redlock.node.NodeCommand;
import dev.redlock.node.NodeCommand.Release;

/**
 * What follows from a reply: whoever waits gets it, what the server has not done is sent
 * again, and the owner of the connection hears of what concerns more than this command.
 * For the one thread that reads.
 */
final class Replies {

	private final Pipeline calls;

	private final LinkOwner owner;

	private final Consumer<Call> sender;

	private final LongSupplier clock;

	/**
	 * Creates what handles the replies of a connection.
	 * @param calls the calls of the connection
	 * @param owner told what becomes of them
	 * @param sender takes further calls
	 * @param clock the clock
	 */
	Replies(Pipeline calls, LinkOwner owner, Consumer<Call> sender, LongSupplier clock) {
		this.calls = calls;
		this.owner = owner;
		this.sender = sender;
		this.clock = clock;
	}

	/**
	 * Hands over a reply.
	 * @param exchange what it belongs to
	 * @param reply what Jedis made of it
	 * @param arrivedAt when it arrived
	 */
	void handle(Exchange exchange, @Nullable Object reply, long arrivedAt) {
		if (exchange instanceof Call call && call.isReleaseForLater(reply)) {
			// Before whoever waits for the release hears of it.
			this.owner.onRefused(call);
		}
		List<? extends Exchange> undone = exchange.answer(reply, arrivedAt);
		for (Exchange again : undone) {
			sendAgain(again);
		}
		if (undone.isEmpty()) {
			tellPaid(exchange);
		}
	}

	/**
	 * Sends a command once more, now behind those that came after it. If its release is
	 * one of them, that follows once more, too (S4).
	 */
	private void sendAgain(Exchange exchange) {
		long now = this.clock.getAsLong();
		this.calls.add(exchange);
		for (Call call : exchange.calls()) {
			NodeCommand command = call.command();
			if (command != null && command.mayGrant()) {
				this.calls.releaseOf(command).ifPresent((release) -> follow(release, now));
			}
		}
	}

	private void follow(Call call, long now) {
		if (call.command() instanceof Release release) {
			if (call.isPayment()) {
				this.owner.onOwed(release);
			}
			else {
				this.sender.accept(Call.of(release, now));
			}
		}
	}

	private void tellPaid(Exchange exchange) {
		if (exchange instanceof Call call) {
			tellPaid(call);
		}
		else {
			exchange.calls().forEach(this::tellPaid);
		}
	}

	private void tellPaid(Call call) {
		if (call.isPayment()) {
			this.owner.onPaid(call);
		}
	}

	/**
	 * Tells the owner what an error says of the server.
	 */
	void tellOfServer(JedisDataException error, Exchange exchange) {
		if (ErrorReplies.isOfReplica(error)) {
			this.owner.onReplica();
		}
		else if (ErrorReplies.isOfAnyLock(error) && exchange instanceof Call call && call.isForLock()) {
			this.owner.onRefusal(error);
		}
	}

}
