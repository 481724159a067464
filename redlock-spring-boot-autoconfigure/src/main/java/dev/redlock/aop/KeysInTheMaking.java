package dev.redlock.aop;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The objects whose key or condition is being evaluated, on each thread: what an
 * expression asks of its own object would otherwise want the key, too. Thread-safe.
 */
final class KeysInTheMaking {

	private final ThreadLocal<@Nullable Making> innermost = new ThreadLocal<>();

	/**
	 * Returns whether the current thread evaluates an expression for an object.
	 * @param target the object; {@code null} if there is none
	 */
	boolean contain(@Nullable Object target) {
		for (Making making = this.innermost.get(); making != null; making = making.outer) {
			if (making.target == target) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Evaluates an expression.
	 * @param target the object; {@code null} if there is none
	 * @param evaluation evaluates it
	 */
	<T extends @Nullable Object> T during(@Nullable Object target, Supplier<T> evaluation) {
		if (target == null) {
			return evaluation.get();
		}
		Making outer = this.innermost.get();
		this.innermost.set(new Making(target, outer));
		try {
			return evaluation.get();
		}
		finally {
			if (outer != null) {
				this.innermost.set(outer);
			}
			else {
				this.innermost.remove();
			}
		}
	}

	/**
	 * An evaluation.
	 *
	 * @param target the object that it is for
	 * @param outer that in whose course it takes place, if any
	 */
	private record Making(Object target, @Nullable Making outer) {
	}

}
