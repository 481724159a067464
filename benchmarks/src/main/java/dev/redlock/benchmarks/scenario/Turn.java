package dev.redlock.benchmarks.scenario;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * One turn of a thread at the hot key. Times are those of {@link System#nanoTime()},
 * which is the same clock in all JVMs of a Linux host.
 *
 * @param thread who
 * @param asked when it called acquire
 * @param acquired when acquire returned
 * @param released when it called release; {@link #NEVER} if it did not get the lock
 */
record Turn(int thread, long asked, long acquired, long released) {

	static final long NEVER = Long.MIN_VALUE;

	boolean isGranted() {
		return this.released != NEVER;
	}

	static void write(Path file, Collection<Turn> turns) throws IOException {
		try (DataOutputStream output = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
			output.writeInt(turns.size());
			for (Turn turn : turns) {
				output.writeInt(turn.thread);
				output.writeLong(turn.asked);
				output.writeLong(turn.acquired);
				output.writeLong(turn.released);
			}
		}
	}

	static List<Turn> read(Path file) throws IOException {
		try (DataInputStream input = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
			int size = input.readInt();
			List<Turn> turns = new ArrayList<>(size);
			for (int i = 0; i < size; i++) {
				turns.add(new Turn(input.readInt(), input.readLong(), input.readLong(), input.readLong()));
			}
			return turns;
		}
	}

}
