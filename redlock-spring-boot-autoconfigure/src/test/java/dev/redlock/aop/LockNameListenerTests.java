package dev.redlock.aop;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The names of the locks that an application has.
 */
class LockNameListenerTests {

	private final List<String> names = new ArrayList<>();

	private void start(Class<?>... beans) {
		AopContexts.of(new RecordingRedlock(), (context) -> {
			context.registerBean(LockNameListener.class, () -> this.names::add);
			for (Class<?> bean : beans) {
				context.registerBean(bean, (definition) -> {
					definition.setLazyInit(bean == LazyJobs.class);
					definition
						.setScope((bean == Prototypes.class) ? BeanDefinition.SCOPE_PROTOTYPE : definition.getScope());
				});
			}
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(context);
		}).close();
	}

	@Test
	void theNameIsThatOfTheAnnotationOrOfTheMethod() {
		start(Orders.class);
		assertThat(this.names).containsExactly("Orders.unnamed", "order");
	}

	@Test
	void aPlaceholderInTheNameIsResolved() {
		start(Placeholders.class);
		assertThat(this.names).containsExactly("shop:nightly");
	}

	@Test
	void beansThatDoNotExistYetHaveTheirNamesToo() {
		start(LazyJobs.class, Prototypes.class);
		assertThat(this.names).containsExactly("lazy", "prototype");
	}

	@Test
	void anInterfaceWhoseClassIsNotKnownHasNoNameButThatOfTheAnnotation() {
		AopContexts.of(new RecordingRedlock(), (context) -> {
			context.registerBean(LockNameListener.class, () -> this.names::add);
			context.registerBean(Client.class, () -> BDDMockito.mock(Client.class),
					(definition) -> definition.setLazyInit(true));
		}).close();
		assertThat(this.names).containsExactly("client");
	}

	@Test
	void aListenerThatIsLazyIsMadeWhenTheApplicationHasStarted() {
		for (Class<?> bean : List.of(String.class, Orders.class)) {
			AopContexts.of(new RecordingRedlock(), (context) -> {
				context.registerBean(LockNameListener.class, () -> this.names::add,
						(definition) -> definition.setLazyInit(true));
				context.registerBean(bean);
				AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(context);
			}).close();
		}
		assertThat(this.names).containsExactly("Orders.unnamed", "order");
	}

	@Test
	void aListenerMayHaveLocksOfItsOwn() {
		AopContexts.of(new RecordingRedlock(), (context) -> {
			context.registerBean(Orders.class, (definition) -> definition.setLazyInit(true));
			context.registerBean(LockNameListener.class, () -> {
				context.getBean(Orders.class);
				return this.names::add;
			}, (definition) -> definition.setLazyInit(true));
			AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(context);
		}).close();
		assertThat(this.names).containsExactly("Orders.unnamed", "order");
	}

	@Test
	void anApplicationWithoutLocksIsToldNothing() {
		start(String.class);
		assertThat(this.names).isEmpty();
	}

	static class Orders {

		@DistributedLock(name = "order", key = "#id")
		void one(String id) {
		}

		@DistributedLock(name = "order", key = "#id")
		void again(String id) {
		}

		@DistributedLock("#id")
		void unnamed(String id) {
		}

	}

	static class Placeholders {

		@DistributedLock(name = "${missing:shop}:nightly")
		void run() {
		}

	}

	static class LazyJobs {

		LazyJobs() {
			throw new IllegalStateException("not wanted yet");
		}

		@DistributedLock(name = "lazy")
		void run() {
		}

	}

	static class Prototypes {

		@DistributedLock(name = "prototype")
		void run() {
		}

	}

	interface Client {

		@DistributedLock(name = "client")
		void named();

		@DistributedLock
		void unnamed();

	}

}
