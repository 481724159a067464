package dev.redlock.autoconfigure;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;

import dev.redlock.autoconfigure.ConfigurationMetadata.Property;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The properties: what the README says, what a development environment shows, and what
 * the code reads.
 */
class ConfigurationMetadataTests {

	private final ConfigurationMetadata metadata = ConfigurationMetadata.load();

	private final ConfigurationTable readme = ConfigurationTable.load();

	ConfigurationMetadataTests() throws IOException {
	}

	@Test
	void eachPropertyOfTheReadmeIsInTheMetadataWithTheSameDefault() {
		Map<String, String> inMetadata = new TreeMap<>();
		this.readme.defaults().keySet().forEach((name) -> {
			Property property = this.metadata.properties().get(name);
			inMetadata.put(name, (property != null) ? property.defaultValue() : "missing");
		});
		assertThat(inMetadata).isEqualTo(this.readme.defaults()).containsKeys("redlock.nodes", "redlock.ttl");
	}

	@Test
	void eachPropertyOfTheMetadataIsInTheReadme() {
		assertThat(this.metadata.properties().keySet()).filteredOn((name) -> name.startsWith("redlock."))
			.isSubsetOf(this.readme.defaults().keySet());
		assertThat(this.metadata.properties().keySet()).allMatch(this.readme::mentions);
	}

	@Test
	void eachPropertyOfAConditionIsInTheMetadata() throws Exception {
		Set<String> conditions = new TreeSet<>();
		for (String name : ImportCandidates.load(AutoConfiguration.class, null)) {
			if (name.startsWith("dev.redlock.")) {
				collect(ClassUtils.forName(name, null), conditions);
			}
		}
		assertThat(conditions).contains("redlock.enabled", "management.health.redlock.enabled")
			.isSubsetOf(this.metadata.properties().keySet());
	}

	private static void collect(Class<?> type, Set<String> conditions) {
		conditions.addAll(conditions(type));
		Arrays.stream(type.getDeclaredMethods()).forEach((method) -> conditions.addAll(conditions(method)));
		Arrays.stream(type.getDeclaredClasses()).forEach((nested) -> collect(nested, conditions));
	}

	private static Set<String> conditions(AnnotatedElement element) {
		MergedAnnotations annotations = MergedAnnotations.from(element);
		Set<String> names = annotations.stream(ConditionalOnProperty.class)
			.flatMap(ConfigurationMetadataTests::names)
			.collect(Collectors.toCollection(TreeSet::new));
		annotations.stream(ConditionalOnSetting.class)
			.map((annotation) -> annotation.getString("name"))
			.forEach(names::add);
		annotations.stream(ConditionalOnEnabledHealthIndicator.class)
			.map((annotation) -> "management.health." + annotation.getString("value") + ".enabled")
			.forEach(names::add);
		return names;
	}

	private static Stream<String> names(MergedAnnotation<?> annotation) {
		String prefix = annotation.getString("prefix");
		return Stream.of("name", "value")
			.flatMap((attribute) -> Arrays.stream(annotation.getStringArray(attribute)))
			.map((name) -> (prefix.isEmpty() || prefix.endsWith(".")) ? prefix + name : prefix + "." + name);
	}

	@Test
	void eachDescriptionKeepsTheRulesOfSpringBoot() {
		Map<String, List<String>> broken = this.metadata.properties()
			.values()
			.stream()
			.filter((property) -> !DescriptionRules.brokenBy(property).isEmpty())
			.collect(Collectors.toMap(Property::toString, DescriptionRules::brokenBy));
		assertThat(broken).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "java.lang.String, The name.", "java.lang.String, An address.", "java.lang.String, Name",
			"java.lang.String, name.", "java.lang.String, ''", "java.lang.Boolean, Guards restarts.",
			"java.util.List<java.lang.String>, Addresses.", "java.time.Duration, Time in seconds.",
			"java.lang.Integer, Number of lanes. Default is 1." })
	void theRulesFindWhatBreaksThem(String type, String description) {
		assertThat(DescriptionRules.brokenBy(new Property("a", type, description, ""))).hasSize(1);
	}

	@Test
	void valuesAreProposedForPropertiesThatExist() {
		assertThat(this.metadata.hints().keySet()).isSubsetOf(this.metadata.properties().keySet());
	}

	@Test
	void eachModeIsProposed() {
		assertThat(this.metadata.hints().get("redlock.aop.mode"))
			.containsExactlyElementsOf(Arrays.stream(RedlockProperties.Mode.values())
				.map((mode) -> mode.name().toLowerCase(Locale.ROOT))
				.toList());
	}

	@Test
	void theTableOfTheReadmeIsRead() {
		ConfigurationTable table = new ConfigurationTable("""
				| `redlock.before` | `1` | no |
				## Configuration
				| property | default | |
				|---|---|---|
				| `redlock.a` | | none |
				| `redlock.b` / `redlock.c` | `1` / `2ms` | two |
				Set `redlock.d=1`.
				## Metrics
				| `redlock.after` | timer | no |
				""");
		assertThat(table.defaults())
			.containsExactlyInAnyOrderEntriesOf(Map.of("redlock.a", "", "redlock.b", "1", "redlock.c", "2ms"));
		assertThat(table.mentions("redlock.d")).isTrue();
		assertThat(table.mentions("redlock.e")).isFalse();
	}

}
