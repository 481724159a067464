package dev.redlock.woven;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.aspectj.weaver.loadtime.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Protocol.Command;

import dev.redlock.test.RedisNodes;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications that AspectJ weaves when their classes are loaded, each in a JVM of its
 * own.
 */
class LoadTimeWeavingTests {

	private static final String LOCKED = "[order:1]";

	private static final String REFUSED = "java.lang.IllegalStateException: Orders.lock(..) has a @DistributedLock, "
			+ "but no application context of Redlock is running that could lock it";

	@RegisterExtension
	static final RedisNodes servers = RedisNodes.of(1);

	private static final Map<String, Map<String, String>> known = new HashMap<>();

	@TempDir
	private static Path directory;

	@Test
	void aspectjModeLocksWhateverCallsTheMethod() throws Exception {
		Map<String, String> results = resultsOf("--redlock.aop.mode=aspectj");
		assertThat(results).containsEntry("bean", LOCKED)
			.containsEntry("this", LOCKED)
			.containsEntry("new", LOCKED)
			.containsEntry("private", LOCKED)
			.containsEntry("static", LOCKED)
			.containsEntry("final", LOCKED)
			.containsEntry("primitive", "7")
			.containsEntry("class", "[corners:byClass]")
			.containsEntry("subclass", "specialized [corners:byClass]")
			.containsEntry("exception", "java.io.IOException: [corners:fail]")
			.containsEntry("held", "instead of held: none")
			.containsEntry("stage", LOCKED)
			.containsEntry("mono", LOCKED)
			.containsEntry("mono again", LOCKED)
			.containsEntry("own of subclass", "[corners:own]")
			.containsEntry("own key", "[ledger:7]")
			.containsEntry("own lock in key", "[entry:[numbers]]");
	}

	@Test
	void aspectjModeLocksTheMethodThatRunsAndNotTheOneThatOverridesIt() throws Exception {
		assertThat(resultsOf("--redlock.aop.mode=aspectj")).containsEntry("super", "[twig:1][branch:1]")
			.containsEntry("super only", "none[branch:1]");
	}

	@Test
	void aspectjModeLeavesClassesWithoutLocksAlone() throws Exception {
		assertThat(resultsOf("--redlock.aop.mode=aspectj")).containsEntry("unlocked", "free");
	}

	@Test
	void aspectjModeHasALockOfTheClassKeepNobodyFromBeingClosed() throws Exception {
		assertThat(resultsOf("--redlock.aop.mode=aspectj")).containsEntry("when closed", "none");
	}

	@Test
	void aspectjModeMeasuresLocksBeforeTheirFirstCallAndObservesCallsOfThis() throws Exception {
		Map<String, String> results = resultsOf("--redlock.aop.mode=aspectj");
		assertThat(results.get("measured")).contains("corners", "order");
		assertThat(results).containsEntry("observed", "4");
	}

	@Test
	void aspectjModeRunsNothingWithoutALockOutsideTheLifeOfTheApplication() throws Exception {
		Map<String, String> results = resultsOf("--redlock.aop.mode=aspectj");
		assertThat(results.get("before")).startsWith(REFUSED);
		assertThat(results.get("closed")).startsWith(REFUSED);
	}

	@Test
	void aspectjModeLocksInsideOfAsyncOnTheThreadThatDoesTheWork() throws Exception {
		assertThat(resultsOf("--redlock.aop.mode=aspectj")).containsEntry("async", "errand-1 " + LOCKED);
	}

	@Test
	void aspectjModeUsesTheLocksOfTheContextThatWasStartedLastAlsoIfItWasOnlyPausedMeanwhile() throws Exception {
		assertThat(resultsOf("--redlock.aop.mode=aspectj")).containsEntry("other", LOCKED)
			.containsEntry("one again", LOCKED)
			.containsEntry("other again", LOCKED)
			.containsEntry("one alone", LOCKED);
	}

	@Test
	void proxyModeDoesNotSeeCallsOfThisEvenWhereClassesAreWoven() throws Exception {
		assertThat(resultsOf("--redlock.aop.mode=proxy")).containsEntry("bean", LOCKED)
			.containsEntry("this", "none")
			.containsEntry("new", "none")
			.containsEntry("measured", "[order]");
	}

	@Test
	void locksThatAreSwitchedOffStayOffWhereClassesAreWoven() throws Exception {
		assertThat(resultsOf("--redlock.enabled=false")).containsEntry("bean", "none")
			.containsEntry("this", "none")
			.containsEntry("new", "none");
	}

	/**
	 * Runs the application, unless it has run with that property.
	 */
	private static Map<String, String> resultsOf(String property) throws Exception {
		Map<String, String> results = known.get(property);
		if (results == null) {
			results = run(property);
			known.put(property, results);
		}
		return results;
	}

	private static Map<String, String> run(String property) throws Exception {
		servers.get(0).run(Command.SET, "order:held", "somebody", "PX", "600000");
		Path results = directory.resolve("results");
		File log = directory.resolve("log").toFile();
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						"-javaagent:"
								+ Path.of(Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI()),
						"-Dorg.aspectj.weaver.loadtime.configuration=META-INF/aop.xml;META-INF/aop-woven.xml",
						"-Dresults=" + results, "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
						WovenApplication.class.getName()));
		command.addAll(List.of("--redlock.nodes=" + servers.uris(), "--redlock.restart-guard=false",
				"--spring.docker.compose.enabled=false", property));
		exit(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.to(log)).start(), log);
		return Files.readAllLines(results)
			.stream()
			.map((line) -> line.split("=", 2))
			.collect(Collectors.toMap((parts) -> parts[0], (parts) -> parts[1]));
	}

	private static void exit(Process process, File log) throws IOException, InterruptedException {
		try {
			assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
			assertThat(process.exitValue()).describedAs(Files.readString(log.toPath())).isZero();
			assertThat(log).content().doesNotContain("error at", "[AppClassLoader@");
		}
		finally {
			process.destroyForcibly();
		}
	}

}
