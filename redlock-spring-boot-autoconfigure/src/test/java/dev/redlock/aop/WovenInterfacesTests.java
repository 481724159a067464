package dev.redlock.aop;

import java.lang.reflect.Proxy;
import java.util.function.Consumer;

import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.Redlock;
import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Interfaces with the annotation whose objects are made at run time, such as repositories
 * and HTTP clients, in an application whose locks AspectJ was to weave.
 */
class WovenInterfacesTests {

	private static final String UNSEEN = "AspectJ does not see the annotation there";

	private static final String PROXY = "the object behind the interface is a proxy";

	@Test
	void anAnnotatedMethodOfOneIsRefused() {
		assertRefused(byFactory(Job.class, jdkProxy(Job.class)), Job.class, UNSEEN);
		assertRefused((context) -> context.registerBean("culprit", Job.class, () -> jdkProxy(Job.class)), Job.class,
				UNSEEN);
	}

	@Test
	void anAnnotatedMethodOfOneThatIsNotMadeYetIsRefusedToo() {
		assertRefused(lazily(Job.class), Job.class, UNSEEN);
	}

	@Test
	void anAnnotatedOneIsRefusedIfAProxyAnswers() {
		assertRefused(byFactory(Client.class, jdkProxy(Client.class)), Client.class, PROXY);
		assertRefused((context) -> context.registerBean("culprit", Client.class, () -> jdkProxy(Client.class)),
				Client.class, PROXY);
	}

	@Test
	void anAnnotatedOneIsRefusedIfAnInterceptorAnswers() {
		assertRefused(
				byFactory(Client.class,
						ProxyFactory.getProxy(Client.class, (MethodInterceptor) (invocation) -> "answer")),
				Client.class, PROXY);
		ProxyFactory repository = new ProxyFactory();
		repository.setInterfaces(Client.class);
		repository.setTarget("not a client");
		assertRefused(byFactory(Client.class, (Client) repository.getProxy()), Client.class, PROXY);
	}

	@Test
	void oneWithAClassBehindItIsJudgedByTheClass() {
		assertRefused(byFactory(Client.class, (Client) new ProxyFactory(new ForgottenClient()).getProxy()),
				ForgottenClient.class, "was not woven");
		assertStarts(byFactory(Client.class, (Client) new ProxyFactory(new WovenClient()).getProxy()));
		assertStarts(byFactory(Job.class, new WovenJob()));
	}

	@Test
	void anAnnotatedOneThatIsNotMadeYetIsAccepted() {
		assertStarts(lazily(Client.class));
	}

	private static void assertRefused(Consumer<AnnotationConfigApplicationContext> bean, Class<?> type,
			String problem) {
		Refusals.assertRefused((context) -> bean.accept(woven(context)), type, problem, "redlock.aop.mode to proxy");
	}

	private static void assertStarts(Consumer<AnnotationConfigApplicationContext> bean) {
		assertThatCode(() -> AopContexts.of(new RecordingRedlock(), (context) -> bean.accept(woven(context))).close())
			.doesNotThrowAnyException();
	}

	private static AnnotationConfigApplicationContext woven(AnnotationConfigApplicationContext context) {
		context.removeBeanDefinition("distributedLockAdvisor");
		context.registerBean(LockDefinitionCheck.class,
				() -> LockDefinitionCheck.ofWoven(context.getBean(LockDefinitionSource.class), context.getBeanFactory(),
						() -> context.getBean(Redlock.class)));
		return context;
	}

	private static <T> Consumer<AnnotationConfigApplicationContext> byFactory(Class<T> type, T object) {
		return (context) -> context.registerBean("culprit", Factory.class, () -> new Factory<>(type, object));
	}

	private static Consumer<AnnotationConfigApplicationContext> lazily(Class<?> type) {
		return (context) -> context.registerBean("culprit", type, () -> {
			throw new AssertionError("created");
		}, (definition) -> definition.setLazyInit(true));
	}

	private static <T> T jdkProxy(Class<T> type) {
		return type.cast(
				Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, args) -> null));
	}

	interface Job {

		@DistributedLock(name = "job")
		void run();

	}

	@DistributedLock(name = "client")
	interface Client {

		String run();

	}

	static class ForgottenClient implements Client {

		@Override
		public String run() {
			return "answer";
		}

	}

	static class WovenClient implements Client {

		@Override
		public String run() {
			return WovenClient.run_aroundBody0();
		}

		static String run_aroundBody0() {
			return "answer";
		}

	}

	static class WovenJob implements Job {

		@Override
		@DistributedLock(name = "job")
		public void run() {
			WovenJob.run_aroundBody0();
		}

		static void run_aroundBody0() {
		}

	}

	record Factory<T>(Class<T> type, T object) implements FactoryBean<T> {

		@Override
		public T getObject() {
			return this.object;
		}

		@Override
		public Class<?> getObjectType() {
			return this.type;
		}

	}

}
