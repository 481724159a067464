package dev.redlock.aop;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Scope;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many classes the proxies of a bean need, which are never unloaded.
 */
class ProxyClassTests {

	@Test
	void theProxiesOfAllInstancesHaveOneClass() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(new ManualRedlock(), Basket.class)) {
			assertThat(context.getBean(Basket.class)).isNotSameAs(context.getBean(Basket.class))
				.hasSameClassAs(context.getBean(Basket.class));
		}
	}

	@Test
	void alsoThoseOfSeveralContexts() {
		try (AnnotationConfigApplicationContext one = AopContexts.of(new ManualRedlock(), Basket.class);
				AnnotationConfigApplicationContext another = AopContexts.of(new ManualRedlock(), Basket.class)) {
			assertThat(one.getBean(Basket.class)).hasSameClassAs(another.getBean(Basket.class));
		}
	}

	@Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
	static class Basket {

		@DistributedLock("'a'")
		void fill() {
		}

	}

}
