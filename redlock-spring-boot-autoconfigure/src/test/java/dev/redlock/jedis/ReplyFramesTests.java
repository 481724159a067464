package dev.redlock.jedis;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.RedisInputStream;
import redis.clients.jedis.util.SafeEncoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ReplyFramesTests {

	private static final int RANDOM_STREAMS = 300;

	private static final int REPLIES_OF_A_STREAM = 40;

	@ParameterizedTest
	@ValueSource(strings = { "+OK\r\n", "+\r\n", "+a\rb\r\n", "-ERR no\r\n", ":1\r\n", ":-42\r\n", "$5\r\nhello\r\n",
			"$0\r\n\r\n", "$-1\r\n", "$4\r\n\r\n\r\n\r\n", "*0\r\n", "*-1\r\n", "*2\r\n:1\r\n$1\r\na\r\n",
			"*2\r\n*1\r\n*1\r\n+x\r\n*0\r\n", "*3\r\n$-1\r\n*-1\r\n-ERR x\r\n", "_\r\n", "#t\r\n", "#f\r\n",
			",3.25\r\n", ",inf\r\n", "(34928903284\r\n", "!8\r\nERR a\r\nb\r\n", "=9\r\ntxt:a\r\nbc\r\n",
			"%2\r\n+a\r\n:1\r\n+b\r\n*2\r\n:2\r\n:3\r\n", "%0\r\n", "~2\r\n:1\r\n:2\r\n",
			">3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$1\r\np\r\n", "|1\r\n+ttl\r\n:5\r\n:1\r\n",
			"*2\r\n|1\r\n+a\r\n%1\r\n+b\r\n_\r\n:1\r\n:2\r\n" })
	void aReplyEndsWhereItEndsWhereverItIsCut(String reply) {
		byte[] bytes = ascii(reply + reply);
		int length = bytes.length / 2;
		for (int first = 0; first <= bytes.length; first++) {
			for (int second = first; second <= bytes.length; second++) {
				assertThat(ends(bytes, first, second)).as("%s cut at %d and %d", reply, first, second)
					.containsExactly(length, 2 * length);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", "\n", "?1\r\n", "*?\r\n", "$1x\r\n", "$99999999999\r\n", "*1\r\n;" })
	void whatIsNoReplyIsRefused(String text) {
		assertThatExceptionOfType(JedisConnectionException.class)
			.isThrownBy(() -> ends(ascii(text), text.length(), text.length()))
			.withMessageStartingWith("Unknown");
	}

	@Test
	void aBufferDoesNotStayAsLargeAsTheLargestReplyWas() {
		ReplyBuffer buffer = new ReplyBuffer();
		String text = "x".repeat(1 << 20);
		assertThat(buffer.add(ByteBuffer.wrap(ascii("$" + text.length() + "\r\n" + text)))).isZero();
		assertThat(buffer.add(ByteBuffer.wrap(ascii("\r\n+OK\r\n")))).isEqualTo(2);
		RedisInputStream in = new RedisInputStream(buffer);
		assertThat(next(in)).isEqualTo(text);
		assertThat(next(in)).isEqualTo("OK");
		assertThat(buffer.add(ByteBuffer.wrap(ascii("+PONG\r\n")))).isOne();
		assertThat(buffer.capacity()).isLessThan(text.length());
		assertThat(buffer.available()).isEqualTo(7);
	}

	@Test
	void aBufferGivesOutWholeRepliesOnly() {
		ReplyBuffer buffer = new ReplyBuffer();
		assertThat(buffer.add(ByteBuffer.wrap(ascii("+OK\r\n$3\r\nab")))).isOne();
		assertThat(buffer.available()).isEqualTo(5);
		assertThat(buffer.read(new byte[100], 0, 100)).isEqualTo(5);
		assertThat(buffer.read()).isEqualTo(-1);
		assertThat(buffer.read(new byte[1], 0, 1)).isEqualTo(-1);
		assertThat(buffer.add(ByteBuffer.wrap(ascii("c\r\n+")))).isOne();
		assertThat(buffer.available()).isEqualTo(9);
		assertThat(buffer.read()).isEqualTo('$');
	}

	@Test
	void jedisReadsRandomRepliesInRandomPiecesAsItReadsThemInOne() {
		for (int seed = 0; seed < RANDOM_STREAMS; seed++) {
			Random random = new Random(seed);
			StringBuilder text = new StringBuilder();
			for (int i = 0; i < REPLIES_OF_A_STREAM; i++) {
				text.append(reply(random, 0));
			}
			byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
			RedisInputStream whole = new RedisInputStream(new ByteArrayInputStream(bytes));
			List<String> expected = new ArrayList<>();
			for (int i = 0; i < REPLIES_OF_A_STREAM; i++) {
				expected.add(next(whole));
			}
			assertThat(inPieces(bytes, random)).as("seed %d", seed).isEqualTo(expected);
		}
	}

	private static List<String> inPieces(byte[] bytes, Random random) {
		ReplyBuffer buffer = new ReplyBuffer();
		RedisInputStream in = new RedisInputStream(buffer);
		List<String> replies = new ArrayList<>();
		int position = 0;
		while (position < bytes.length) {
			int length = Math.min(bytes.length - position, random.nextInt(random.nextBoolean() ? 4 : 20_000));
			for (int i = buffer.add(ByteBuffer.wrap(bytes, position, length)); i > 0; i--) {
				replies.add(next(in));
			}
			assertThat(buffer.available()).isZero();
			position += length;
		}
		return replies;
	}

	@SuppressWarnings("deprecation")
	private static String next(RedisInputStream in) {
		try {
			return String.valueOf(SafeEncoder.encodeObject(Protocol.read(in)));
		}
		catch (JedisDataException ex) {
			return ex.toString();
		}
	}

	private static String reply(Random random, int depth) {
		String kinds = (depth == 0) ? ">+-:$_#,(*~%" : (depth < 4) ? "+-:$_#,(*~%" : "+:$_#,(";
		char kind = kinds.charAt(random.nextInt(kinds.length()));
		int size = random.nextInt(4);
		return kind + switch (kind) {
			case '+' -> "line" + random.nextInt(10);
			case '-' -> "ERR error " + random.nextInt(10);
			case ':', '(' -> Long.toString(random.nextLong());
			case ',' -> Double.toString(random.nextGaussian());
			case '#' -> random.nextBoolean() ? "t" : "f";
			case '$' -> string(random);
			case '*', '~', '>' -> size + "\r\n" + replies(random, depth + 1, size);
			// An error inside a map is more than Jedis 7 can take.
			case '%' -> size + "\r\n" + replies(random, 4, 2 * size);
			default -> "";
		} + (("*~>%".indexOf(kind) != -1) ? "" : "\r\n");
	}

	private static String replies(Random random, int depth, int count) {
		StringBuilder replies = new StringBuilder();
		for (int i = 0; i < count; i++) {
			replies.append(reply(random, depth));
		}
		return replies.toString();
	}

	private static String string(Random random) {
		if (random.nextInt(5) == 0) {
			return "-1";
		}
		int length = random.nextInt((random.nextInt(20) == 0) ? 30_000 : 12);
		StringBuilder string = new StringBuilder().append(length).append("\r\n");
		for (int i = 0; i < length; i++) {
			string.append("\r\n$*+:-a1".charAt(random.nextInt(9)));
		}
		return string.toString();
	}

	private static List<Integer> ends(byte[] bytes, int first, int second) {
		ReplyFrames frames = new ReplyFrames();
		List<Integer> ends = new ArrayList<>();
		int from = 0;
		for (int to : new int[] { first, second, bytes.length }) {
			int end;
			while ((end = frames.end(bytes, from, to)) != -1) {
				ends.add(end);
				from = end;
			}
			from = to;
		}
		return ends;
	}

	private static byte[] ascii(String text) {
		return text.getBytes(StandardCharsets.US_ASCII);
	}

}
