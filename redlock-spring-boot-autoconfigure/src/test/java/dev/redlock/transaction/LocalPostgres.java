package dev.redlock.transaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.redlock.test.FreePorts;

/**
 * A PostgreSQL server on the loopback interface, from Debian's packages, with an empty
 * database. It refuses to be run by root, so then it belongs to the account that the
 * packages have created.
 */
final class LocalPostgres implements AutoCloseable {

	private static final Path PACKAGES = Path.of("/usr/lib/postgresql");

	private static final String ACCOUNT = "postgres";

	private final Path programs;

	private final Path directory;

	private final int port;

	private final Thread hook = new Thread(this::stop);

	private LocalPostgres(Path programs, Path directory, int port) {
		this.programs = programs;
		this.directory = directory;
		this.port = port;
	}

	static boolean isInstalled() {
		return findPrograms().isPresent();
	}

	static LocalPostgres start() throws IOException {
		Path programs = findPrograms().orElseThrow(() -> new IllegalStateException("PostgreSQL is not installed"));
		Path directory = Files.createTempDirectory("postgres-");
		if (isRoot()) {
			Files.setOwner(directory, account(directory));
		}
		LocalPostgres server = new LocalPostgres(programs, directory, FreePorts.find(1).get(0));
		try {
			server.launch();
		}
		catch (RuntimeException ex) {
			server.abandon();
			throw ex;
		}
		return server;
	}

	/**
	 * Returns the directory of the newest version.
	 */
	private static Optional<Path> findPrograms() {
		try (Stream<Path> versions = Files.isDirectory(PACKAGES) ? Files.list(PACKAGES) : Stream.empty()) {
			return versions.sorted(Comparator.comparing(LocalPostgres::version).reversed())
				.map((version) -> version.resolve("bin"))
				.filter((bin) -> Files.isExecutable(bin.resolve("initdb")))
				.findFirst();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static double version(Path directory) {
		try {
			return Double.parseDouble(directory.getFileName().toString());
		}
		catch (NumberFormatException ex) {
			return 0;
		}
	}

	private static boolean isRoot() {
		return "root".equals(System.getProperty("user.name"));
	}

	private static UserPrincipal account(Path directory) throws IOException {
		return directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ACCOUNT);
	}

	private void launch() {
		run("initdb", "-D", data(), "-U", ACCOUNT, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
		Runtime.getRuntime().addShutdownHook(this.hook);
		run("pg_ctl", "-D", data(), "-l", data() + ".log", "-t", "60", "-w", "-o",
				"-c listen_addresses=127.0.0.1 -c unix_socket_directories='' -p " + this.port, "start");
	}

	private String data() {
		return this.directory.resolve("data").toString();
	}

	String url() {
		return "jdbc:postgresql://127.0.0.1:" + this.port + "/postgres?user=" + ACCOUNT;
	}

	private void run(String program, String... arguments) {
		List<String> command = new ArrayList<>();
		if (isRoot()) {
			command.addAll(List.of("setpriv", "--reuid=" + ACCOUNT, "--regid=" + ACCOUNT, "--clear-groups"));
		}
		command.add(this.programs.resolve(program).toString());
		command.addAll(Arrays.asList(arguments));
		Path output = this.directory.resolve(program + ".out");
		try {
			Process process = new ProcessBuilder(command).directory(this.directory.toFile())
				.redirectErrorStream(true)
				.redirectOutput(output.toFile())
				.start();
			if (process.waitFor() != 0) {
				throw new IllegalStateException(String.join(" ", command) + ": " + Files.readString(output));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(program + " was interrupted", ex);
		}
	}

	private void stop() {
		run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
	}

	@Override
	public void close() throws IOException {
		stop();
		discard();
	}

	/**
	 * Ends what a failed start may have left.
	 */
	private void abandon() throws IOException {
		try {
			stop();
		}
		catch (IllegalStateException ex) {
			// There is no server, and often that is why the start failed.
		}
		discard();
	}

	private void discard() throws IOException {
		Runtime.getRuntime().removeShutdownHook(this.hook);
		try (Stream<Path> files = Files.walk(this.directory)) {
			for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
				Files.delete(file);
			}
		}
	}

}
