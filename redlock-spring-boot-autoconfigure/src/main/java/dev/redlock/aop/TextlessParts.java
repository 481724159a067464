package dev.redlock.aop;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ObjectUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Looks in a value, whose text is made of that of its parts, for what has none that is
 * the same in all processes.
 */
final class TextlessParts {

	private static final ClassValue<List<Field>> COMPONENTS = new ClassValue<>() {

		@Override
		protected List<Field> computeValue(Class<?> type) {
			// Not as record components, which a native image may refuse to show.
			return Arrays.stream(type.getDeclaredFields())
				.filter((field) -> !Modifier.isStatic(field.getModifiers()) && field.trySetAccessible())
				.toList();
		}

	};

	/** What we are in: a value that is in itself has no text that ends. */
	private final Set<Object> within = Collections.newSetFromMap(new IdentityHashMap<>());

	private TextlessParts() {
	}

	/**
	 * Returns the class of what has no text.
	 * @param value the value
	 * @param joined whether Spring makes its text, which joins elements, also those of
	 * arrays; else it is that of {@code toString()}
	 * @return the class of the value or of a part, or {@code null} if all have a text
	 */
	static @Nullable Class<?> find(Object value, boolean joined) {
		return new TextlessParts().in(value, joined);
	}

	private @Nullable Class<?> in(@Nullable Object value, boolean joined) {
		KeyTextKind kind = (value != null) ? KeyTextKind.of(value.getClass()) : KeyTextKind.OWN;
		if (value == null || kind == KeyTextKind.OWN) {
			return null;
		}
		if (kind == KeyTextKind.NONE || (kind == KeyTextKind.ARRAY && !joined) || !this.within.add(value)) {
			return value.getClass();
		}
		try {
			return switch (kind) {
				case ARRAY -> inAll(Arrays.asList(ObjectUtils.toObjectArray(value)), true);
				case COLLECTION -> inAll((Collection<?>) value, joined);
				case MAP -> inMap((Map<?, ?>) value);
				case OPTIONAL -> in(((Optional<?>) value).orElse(null), joined);
				case REFERENCE -> in(((AtomicReference<?>) value).get(), false);
				default -> inRecord(value);
			};
		}
		finally {
			this.within.remove(value);
		}
	}

	private @Nullable Class<?> inAll(Collection<?> values, boolean joined) {
		for (Object value : values) {
			Class<?> textless = in(value, joined);
			if (textless != null) {
				return textless;
			}
		}
		return null;
	}

	private @Nullable Class<?> inMap(Map<?, ?> map) {
		Class<?> textless = inAll(map.keySet(), false);
		return (textless != null) ? textless : inAll(map.values(), false);
	}

	/**
	 * Looks only for what the record tells: if its {@code toString()} was written for it,
	 * that may be less than all components.
	 */
	private @Nullable Class<?> inRecord(Object value) {
		String text = text(value);
		if (text == null) {
			return value.getClass();
		}
		for (Field field : COMPONENTS.get(value.getClass())) {
			String begin = field.getName() + "=";
			Object component = text.contains(begin) ? ReflectionUtils.getField(field, value) : null;
			Class<?> textless = in(component, false);
			if (textless != null && text.contains(begin + component)) {
				return textless;
			}
		}
		return null;
	}

	private static @Nullable String text(Object value) {
		try {
			return value.toString();
		}
		catch (StackOverflowError ex) {
			// It is in itself.
			return null;
		}
	}

}
