package dev.redlock.test;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Signals to processes, beyond the two that the JDK can send.
 */
public final class ProcessSignal {

	private ProcessSignal() {
	}

	/**
	 * Stops a process until {@link #resume} is called, without its noticing.
	 * @param process the process
	 */
	public static void pause(Process process) {
		send(process, "STOP");
	}

	/**
	 * Lets a paused process go on. Does nothing to others.
	 * @param process the process
	 */
	public static void resume(Process process) {
		send(process, "CONT");
	}

	private static void send(Process process, String name) {
		try {
			// Every shell has it built in, also where there is no program of that name.
			Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).start();
			if (kill.onExit().join().exitValue() != 0) {
				throw new IllegalStateException("kill -" + name + " failed");
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
