package dev.redlock.aop;

import org.jspecify.annotations.Nullable;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.expression.spel.support.StandardTypeConverter;

/**
 * Refuses to make text of what has none, or one that depends on the JVM, when it is put
 * together with other text: it would be another one in each process, so that nobody was
 * excluded. The same holds for what is in a value and so becomes a part of its text.
 */
final class KeyTextConverter extends StandardTypeConverter {

	@Override
	public boolean canConvert(@Nullable TypeDescriptor source, TypeDescriptor target) {
		// Else SpEL takes the value's own text without asking us.
		return (source != null && target.getType() == String.class && isOurs(KeyTextKind.of(source.getType()), target))
				|| super.canConvert(source, target);
	}

	/**
	 * Returns whether we make a text of a value. Of one that has a text, only to put it
	 * together with others: it is no argument for a parameter that wants a text.
	 */
	private static boolean isOurs(KeyTextKind kind, TypeDescriptor target) {
		return kind == KeyTextKind.NONE || (kind != KeyTextKind.OWN && target.getSource() instanceof Class);
	}

	@Override
	public @Nullable Object convertValue(@Nullable Object value, @Nullable TypeDescriptor source,
			TypeDescriptor target) {
		if (value != null && target.getType() == String.class && KeyTextKind.of(value.getClass()) != KeyTextKind.OWN) {
			return text(value, (source != null) ? source : TypeDescriptor.forObject(value), target);
		}
		return super.convertValue(value, source, target);
	}

	private @Nullable Object text(Object value, TypeDescriptor source, TypeDescriptor target) {
		boolean joined = super.canConvert(source, target);
		Class<?> textless = TextlessParts.find(value, joined);
		if (textless == value.getClass()) {
			throw new IllegalArgumentException(
					"A %s has no text that is the same in all processes. Name what to lock, as in '#order.id'."
						.formatted(textless.getTypeName()));
		}
		if (textless != null) {
			throw new IllegalArgumentException(
					("A %s has a %s in it, which has no text that is the same in all processes. Name what to lock, as in "
							+ "'#order.id'.")
						.formatted(value.getClass().getTypeName(), textless.getTypeName()));
		}
		return joined ? super.convertValue(value, source, target) : value.toString();
	}

}
