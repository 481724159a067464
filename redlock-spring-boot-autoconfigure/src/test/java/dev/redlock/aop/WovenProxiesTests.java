package dev.redlock.aop;

import java.lang.reflect.Proxy;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An interface with a lock whose bean is a proxy of the JDK, which AspectJ does not
 * weave.
 */
class WovenProxiesTests {

	@Test
	void aLazyBeanIsRefusedWhenItIsMade() {
		assertRefused((context) -> context.registerBean("culprit", Client.class, WovenProxiesTests::client,
				(definition) -> definition.setLazyInit(true)));
	}

	@Test
	void aPrototypeIsRefusedWhenItIsMade() {
		assertRefused((context) -> context.registerBean("culprit", Client.class, WovenProxiesTests::client,
				(definition) -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE)));
	}

	@Test
	void whatALazyFactoryBeanMakesIsRefusedWhenItIsMade() {
		assertRefused((context) -> context.registerBean("culprit", Factory.class,
				(definition) -> definition.setLazyInit(true)));
	}

	@Test
	void anotherBeanIsRefusedAtTheStart() {
		assertRefused((context) -> context.registerBean("culprit", Client.class, WovenProxiesTests::client));
	}

	private static void assertRefused(Consumer<AnnotationConfigApplicationContext> bean) {
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> {
			try (AnnotationConfigApplicationContext context = AopContexts.of(new RecordingRedlock(),
					(customized) -> bean.accept(woven(customized)))) {
				context.getBean(Client.class).run();
			}
		}).havingRootCause().isInstanceOf(InvalidLockDefinitionException.class).withMessageContaining("is a proxy");
	}

	private static AnnotationConfigApplicationContext woven(AnnotationConfigApplicationContext context) {
		context.removeBeanDefinition("distributedLockAdvisor");
		context.registerBean(LockDefinitionCheck.class,
				() -> LockDefinitionCheck.ofWoven(context.getBean(LockDefinitionSource.class), context.getBeanFactory(),
						() -> context.getBean(Redlock.class)));
		return context;
	}

	private static Client client() {
		return (Client) Proxy.newProxyInstance(Client.class.getClassLoader(), new Class<?>[] { Client.class },
				(proxy, method, args) -> (method.getReturnType() == String.class) ? "answer" : null);
	}

	@DistributedLock(name = "client")
	interface Client {

		String run();

	}

	static class Factory implements FactoryBean<Client> {

		@Override
		public Client getObject() {
			return client();
		}

		@Override
		public Class<?> getObjectType() {
			return Client.class;
		}

	}

}
