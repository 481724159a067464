package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Objects;
import java.util.function.Supplier;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;

import dev.redlock.Redlock;

/**
 * Where annotated methods get their locks from.
 */
final class RedlockBeans {

	private final ListableBeanFactory beanFactory;

	private final Supplier<Redlock> redlock;

	RedlockBeans(ListableBeanFactory beanFactory, Supplier<Redlock> redlock) {
		this.beanFactory = beanFactory;
		this.redlock = redlock;
	}

	/**
	 * Checks that there are locks for a method.
	 * @throws InvalidLockDefinitionException if there are none, or it is not clear which
	 */
	void require(Method method) {
		int count = BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, Redlock.class, true,
				false).length;
		if (count == 0) {
			throw new InvalidLockDefinitionException(method, "there is no bean of the type Redlock",
					"Add Jedis to the class path, or declare such a bean.", null);
		}
		if (count > 1) {
			requireChoice(method);
		}
	}

	private void requireChoice(Method method) {
		try {
			Objects.requireNonNull(this.redlock.get());
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new InvalidLockDefinitionException(method,
					"there are several beans of the type Redlock: " + ex.getBeanNamesFound(),
					"Mark one of them as @Primary, or the others with defaultCandidate = false.", ex);
		}
	}

}
