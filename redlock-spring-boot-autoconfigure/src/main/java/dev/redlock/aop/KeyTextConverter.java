package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Calendar;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.expression.spel.support.StandardTypeConverter;
import org.springframework.util.ClassUtils;

/**
 * Refuses to make text of what has none, or one that depends on the JVM, when it is put
 * together with other text: it would be another one in each process, so that nobody was
 * excluded.
 */
final class KeyTextConverter extends StandardTypeConverter {

	/** Of sets and maps, those whose order does not depend on hash codes. */
	private static final List<Class<?>> ORDERED = List.of(SortedSet.class, LinkedHashSet.class, EnumSet.class,
			SortedMap.class, LinkedHashMap.class, EnumMap.class);

	/** What is told in the time zone of the JVM. */
	private static final List<Class<?>> LOCAL = List.of(Date.class, Calendar.class);

	private final ClassValue<Boolean> textless = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return (isOneOf(type, List.of(Set.class, Map.class)) && !isOneOf(type, ORDERED)) || isOneOf(type, LOCAL)
					|| hasNoneOfItsOwn(type);
		}

	};

	private static boolean isOneOf(Class<?> type, List<Class<?>> supertypes) {
		return supertypes.stream().anyMatch((supertype) -> supertype.isAssignableFrom(type));
	}

	private static boolean hasNoneOfItsOwn(Class<?> type) {
		// In a native image, a class that nobody has registered shows no methods.
		Method toString = type.isInterface() ? null : ClassUtils.getMethodIfAvailable(type, "toString");
		return toString != null && toString.getDeclaringClass() == Object.class;
	}

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
