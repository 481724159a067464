package dev.redlock.autoconfigure;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.json.JsonParserFactory;

/**
 * What this module tells development environments about its properties.
 *
 * @param properties the properties by name
 * @param hints the values that are proposed, by the name of the property
 */
record ConfigurationMetadata(Map<String, Property> properties, Map<String, List<String>> hints) {

	static ConfigurationMetadata load() throws IOException {
		// The path of a class is unique on the class path, that of the metadata is not.
		URL type = RedlockProperties.class.getResource("RedlockProperties.class");
		Path classes = Path
			.of(URI.create(type.toString().replace("dev/redlock/autoconfigure/RedlockProperties.class", "")));
		try (var in = classes.resolve("META-INF/spring-configuration-metadata.json").toUri().toURL().openStream()) {
			Map<String, Object> json = JsonParserFactory.getJsonParser()
				.parseMap(new String(in.readAllBytes(), StandardCharsets.UTF_8));
			return new ConfigurationMetadata(list(json.get("properties")).stream()
				.map(Property::of)
				.collect(Collectors.toMap(Property::name, (property) -> property, (one, other) -> {
					throw new IllegalStateException(one + " and " + other);
				}, TreeMap::new)),
					list(json.get("hints")).stream()
						.collect(Collectors.toMap((hint) -> text(hint, "name"),
								(hint) -> list(hint.get("values")).stream()
									.map((value) -> text(value, "value"))
									.toList())));
		}
	}

	@SuppressWarnings("unchecked")
	private static List<Map<String, Object>> list(@Nullable Object value) {
		return (value != null) ? (List<Map<String, Object>>) value : List.of();
	}

	private static String text(Map<String, Object> item, String key) {
		Object value = item.get(key);
		return (value != null) ? value.toString() : "";
	}

	/**
	 * A property.
	 *
	 * @param name its name
	 * @param type its Java type
	 * @param description its description
	 * @param defaultValue its default, empty for none
	 */
	record Property(String name, String type, String description, String defaultValue) {

		private static Property of(Map<String, Object> item) {
			return new Property(text(item, "name"), text(item, "type"), text(item, "description"),
					text(item, "defaultValue"));
		}

	}

}
