package dev.redlock.autoconfigure;

import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Configurations that stop the start, and what the application says then.
 */
class InvalidConfigurationTests {

	private static final String NODE = "redlock.nodes=redis://127.0.0.1:1";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class));

	@Test
	void noNodesStopTheStart() {
		assertRefused("'redlock.nodes' is invalid: no nodes are configured", "List independent Redis masters");
	}

	@Test
	void aWrongSchemeStopsTheStart() {
		assertRefused(
				"'redlock.nodes[1]' is invalid: 'http://***@h' is no address of a Redis node: its scheme is "
						+ "neither redis:// nor rediss://",
				"redis://[user:password@]host", "redlock.nodes=redis://a,http://u:s3cret@h");
	}

	@Test
	void moreNodesThanThereCanBeStopTheStart() {
		assertRefused("'redlock.nodes' is invalid: 65 nodes are configured, of at most 64", "ideally five",
				IntStream.range(0, 65)
					.mapToObj("redlock.nodes[%d]=redis://127.0.0.%<d:1"::formatted)
					.toArray(String[]::new));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redlock.nodes[0]=redis://:s3cret@${UNKNOWN_NAME}:6379",
			"redlock.nodes[0].uri=${UNKNOWN_NAME}", "redlock.password=${UNKNOWN_NAME}" })
	void aPlaceholderThatIsNotKnownStopsTheStart(String property) {
		String name = property.startsWith("redlock.nodes") ? "redlock.nodes[0]" : property.split("=")[0];
		assertRefused("'%s' is invalid: the placeholder ${UNKNOWN_NAME} is not known".formatted(name),
				"Set UNKNOWN_NAME as a property",
				property.startsWith("redlock.nodes") ? new String[] { property } : new String[] { NODE, property });
	}

	@Test
	void aUserThatIsAPlaceholderThatIsNotKnownStopsTheStart() {
		assertRefused("'redlock.username' is invalid: the placeholder ${UNKNOWN_NAME} is not known",
				"Set UNKNOWN_NAME as a property", NODE, "redlock.username=${UNKNOWN_NAME}", "redlock.password=s3cret");
	}

	@Test
	void aPasswordThatNoNodeUsesIsNotLookedAt() {
		this.runner.withPropertyValues("redlock.nodes=redis://:s3cret@127.0.0.1:1", "redlock.password=${UNKNOWN_NAME}")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aPasswordMayHaveWhatLooksLikeAPlaceholder() {
		this.runner.withPropertyValues(NODE, "redlock.password=s3${UNKNOWN_NAME}cret")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aPasswordWithACommaStopsTheStart() {
		assertRefused("'redlock.nodes[0]' is invalid: 'redis://***' is no address of a Redis node", "%2C for a comma",
				"redlock.nodes=redis://:s3cret,ret@host:6379");
	}

	@Test
	void aNodeWithoutAnAddressStopsTheStart() {
		assertRefused("'redlock.nodes[0].uri' is invalid: no address is configured", "such as redis://redis-1:6379",
				"redlock.nodes[0].name=berlin");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redlock.ssl.enabled", "redlock.nodes[0].password", "redlock.nodes[0].ssl.enabled" })
	void aPropertyOfNodesThatDoesNotExistStopsTheStartWithoutItsValue(String property) {
		assertRefused("'%s' is invalid: there is no such property".formatted(property),
				"TLS is used if the address begins with rediss://", "redlock.nodes[0].uri=redis://a",
				property + "=s3cret");
	}

	@Test
	void aNameBesideAnAddressWithoutUriStopsTheStart() {
		assertRefused("'redlock.nodes[0].name' is invalid: 'redlock.nodes[0]' is an address already",
				"A node has uri, name", "redlock.nodes[0]=redis://a", "redlock.nodes[0].name=berlin");
	}

	@Test
	void environmentVariablesOfNodesAreLookedAtAsWell() {
		environment(Map.of("REDLOCK_NODES_0_URI", "redis://127.0.0.1:1", "REDLOCK_NODES_0_SSL_BUNDLE", ""))
			.run((context) -> assertThat(context).hasNotFailed());
		environment(Map.of("REDLOCK_NODES_0_URI", "redis://127.0.0.1:1", "REDLOCK_NODES_0_PASSWORD", "s3cret"))
			.run((context) -> assertThat(analyze(context.getStartupFailure()).getDescription())
				.contains("'redlock.nodes[0].password' is invalid")
				.doesNotContain("s3cret"));
	}

	private ApplicationContextRunner environment(Map<String, Object> variables) {
		return this.runner.withInitializer((context) -> context.getEnvironment()
			.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables)));
	}

	@Test
	void aDuplicateNodeStopsTheStart() {
		assertRefused("'redlock.nodes[2]' is invalid: redis://a:6379/1 is the same server as 'redlock.nodes[0]'",
				"List each Redis master once", "redlock.nodes=redis://a,redis://b,redis://A:6379/1");
	}

	@Test
	void twoNodesOfOneNameStopTheStart() {
		assertRefused("'redlock.nodes[1]' is invalid: its name 'berlin' is that of 'redlock.nodes[0]', too",
				"Give each node a name of its own", "redlock.nodes[0].uri=redis://a", "redlock.nodes[0].name=berlin",
				"redlock.nodes[1].uri=redis://b", "redlock.nodes[1].name=berlin");
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-1s", "36501d", "9223372036854775807s" })
	void aMaximumThatNoTtlCanHaveStopsTheStart(String maxTtl) {
		assertRefused("'redlock.max-ttl' is invalid", "positive duration such as 60s", NODE,
				"redlock.max-ttl=" + maxTtl);
	}

	@ParameterizedTest
	@ValueSource(strings = { "redlock.node-timeout=365000d", "redlock.node-timeout=9223372036854775807s",
			"redlock.connect-timeout=365000000d", "redlock.connect-timeout=25d" })
	void aTimeoutThatIsTooLongStopsTheStart(String timeout) {
		assertRefused("'%s' is invalid".formatted(timeout.split("=")[0]), "Set a positive time such as", NODE, timeout);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					redlock.ttl=2m                      | '120000ms is longer than redlock.max-ttl (60000ms)' | not over redlock.max-ttl (60000ms)
					redlock.ttl=-1s                     | '-1000ms is not positive'      | positive duration such as 30s
					redlock.ttl=2ms                     | '2ms leaves no validity after the clock drift' | positive duration such as 30s
					redlock.wait-time=-1s               | '-1000ms is negative'          | 0 for a single attempt
					redlock.node-timeout=0              | '0ms is not positive'          | such as 50ms
					redlock.connect-timeout=-1s         | '-1000ms is not positive'      | such as 1s
					redlock.pool.lanes=0                | '0 is not positive'            | 1 is usually best
					redlock.extension.max=-3            | '-3 is negative'               | 0 for no extension
					redlock.fencing.retention=59s       | '59000ms is shorter than redlock.max-ttl (60000ms)' | such as 7d
					redlock.fencing.retention=110000000000d | 'is over 36500 days'       | such as 7d
					redlock.drift-factor=1.0            | '1.0 is not in [0, 1)'         | such as 0.01
					redlock.drift-factor=NaN            | 'NaN is not in [0, 1)'         | such as 0.01
					redlock.drift-factor=0.99999        | '0.99999 leaves no validity of redlock.ttl (30000ms)' | such as 0.01
					redlock.drift-allowance=-1ms        | '-1ms is negative'             | such as 2ms
					redlock.drift-allowance=60s         | '60000ms leaves no validity of redlock.ttl (30000ms)' | such as 2ms
					redlock.drift-allowance=110000d     | 'is over 36500 days'           | such as 2ms
					redlock.retry.min-delay=0           | '0ms is not positive'          | such as 20ms
					redlock.retry.min-delay=1s          | '1000ms is longer than redlock.retry.max-delay (200ms)' | such as 20ms
					redlock.retry.max-delay=10ms        | '10ms is shorter than redlock.retry.min-delay (20ms)' | such as 200ms
					redlock.retry.max-delay=110000d     | 'is over 36500 days'           | such as 200ms
					redlock.client-name=my shop         | '''my shop'' is no valid client name for Redis'     | without spaces
					""")
	void aValueThatCanNotWorkIsNamedWithItsProperty(String setting, String problem, String action) {
		assertRefused("'%s' is invalid: ".formatted(setting.split("=")[0]), action, NODE, setting);
		assertRefused(problem, action, NODE, setting);
	}

	@Test
	void aMaximumThatIsUnderTheDefaultTtlStopsTheStart() {
		assertRefused("'redlock.ttl' is invalid: 30000ms is longer than redlock.max-ttl (20000ms)", "such as 20000ms",
				NODE, "redlock.max-ttl=20s");
	}

	@Test
	void aMaximumThatIsOverTheDefaultRetentionStopsTheStart() {
		assertRefused(
				"'redlock.fencing.retention' is invalid: 604800000ms is shorter than redlock.max-ttl (691200000ms)",
				"such as 10 times redlock.max-ttl", NODE, "redlock.max-ttl=8d");
	}

	@Test
	void anEmptyClientNameIsAllowed() {
		this.runner.withPropertyValues(NODE, "redlock.client-name=")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aNegativeTimeThatIsTooLongForMillisecondsStopsTheStart() {
		assertRefused("'redlock.wait-time' is invalid: PT-2562047788015215H-30M-7S is negative", "such as 3s", NODE,
				"redlock.wait-time=-9223372036854775807s");
	}

	@Test
	void anUnknownModeStopsTheStart() {
		this.runner.withPropertyValues(NODE, "redlock.aop.mode=none")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("RedlockProperties.Mode.none"));
	}

	@Test
	void weavingWithoutAWeaverStopsTheStart() {
		assertRefused("'redlock.aop.mode' is invalid: 'aspectj' needs the load-time weaver", "-javaagent:aspectjweaver",
				NODE, "redlock.aop.mode=AspectJ");
	}

	@Test
	void aMissingSslBundleStopsTheStart() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(RedlockAutoConfiguration.class, SslAutoConfiguration.class))
			.withPropertyValues("redlock.nodes=rediss://a", "redlock.ssl.bundle=missing")
			.run((context) -> assertThat(analyze(context.getStartupFailure()).getDescription())
				.contains("'redlock.ssl.bundle' is invalid"));
	}

	@Test
	void anAnnotationThatDoesNotParseStopsTheStart() {
		this.runner.withPropertyValues(NODE).withBean("culprit", Unparsable.class).run((context) -> {
			FailureAnalysis analysis = analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("Bean 'culprit'", "Unparsable.run",
					"is no valid SpEL expression");
			assertThat(analysis.getAction()).startsWith("Correct the expression.");
		});
	}

	@Test
	void anAnnotationOfABeanThatIsCreatedOnDemandStopsTheStart() {
		this.runner.withPropertyValues(NODE)
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.withBean("culprit", Unparsable.class)
			.run((context) -> assertThat(analyze(context.getStartupFailure()).getDescription())
				.contains("Bean 'culprit'", "Unparsable.run"));
	}

	@Test
	void anAnnotationWithATtlOverTheMaximumStopsTheStart() {
		this.runner.withPropertyValues(NODE).withBean(LongTtl.class).run((context) -> {
			FailureAnalysis analysis = analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains("LongTtl.run", "ttl '61s' can't be used",
					"raise redlock.max-ttl");
		});
	}

	@Test
	void annotationsThatNothingMakesAProxyForStopTheStart() {
		this.runner.withPropertyValues(NODE, "spring.aop.auto=false")
			.run((context) -> assertThat(context).hasNotFailed());
		this.runner.withPropertyValues(NODE, "spring.aop.auto=false")
			.withBean("culprit", Usable.class)
			.run((context) -> {
				FailureAnalysis analysis = analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains("Bean 'culprit'", "Usable.run",
						"auto-proxying is switched off");
				assertThat(analysis.getAction()).contains("spring.aop.auto", "AopAutoConfiguration");
			});
	}

	private void assertRefused(String description, String action, String... properties) {
		this.runner.withPropertyValues(properties).run((context) -> {
			FailureAnalysis analysis = analyze(context.getStartupFailure());
			assertThat(analysis.getDescription()).contains(description).doesNotContain("s3cret");
			assertThat(analysis.getAction()).contains(action);
		});
	}

	private static FailureAnalysis analyze(Throwable failure) {
		assertThat(failure).isNotNull();
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, FailureHandler.handleMessage((message, ex) -> {
				// Others need a bean factory, which is of no use here.
			}))
			.stream()
			.filter((analyzer) -> analyzer.getClass().getPackageName().equals("dev.redlock.autoconfigure"))
			.map((analyzer) -> analyzer.analyze(failure))
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow(() -> new AssertionError("Nobody explains it", failure));
	}

	static class Unparsable {

		@DistributedLock("'order:' + #")
		void run(String id) {
		}

	}

	static class Usable {

		@DistributedLock(name = "a")
		void run() {
		}

	}

	static class LongTtl {

		@DistributedLock(key = "#id", ttl = "61s")
		void run(String id) {
		}

	}

}
