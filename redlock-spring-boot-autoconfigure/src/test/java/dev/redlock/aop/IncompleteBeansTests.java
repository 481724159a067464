package dev.redlock.aop;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.OverridingClassLoader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans whose methods can't be looked at, since a class is missing that they need.
 */
class IncompleteBeansTests {

	@ParameterizedTest
	@ValueSource(classes = { Incomplete.class, IncompleteAbove.class })
	void aLazyBeanWhoseMethodsNeedAClassThatIsMissingStarts(Class<?> bean) throws ClassNotFoundException {
		RootBeanDefinition definition = new RootBeanDefinition(withoutMissing(bean));
		definition.setLazyInit(true);
		AopContexts.of(new RecordingRedlock(), (context) -> context.registerBeanDefinition("incomplete", definition))
			.close();
	}

	@Test
	void theMethodsOfAPrototypeAreLookedAtWhenTheApplicationStartsAndNeverAgain() throws ClassNotFoundException {
		RootBeanDefinition definition = new RootBeanDefinition(withoutMissing(Incomplete.class));
		definition.setScope(BeanDefinition.SCOPE_PROTOTYPE);
		Logger logger = (Logger) LoggerFactory.getLogger(LockDefinitionCheck.class);
		logger.setLevel(Level.DEBUG);
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		logger.addAppender(log);
		try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(),
				(beans) -> beans.registerBeanDefinition("incomplete", definition))) {
			LockDefinitionCheck check = context.getBean(LockDefinitionCheck.class);
			for (int i = 0; i < 3; i++) {
				check.postProcessAfterInitialization(BeanUtils.instantiateClass(definition.getBeanClass()),
						"incomplete");
			}
			assertThat(log.list).hasSize(1);
		}
		finally {
			logger.detachAppender(log);
			logger.setLevel(null);
		}
	}

	private static Class<?> withoutMissing(Class<?> bean) throws ClassNotFoundException {
		return new OverridingClassLoader(bean.getClassLoader()) {
			@Override
			protected boolean isEligibleForOverriding(String name) {
				return name.startsWith(Incomplete.class.getName());
			}

			@Override
			protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
				if (name.equals(Missing.class.getName())) {
					throw new ClassNotFoundException(name);
				}
				return super.loadClass(name, resolve);
			}
		}.loadClass(bean.getName());
	}

	static class Missing {

	}

	static class Incomplete {

		void run(Missing missing) {
		}

	}

	interface IncompleteInterface {

		default void run(Missing missing) {
		}

	}

	static class IncompleteBase implements IncompleteInterface {

	}

	static class IncompleteAbove extends IncompleteBase {

		void work() {
		}

	}

}
