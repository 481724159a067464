package dev.redlock;

import java.security.MessageDigest;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LayersTests {

	private static final String PLAIN = "java.. javax.. org.slf4j.. org.jspecify.. ";

	private static final String SPRING = PLAIN + "org.springframework.. org.aopalliance.. ";

	private static final JavaClasses classes = new ClassFileImporter()
		.withImportOption(new ImportOption.DoNotIncludeTests())
		.importPackages("dev.redlock");

	@ParameterizedTest
	@CsvSource({ "dev.redlock, ''", "dev.redlock.annotation, ''", "dev.redlock.node, ''",
			"dev.redlock.quorum, dev.redlock dev.redlock.node" })
	void plainPackagesImportOnlyTheJdkAndTheLayersBelow(String layer, String below) {
		check(layer, PLAIN + below);
	}

	@ParameterizedTest
	@CsvSource({ "dev.redlock.jedis, dev.redlock.node redis.clients.. org.apache.commons.pool2..",
			"dev.redlock.aop, dev.redlock dev.redlock.annotation reactor.core.. reactor.util.. org.reactivestreams.. org.aspectj..",
			"dev.redlock.integration, dev.redlock", "dev.redlock.transaction, dev.redlock dev.redlock.aop",
			"dev.redlock.actuate, dev.redlock dev.redlock.node",
			"dev.redlock.micrometer, dev.redlock dev.redlock.node io.micrometer..",
			"dev.redlock.observation, dev.redlock dev.redlock.aop io.micrometer.." })
	void adaptersImportTheirLibraryAndTheLayersBelow(String layer, String below) {
		check(layer, SPRING + below);
	}

	@Test
	void eachPackageIsOneOfTheseOrWiresThem() {
		assertThat(classes.stream().map(JavaClass::getPackageName)).containsOnly("dev.redlock",
				"dev.redlock.annotation", "dev.redlock.node", "dev.redlock.quorum", "dev.redlock.jedis",
				"dev.redlock.aop", "dev.redlock.integration", "dev.redlock.transaction", "dev.redlock.actuate",
				"dev.redlock.micrometer", "dev.redlock.observation", "dev.redlock.autoconfigure", "dev.redlock.test");
	}

	@Test
	void nothingNeedsAHashThatThePlatformMayForbid() {
		ArchRuleDefinition.noClasses()
			.should()
			.dependOnClassesThat()
			.areAssignableTo(MessageDigest.class)
			.check(classes);
	}

	private static void check(String layer, String allowed) {
		ArchRule rule = ArchRuleDefinition.classes()
			.that()
			.resideInAPackage(layer)
			.should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage((allowed.trim() + " " + layer).split(" +"));
		rule.check(classes);
		assertThat(classes.stream().filter((type) -> type.getPackageName().equals(layer))).isNotEmpty();
	}

}
