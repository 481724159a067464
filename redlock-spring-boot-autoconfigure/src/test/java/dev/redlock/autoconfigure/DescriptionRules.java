package dev.redlock.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import dev.redlock.autoconfigure.ConfigurationMetadata.Property;

/**
 * How Spring Boot wants the description of a property to be worded.
 */
final class DescriptionRules {

	private static final Pattern UNIT = Pattern.compile("\\b(ms|millis\\w*|seconds?|minutes?|hours?|days?)\\b");

	private DescriptionRules() {
	}

	static List<String> brokenBy(Property property) {
		String text = property.description();
		List<String> broken = new ArrayList<>();
		if (!text.matches("\\p{Lu}.*\\.")) {
			broken.add("begins with a capital letter and ends with a full stop");
		}
		if (text.matches("(The|A|An) .*")) {
			broken.add("begins with no article");
		}
		if (property.type().equals("java.lang.Boolean") && !text.startsWith("Whether ")) {
			broken.add("of a boolean begins with 'Whether'");
		}
		if (property.type().startsWith("java.util.List") && !text.startsWith("Comma-separated list ")) {
			broken.add("of a collection begins with 'Comma-separated list'");
		}
		if (property.type().equals("java.time.Duration") && UNIT.matcher(text).find()) {
			broken.add("of a duration names no unit");
		}
		if (text.matches("(?i).*\\bdefault(s|ing)? (is|to|value)\\b.*")) {
			broken.add("does not tell the default");
		}
		return broken;
	}

}
