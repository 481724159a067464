package dev.redlock.jedis;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Commands that a server takes in parts.
 */
class ChannelOutputTests {

	private final NarrowChannel channel = new NarrowChannel();

	private final ChannelOutput output = new ChannelOutput(this.channel, () -> {
	});

	@Test
	void whatHasNoRoomFollowsInOrder() throws IOException {
		this.channel.room = 3;
		write("first");
		write("second");
		this.channel.room = 100;
		this.output.flushBacklog(() -> {
		});
		write("third");
		assertThat(this.channel.written()).isEqualTo("firstsecondthird");
	}

	@Test
	void nothingFollowsHalfACommandWhoseOtherHalfCouldNotBeWritten() throws IOException {
		this.channel.room = 3;
		write("first");
		this.channel.fails = true;
		assertThatIOException().isThrownBy(() -> this.output.flushBacklog(() -> {
		}));
		this.channel.fails = false;
		this.channel.room = 100;
		assertThatIOException().isThrownBy(() -> write("second"));
		assertThat(this.channel.written()).isEqualTo("fir");
	}

	private void write(String text) throws IOException {
		this.output.write(text.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Takes so many bytes and no more.
	 */
	private static final class NarrowChannel implements WritableByteChannel {

		private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

		private int room;

		private boolean fails;

		@Override
		public int write(ByteBuffer source) throws IOException {
			if (this.fails) {
				throw new IOException("No buffer space available");
			}
			int length = Math.min(this.room, source.remaining());
			for (int i = 0; i < length; i++) {
				this.taken.write(source.get());
			}
			this.room -= length;
			return length;
		}

		String written() {
			return this.taken.toString(StandardCharsets.UTF_8);
		}

		@Override
		public boolean isOpen() {
			return true;
		}

		@Override
		public void close() {
		}

	}

}
