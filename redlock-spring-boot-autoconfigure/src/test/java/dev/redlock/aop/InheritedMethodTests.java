package dev.redlock.aop;

import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The annotation of an interface guards a method that the class has from a superclass,
 * which does not know that interface.
 */
class InheritedMethodTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void theSuperclassHasNoInterface() {
		assertGuarded(Courier.class, (beans) -> beans.getBean(Delivery.class).deliver("42"), "delivery:42");
	}

	@Test
	void theSuperclassHasTheMethodForAnotherInterface() {
		assertGuarded(DefaultOrderService.class, InheritedMethodTests::process, "ordered:42");
	}

	@Test
	void theInterfaceIsGeneric() {
		assertGuarded(GenericHandler.class, InheritedMethodTests::process, "handled:42");
	}

	@Test
	void anInterfaceWithoutTheAnnotationComesFirst() {
		assertGuarded(Both.class, InheritedMethodTests::process, "ordered:42");
	}

	private static void process(BeanFactory beans) {
		beans.getBean(Processor.class).process("42");
	}

	private void assertGuarded(Class<?> bean, Consumer<BeanFactory> call, String resource) {
		for (boolean ofInterfaces : new boolean[] { true, false }) {
			try (AnnotationConfigApplicationContext context = ofInterfaces
					? AopContexts.ofInterfaces(this.redlock, bean) : AopContexts.of(this.redlock, bean)) {
				int before = this.redlock.count();
				call.accept(context);
				assertThat(this.redlock.count()).isEqualTo(before + 1);
				assertThat(this.redlock.lastResources()).containsExactly(resource);
			}
		}
	}

	interface Delivery {

		@DistributedLock(name = "delivery", key = "#parcel")
		void deliver(String parcel);

	}

	public static class Walker {

		public void deliver(String any) {
		}

	}

	interface Processor {

		void process(String id);

	}

	interface OrderService extends Processor {

		@Override
		@DistributedLock(name = "ordered", key = "#id")
		void process(String id);

	}

	public abstract static class AbstractProcessor implements Processor {

		@Override
		public void process(String id) {
		}

	}

	public static class DefaultOrderService extends AbstractProcessor implements OrderService {

	}

	interface Handler<T> {

		@DistributedLock(name = "handled", key = "#p0")
		void process(T value);

	}

	public static class GenericHandler extends AbstractProcessor implements Handler<String> {

	}

	interface Unlocked {

		void process(String id);

	}

	public static class Both extends AbstractProcessor implements Unlocked, OrderService {

	}

	public static class Courier extends Walker implements Delivery {

	}

}
