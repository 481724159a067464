package dev.redlock.aop;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * A {@code @DistributedLock} that can't work, found when the application starts.
 */
public final class InvalidLockDefinitionException extends IllegalStateException {

	private final String remedy;

	/**
	 * Creates the exception.
	 * @param method the annotated method
	 * @param problem what is wrong, without a full stop
	 * @param remedy what to do, as a sentence
	 * @param cause what showed it
	 */
	public InvalidLockDefinitionException(Method method, String problem, String remedy, @Nullable Throwable cause) {
		this("@DistributedLock on %s.%s: %s".formatted(method.getDeclaringClass().getName(), method.getName(), problem),
				remedy, cause);
	}

	private InvalidLockDefinitionException(@Nullable String message, String remedy, @Nullable Throwable cause) {
		super(message, cause);
		this.remedy = remedy;
	}

	/**
	 * Returns this exception with the name of the bean that has the method.
	 */
	InvalidLockDefinitionException ofBean(String beanName) {
		return new InvalidLockDefinitionException("Bean '%s', %s".formatted(beanName, getMessage()), this.remedy, this);
	}

	/**
	 * Returns what to do.
	 * @return a sentence
	 */
	public String getRemedy() {
		return this.remedy;
	}

}
