package dev.redlock.dashboards;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A local repository of Maven that has what the one of this machine has, by links, and in
 * which this project is installed. The one of this machine never sees this project.
 */
final class LinkedRepository implements AutoCloseable {

	private static final Path GROUP = Path.of("dev", "redlock");

	private final Path directory;

	private LinkedRepository(Path directory) {
		this.directory = directory;
	}

	static LinkedRepository create(Path original) throws IOException {
		Path directory = Files.createTempDirectory("newcomer-repository-");
		link(original, directory, GROUP.getName(0));
		link(original.resolve(GROUP.getName(0)), Files.createDirectory(directory.resolve(GROUP.getName(0))),
				GROUP.getName(1));
		return new LinkedRepository(directory);
	}

	private static void link(Path original, Path directory, Path exception) throws IOException {
		if (!Files.isDirectory(original)) {
			return;
		}
		try (Stream<Path> entries = Files.list(original)) {
			for (Path entry : entries.toList()) {
				if (!entry.getFileName().equals(exception)) {
					Files.createSymbolicLink(directory.resolve(entry.getFileName()), entry);
				}
			}
		}
	}

	/**
	 * Does what {@code mvn install} does after it has packaged.
	 * @param version of this project
	 * @param parent the name of the parent, which is the root
	 * @param modules the modules with a jar
	 */
	void install(String version, String parent, List<String> modules) throws IOException {
		install(version, parent, Project.ROOT.resolve("pom.xml"), null);
		for (String module : modules) {
			install(version, module, Project.ROOT.resolve(module).resolve("pom.xml"), Project.jar(module, version));
		}
	}

	private void install(String version, String artifact, Path pom, @Nullable Path jar) throws IOException {
		Path target = Files.createDirectories(this.directory.resolve(GROUP).resolve(artifact).resolve(version));
		String name = artifact + "-" + version;
		Files.copy(pom, target.resolve(name + ".pom"));
		if (jar != null) {
			Files.copy(jar, target.resolve(name + ".jar"));
		}
	}

	Path directory() {
		return this.directory;
	}

	/**
	 * Deletes the links and the copies, never what a link points at.
	 */
	@Override
	public void close() throws IOException {
		Files.walkFileTree(this.directory, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
				Files.delete(file);
				return FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException ex) throws IOException {
				Files.delete(visited);
				return FileVisitResult.CONTINUE;
			}

		});
	}

}
