package dev.redlock.autoconfigure;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.BDDMockito;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import dev.redlock.LeaseCloser;
import dev.redlock.Redlock;
import dev.redlock.actuate.RedlockEventPublisher;
import dev.redlock.actuate.RedlockReleaseEndpointExtension;
import dev.redlock.aop.DistributedLockAdvisor;
import dev.redlock.integration.RedlockRegistry;
import dev.redlock.micrometer.LockMeters;
import dev.redlock.observation.ObservedLocks;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * In which spellings things can be switched on and off.
 */
class SwitchesTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger(RedlockOffAutoConfiguration.class);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, RedlockAutoConfiguration.class,
				RedlockOffAutoConfiguration.class, RedlockMetricsAutoConfiguration.class,
				RedlockObservationAutoConfiguration.class, RedlockTransactionAutoConfiguration.class,
				RedlockEventsAutoConfiguration.class, RedlockLockRegistryAutoConfiguration.class,
				RedlockEndpointAutoConfiguration.class))
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
		.withBean(ObservationRegistry.class, ObservationRegistry::create);

	private final ApplicationContextRunner withStub = this.runner.withBean(Redlock.class,
			() -> BDDMockito.mock(Redlock.class));

	@BeforeEach
	void listen() {
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void stopListening() {
		this.logger.detachAppender(this.log);
	}

	@ParameterizedTest
	@ValueSource(strings = { "true", "TRUE", "on", "yes", "1", "" })
	void theLocksAreOnInEachSpelling(String value) {
		this.withStub.withPropertyValues("redlock.enabled=" + value)
			.run((context) -> assertThat(context).hasSingleBean(DistributedLockAdvisor.class)
				.hasSingleBean(LockMeters.class)
				.hasSingleBean(ObservedLocks.class)
				.hasSingleBean(LeaseCloser.class));
		assertThat(this.log.list).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "false", "FALSE", "off", "no", "0" })
	void theLocksAreOffInEachSpellingAndTheLogSaysSo(String value) {
		this.runner.withPropertyValues("redlock.enabled=" + value)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(DistributedLockAdvisor.class)
				.doesNotHaveBean(LockMeters.class)
				.doesNotHaveBean(ObservedLocks.class)
				.doesNotHaveBean(LeaseCloser.class));
		assertThat(this.log.list).extracting(ILoggingEvent::toString)
			.singleElement()
			.asString()
			.startsWith("[WARN] Redlock is switched off by redlock.enabled=false");
	}

	@ParameterizedTest
	@ValueSource(strings = { "true", "on", "yes", "1", "" })
	void whatTransactionsGetIsOnInEachSpelling(String value) {
		this.withStub
			.withPropertyValues("redlock.transaction.release-after-completion=" + value,
					"redlock.transaction.commit-guard=" + value)
			.run((context) -> assertThat(context).hasSingleBean(LeaseCloser.class)
				.hasSingleBean(CommitGuardRegistration.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "true", "on", "yes", "1" })
	void whatIsMadeOnDemandIsOnInEachSpelling(String value) {
		this.runner
			.withPropertyValues("redlock.nodes=redis://127.0.0.1:1", "redlock.connect-timeout=50ms",
					"management.endpoints.web.exposure.include=redlock", "redlock.events.enabled=" + value,
					"redlock.lock-registry.enabled=" + value, "redlock.endpoint.release-enabled=" + value)
			.run((context) -> assertThat(context).hasSingleBean(RedlockEventPublisher.class)
				.hasSingleBean(RedlockRegistry.class)
				.hasSingleBean(RedlockReleaseEndpointExtension.class));
	}

	@Test
	void whatIsMadeOnDemandIsOffIfThePropertyIsEmpty() {
		this.withStub.withPropertyValues("redlock.events.enabled=", "redlock.lock-registry.enabled=")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(RedlockEventPublisher.class)
				.doesNotHaveBean(RedlockRegistry.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redlock.enabled", "redlock.transaction.release-after-completion",
			"redlock.transaction.commit-guard", "redlock.events.enabled", "redlock.lock-registry.enabled" })
	void aTypoStopsTheStart(String property) {
		this.withStub.withPropertyValues(property + "=ture")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining(BindException.class.getName())
				.hasStackTraceContaining("Failed to bind properties under '%s' to java.lang.Boolean", property));
	}

	@ParameterizedTest
	@ValueSource(strings = { "redlock.extension.enabled", "redlock.restart-guard", "redlock.endpoint.release-enabled",
			"redlock.aop.order" })
	void soDoesATypoInWhatOurOwnLocksAndTheirBeansNeed(String property) {
		this.runner
			.withPropertyValues("redlock.nodes=redis://127.0.0.1:1", "redlock.connect-timeout=50ms",
					"management.endpoints.web.exposure.include=redlock", property + "=ture")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("Failed to bind properties under '%s'", property));
	}

}
