package dev.redlock.autoconfigure;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Refuses placeholders that Spring Boot left as they are, since nothing has their name.
 */
final class UnknownPlaceholders {

	private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([\\w.-]+)}");

	private UnknownPlaceholders() {
	}

	/**
	 * Looks at an address, which can't have the characters of a placeholder.
	 * @param property where the address comes from
	 * @param address the address
	 * @throws InvalidRedlockPropertyException if it has a placeholder
	 */
	static void refuseIn(String property, String address) {
		Matcher placeholder = PLACEHOLDER.matcher(address);
		if (placeholder.find()) {
			throw refusal(property, placeholder.group(1));
		}
	}

	/**
	 * Looks at a text that may have any characters, such as a password: it is refused if
	 * it is nothing but a placeholder.
	 * @param property the name of the property
	 * @param text its value
	 * @throws InvalidRedlockPropertyException if it is a placeholder
	 */
	static void refuseAs(String property, @Nullable String text) {
		Matcher placeholder = PLACEHOLDER.matcher((text != null) ? text : "");
		if (placeholder.matches()) {
			throw refusal(property, placeholder.group(1));
		}
	}

	private static InvalidRedlockPropertyException refusal(String property, String name) {
		return new InvalidRedlockPropertyException(property, "the placeholder ${%s} is not known".formatted(name),
				"Set %s as a property or an environment variable, or give it a default value after a colon, such as ${%s:}."
					.formatted(name, name),
				null);
	}

}
