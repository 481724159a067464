package dev.redlock.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Too few nodes are up during a test: every acquire fails at once with
 * {@link dev.redlock.QuorumUnavailableException}. On a class, it is meant for all tests
 * that have no such annotation of their own.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(RedlockExtension.class)
public @interface LocksAreUnavailable {

}
