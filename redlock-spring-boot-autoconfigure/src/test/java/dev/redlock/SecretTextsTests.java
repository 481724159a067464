package dev.redlock;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.redlock.jedis.NodeUri;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * No record shows a secret in its text, since any text may end in a log.
 */
class SecretTextsTests {

	private static final Set<String> SECRETS = Set.of("token", "password", "value");

	private static final String SECRET = "s3cret";

	/**
	 * All records of the library with a text that may be a secret; a new one is found by
	 * itself.
	 */
	static List<Class<?>> recordsWithSecrets() {
		return new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("dev.redlock")
			.stream()
			.filter(JavaClass::isRecord)
			.<Class<?>>map(JavaClass::reflect)
			.filter((type) -> components(type).anyMatch(SecretTextsTests::isSecret))
			.toList();
	}

	@ParameterizedTest
	@MethodSource("recordsWithSecrets")
	void aRecordShowsNoSecret(Class<?> type) throws Exception {
		RecordComponent[] components = type.getRecordComponents();
		Constructor<?> constructor = type
			.getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
		constructor.setAccessible(true);
		Object instance = constructor.newInstance(Arrays.stream(components).map(SecretTextsTests::example).toArray());
		assertThat(instance.toString()).isNotEmpty().doesNotContain(SECRET);
	}

	private static Stream<RecordComponent> components(Class<?> type) {
		return Arrays.stream(type.getRecordComponents());
	}

	private static boolean isSecret(RecordComponent component) {
		return component.getType() == String.class
				&& (SECRETS.contains(component.getName()) || component.getName().equals("uri"));
	}

	private static Object example(RecordComponent component) {
		Class<?> type = component.getType();
		if (isSecret(component)) {
			return component.getName().equals("uri") ? "redis://app:" + SECRET + "@h" : SECRET;
		}
		if (type == NodeUri.class) {
			return NodeUri.parse("redis://app:" + SECRET + "@h");
		}
		if (type == String.class) {
			return "text";
		}
		if (type == List.class) {
			return List.of("element");
		}
		if (type == Duration.class) {
			return Duration.ofSeconds(1);
		}
		if (type == long.class) {
			return 1L;
		}
		if (type == int.class) {
			return 1;
		}
		if (type == double.class) {
			return 1.0;
		}
		return (type == boolean.class) ? Boolean.TRUE : constant(type);
	}

	private static Object constant(Class<?> type) {
		return type.isEnum() ? type.getEnumConstants()[0] : null;
	}

}
