package dev.redlock.autoconfigure;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.javapoet.ClassName;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The auto-configurations when an application is processed ahead of time. The sample
 * application runs in that form.
 */
class AheadOfTimeTests {

	private final InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();

	@Test
	void allScriptsArePartOfANativeImage() throws IOException {
		RuntimeHints hints = process();
		Resource[] scripts = new PathMatchingResourcePatternResolver().getResources("classpath*:dev/redlock/*.lua");
		assertThat(scripts).hasSizeGreaterThanOrEqualTo(7)
			.allSatisfy((script) -> assertThat(
					RuntimeHintsPredicates.resource().forResource("dev/redlock/" + script.getFilename()))
				.accepts(hints));
	}

	@Test
	void thePropertiesCanBeBound() {
		RuntimeHints hints = process();
		for (Class<?> type : new Class<?>[] { RedlockProperties.class, RedlockProperties.Node.class,
				RedlockProperties.Ssl.class, RedlockProperties.Retry.class }) {
			assertThat(RuntimeHintsPredicates.reflection().onConstructorInvocation(type.getDeclaredConstructors()[0]))
				.accepts(hints);
		}
	}

	@Test
	void anAddressCanBeBoundAsANode() throws NoSuchMethodException {
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(RedlockProperties.Node.class.getMethod("of", String.class))).accepts(process());
	}

	@Test
	void allBeansAreMadeByGeneratedCodeAndNoneNeedsAnInstance() {
		process();
		assertThat(this.files.getGeneratedFiles(Kind.SOURCE).keySet())
			.anyMatch((file) -> file.contains("RedlockAutoConfiguration__BeanDefinitions"))
			.anyMatch((file) -> file.contains("RedlockTransactionAutoConfiguration__BeanDefinitions"));
	}

	private RuntimeHints process() {
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestPropertyValues.of("redlock.nodes=redis://127.0.0.1:1").applyTo(context);
			context.register(RedlockTransactionAutoConfiguration.class, RedlockAutoConfiguration.class,
					RedlockHealthAutoConfiguration.class);
			DefaultGenerationContext generation = new DefaultGenerationContext(
					new ClassNameGenerator(ClassName.get("dev.redlock", "Generated")), this.files);
			new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
			generation.writeGeneratedContent();
			return generation.getRuntimeHints();
		}
	}

}
