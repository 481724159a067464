package dev.redlock.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.Import;

import dev.redlock.autoconfigure.RedlockAutoConfiguration;
import dev.redlock.autoconfigure.RedlockEventsAutoConfiguration;
import dev.redlock.autoconfigure.RedlockObservationAutoConfiguration;
import dev.redlock.autoconfigure.RedlockTransactionAutoConfiguration;

/**
 * Gives the tests of a class locks in memory, without any Redis. All locks are free at
 * the beginning of each test, unless {@link LocksAreHeld} or {@link LocksAreUnavailable}
 * says otherwise.
 * <p>
 * Tests and their lifecycle methods get an {@link InMemoryRedlock} as a parameter, or
 * what an application would get for {@link dev.redlock.Redlock}, and so does the
 * constructor of a test that has nothing to do with Spring: <pre class="code">
 * &#064;InMemoryLocks
 * class StockServiceTests {
 *
 *     private final StockService service;
 *
 *     StockServiceTests(Redlock redlock) {
 *         this.service = new StockService(redlock);
 *     }
 *
 *     &#064;Test
 *     &#064;LocksAreHeld
 *     void sellsNothingWhileAnotherSells() {
 *         assertThatExceptionOfType(LockHeldException.class).isThrownBy(() -&gt; this.service.sell("book"));
 *     }
 *
 * }</pre> With an application context, be it of {@code @SpringBootTest}, of a slice or of
 * {@code @SpringJUnitConfig}, it is a bean as well and behind the one that is injected
 * for {@link dev.redlock.Redlock}, so that methods with
 * {@link dev.redlock.annotation.DistributedLock @DistributedLock} use it. Transactions,
 * application events, observations and the meters of locks are as in production. The
 * nodes of the configuration are not connected to, and have no meters, health or
 * endpoint; all other properties count, but {@code redlock.enabled}, which is true.
 * Slices get the auto-configuration of the annotation, which they would otherwise be
 * without.
 * <p>
 * Tests of one class or one context share their locks, so they run in one thread.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(RedlockExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
@ImportAutoConfiguration({ AopAutoConfiguration.class, RedlockTransactionAutoConfiguration.class,
		RedlockAutoConfiguration.class, RedlockEventsAutoConfiguration.class,
		RedlockObservationAutoConfiguration.class })
@Import(InMemoryRedlockConfiguration.class)
public @interface InMemoryLocks {

}
