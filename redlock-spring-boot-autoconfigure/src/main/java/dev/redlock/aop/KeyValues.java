package dev.redlock.aop;

import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;

/**
 * What can be a key: values whose text is the same in all processes.
 */
final class KeyValues {

	/** What fits, for messages. */
	static final String WHICH_FIT = "must be a String, Number, UUID, Enum or date or time of java.time, or a collection or array of them";

	private static final List<Class<?>> TYPES = List.of(CharSequence.class, Number.class, UUID.class, Enum.class,
			Character.class, TemporalAccessor.class);

	private KeyValues() {
	}

	/**
	 * Returns the text of a key, or {@code null} for what can't be one.
	 */
	static @Nullable String text(Object value) {
		if (value instanceof Enum<?> constant) {
			return constant.name();
		}
		for (Class<?> type : TYPES) {
			if (type.isInstance(value)) {
				return value.toString();
			}
		}
		return null;
	}

	/**
	 * Returns the elements of a collection or array, which are resources of their own, or
	 * {@code null} if a value is neither.
	 */
	static @Nullable Collection<?> elements(@Nullable Object value) {
		if (value instanceof Collection<?> collection) {
			return collection;
		}
		return ObjectUtils.isArray(value) ? Arrays.asList(ObjectUtils.toObjectArray(value)) : null;
	}

	/**
	 * Returns whether a type has many parts that together are one value: each would be a
	 * resource of its own, which other values share.
	 */
	static boolean isOneValue(Class<?> type) {
		return type == byte[].class || type == char[].class;
	}

	/**
	 * Returns whether no key and no collection of keys can have a type. Of an interface
	 * that is not known, nor of what has several bounds.
	 */
	static boolean isUnfit(ResolvableType type) {
		if (isOpen(type) || Arrays.stream(type.getGenerics()).anyMatch(KeyValues::isOpen)) {
			return false;
		}
		if (type.isArray()) {
			return isUnfitElement(type.getComponentType());
		}
		ResolvableType collection = type.as(Collection.class);
		return isUnfitElement((collection != ResolvableType.NONE) ? collection.getGeneric() : type);
	}

	/**
	 * Returns whether a type says more than its upper bound.
	 */
	private static boolean isOpen(ResolvableType resolvable) {
		Type type = resolvable.getType();
		return (type instanceof WildcardType wildcard && wildcard.getLowerBounds().length > 0)
				|| (type instanceof TypeVariable<?> variable && variable.getBounds().length > 1);
	}

	private static boolean isUnfitElement(ResolvableType type) {
		Class<?> element = ClassUtils.resolvePrimitiveIfNecessary(type.resolve(Object.class));
		return !element.isInterface()
				&& TYPES.stream().noneMatch((fit) -> fit.isAssignableFrom(element) || element.isAssignableFrom(fit));
	}

}
