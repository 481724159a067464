package dev.redlock.jedis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Remembers what a wire brings.
 */
final class RecordingReceiver implements ReplyReceiver {

	private final List<Object> replies = new CopyOnWriteArrayList<>();

	private final List<Integer> arrivals = new CopyOnWriteArrayList<>();

	private final List<String> ends = new CopyOnWriteArrayList<>();

	private final Consumer<Object> onReply;

	private final boolean listening;

	RecordingReceiver() {
		this((reply) -> {
		});
	}

	RecordingReceiver(Consumer<Object> onReply) {
		this(onReply, false);
	}

	private RecordingReceiver(Consumer<Object> onReply, boolean listening) {
		this.onReply = onReply;
		this.listening = listening;
	}

	/**
	 * Returns a receiver that expects more than answers.
	 */
	static RecordingReceiver listening(Consumer<Object> onReply) {
		return new RecordingReceiver(onReply, true);
	}

	@Override
	public boolean isListening() {
		return this.listening;
	}

	@Override
	public void onArrival() {
		this.arrivals.add(this.replies.size());
	}

	@Override
	public void onReply(@Nullable Object reply) {
		Object readable = (reply instanceof byte[] bytes) ? new String(bytes, StandardCharsets.UTF_8) : reply;
		this.replies.add(String.valueOf(readable));
		this.onReply.accept(readable);
	}

	@Override
	public void onEnd(@Nullable Throwable cause) {
		this.ends.add(String.valueOf(cause));
	}

	List<Object> replies() {
		return this.replies;
	}

	/**
	 * Returns how many replies there were whenever more had arrived.
	 */
	List<Integer> arrivals() {
		return this.arrivals;
	}

	List<String> ends() {
		return this.ends;
	}

}
