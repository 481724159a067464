package dev.redlock.aop;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicReference;

import org.springframework.util.ClassUtils;

/**
 * Where the text of values of a class comes from.
 */
enum KeyTextKind {

	/**
	 * From the value alone, the same in all processes.
	 */
	OWN,

	/**
	 * There is none, or one that depends on the JVM.
	 */
	NONE,

	/**
	 * From the elements, if Spring joins them. An array has no text of its own.
	 */
	ARRAY,

	/**
	 * From the elements.
	 */
	COLLECTION,

	/**
	 * From keys and values.
	 */
	MAP,

	/**
	 * From what may be in it.
	 */
	OPTIONAL,

	/**
	 * From what it refers to.
	 */
	REFERENCE,

	/**
	 * From the components, unless it has a {@code toString()} that was written for it.
	 */
	RECORD;

	/** Of sets and maps, those whose order does not depend on hash codes. */
	private static final List<Class<?>> ORDERED = List.of(SortedSet.class, LinkedHashSet.class, EnumSet.class,
			SortedMap.class, LinkedHashMap.class, EnumMap.class);

	/** What is told in the time zone of the JVM. */
	private static final List<Class<?>> LOCAL = List.of(Date.class, Calendar.class);

	private static final List<KeyTextKind> ALL = List.of(values());

	/** As numbers: a class of the JDK would keep our class loader alive with a kind. */
	private static final ClassValue<Integer> KINDS = new ClassValue<>() {

		@Override
		protected Integer computeValue(Class<?> type) {
			return find(type).ordinal();
		}

	};

	/**
	 * Returns the kind of a class.
	 */
	static KeyTextKind of(Class<?> type) {
		return ALL.get(KINDS.get(type));
	}

	private static KeyTextKind find(Class<?> type) {
		if (type.isArray()) {
			return ARRAY;
		}
		if ((isOneOf(type, List.of(Set.class, Map.class)) && !isOneOf(type, ORDERED)) || isOneOf(type, LOCAL)
				|| hasNoneOfItsOwn(type)) {
			return NONE;
		}
		if (Collection.class.isAssignableFrom(type)) {
			return COLLECTION;
		}
		if (Map.class.isAssignableFrom(type)) {
			return MAP;
		}
		if (type == Optional.class) {
			return OPTIONAL;
		}
		if (AtomicReference.class.isAssignableFrom(type)) {
			return REFERENCE;
		}
		return (type.isRecord() && !hasOnlySimpleFields(type)) ? RECORD : OWN;
	}

	private static boolean isOneOf(Class<?> type, List<Class<?>> supertypes) {
		return supertypes.stream().anyMatch((supertype) -> supertype.isAssignableFrom(type));
	}

	private static boolean hasNoneOfItsOwn(Class<?> type) {
		// In a native image, a class that nobody has registered shows no methods.
		Method toString = type.isInterface() ? null : ClassUtils.getMethodIfAvailable(type, "toString");
		return toString != null && toString.getDeclaringClass() == Object.class;
	}

	/**
	 * Returns whether each component of a record tells by its type that it has a text.
	 */
	private static boolean hasOnlySimpleFields(Class<?> type) {
		return Arrays.stream(type.getDeclaredFields())
			.filter((field) -> !Modifier.isStatic(field.getModifiers()))
			.map(Field::getType)
			.allMatch(KeyTextKind::isSimple);
	}

	private static boolean isSimple(Class<?> type) {
		// Not of records, which may have themselves as components.
		return type.isPrimitive() || type.isEnum()
				|| (Modifier.isFinal(type.getModifiers()) && !type.isRecord() && of(type) == OWN);
	}

}
