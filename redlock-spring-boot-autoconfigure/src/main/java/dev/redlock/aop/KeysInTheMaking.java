package dev.redlock.aop;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The objects whose key or condition is being evaluated, on each thread: what an
 * expression asks of its own object would otherwise want the key, too. Thread-safe.
 */
final class KeysInTheMaking {

	private final ThreadLocal<@Nullable Object> targets = new ThreadLocal<>();

	/**
	 * Returns whether the current thread evaluates an expression for an object.
	 * @param target the object; {@code null} if there is none
	 */
	boolean contain(@Nullable Object target) {
		return target != null && this.targets.get() == target;
	}

	/**
	 * Evaluates an expression.
	 * @param target the object; {@code null} if there is none
	 * @param evaluation evaluates it
	 */
	<T extends @Nullable Object> T during(@Nullable Object target, Supplier<T> evaluation) {
		Object outer = this.targets.get();
		this.targets.set(target);
		try {
			return evaluation.get();
		}
		finally {
			if (outer != null) {
				this.targets.set(outer);
			}
			else {
				this.targets.remove();
			}
		}
	}

}
