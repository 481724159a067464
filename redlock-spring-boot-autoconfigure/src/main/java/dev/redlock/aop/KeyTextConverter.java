package dev.redlock.aop;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.expression.spel.support.StandardTypeConverter;
import org.springframework.util.ClassUtils;

/**
 * Refuses to make text of what has none, when it is put together with other text: it
 * would be another one in each process, so that nobody was excluded.
 */
final class KeyTextConverter extends StandardTypeConverter {

	private final ClassValue<Boolean> textless = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			// In a native image, a class that nobody has registered shows no methods.
			Method toString = type.isInterface() ? null : ClassUtils.getMethodIfAvailable(type, "toString");
			return toString != null && toString.getDeclaringClass() == Object.class;
		}

	};

	@Override
	public boolean canConvert(@Nullable TypeDescriptor source, TypeDescriptor target) {
		return (source != null && target.getType() == String.class && hasNoText(source.getType()))
				|| super.canConvert(source, target);
	}

	@Override
	public @Nullable Object convertValue(@Nullable Object value, @Nullable TypeDescriptor source,
			TypeDescriptor target) {
		if (value != null && target.getType() == String.class && hasNoText(value.getClass())
				&& !isJoined(value, target)) {
			throw new IllegalArgumentException(
					"A %s has no text that is the same in all processes. Name what to lock, as in '#order.id'."
						.formatted(value.getClass().getTypeName()));
		}
		return super.convertValue(value, source, target);
	}

	/**
	 * Returns whether Spring makes text of an array, by that of its elements.
	 */
	private boolean isJoined(Object value, TypeDescriptor target) {
		return value.getClass().isArray() && super.canConvert(TypeDescriptor.forObject(value), target);
	}

	private boolean hasNoText(Class<?> type) {
		return this.textless.get(type);
	}

}
