package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.SpringProxy;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractAutowireCapableBeanFactory;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

/**
 * What becomes of a bean that is part of a circular reference: the others of the circle
 * get its proxy early, and so whoever looks for annotated methods when the bean is made
 * gets the object itself, and calls that ever after (spring-framework#23672).
 */
final class EarlyReferences {

	/**
	 * What is looked for then; by their names, since they need not be on the class path.
	 */
	private static final Set<String> CALLERS = Set.of("org.springframework.scheduling.annotation.Scheduled",
			"org.springframework.jms.annotation.JmsListener", "org.springframework.kafka.annotation.KafkaListener",
			"org.springframework.kafka.annotation.KafkaHandler",
			"org.springframework.amqp.rabbit.annotation.RabbitListener",
			"org.springframework.amqp.rabbit.annotation.RabbitHandler",
			"org.springframework.pulsar.annotation.PulsarListener",
			"org.springframework.pulsar.annotation.PulsarReader",
			"org.springframework.data.redis.annotation.RedisListener",
			"org.springframework.integration.annotation.ServiceActivator",
			"org.springframework.integration.annotation.InboundChannelAdapter",
			"org.springframework.integration.annotation.Aggregator",
			"org.springframework.integration.annotation.Filter", "org.springframework.integration.annotation.Router",
			"org.springframework.integration.annotation.Splitter",
			"org.springframework.integration.annotation.Transformer", "io.awspring.cloud.sqs.annotation.SqsListener",
			"io.awspring.cloud.sqs.annotation.SqsHandler");

	private final ConfigurableListableBeanFactory beanFactory;

	EarlyReferences(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Checks a bean that was made and is no proxy.
	 * @param bean the name of the bean
	 * @param method a method of its class, which has a lock
	 * @throws InvalidLockDefinitionException if the method will be called past the proxy
	 */
	void require(String bean, Method method) {
		String caller = caller(method);
		if (caller != null && isGivenEarly(bean)) {
			throw new InvalidLockDefinitionException(method,
					("the bean is part of a circular reference, in which @%s calls the method on the object itself "
							+ "and not through its proxy, so that it would run without its lock")
						.formatted(ClassUtils.getShortName(caller)),
					"Break the circle, such as with @Lazy at one of its injection points, or move the method to "
							+ "a bean of its own.",
					null);
		}
	}

	private static @Nullable String caller(Method method) {
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		return CALLERS.stream().filter(annotations::isPresent).findFirst().orElse(null);
	}

	/**
	 * Returns whether others have a proxy of a bean that is still being made.
	 */
	private boolean isGivenEarly(String bean) {
		return mayBeGivenEarly(bean) && this.beanFactory.getSingleton(bean) instanceof SpringProxy;
	}

	/**
	 * Returns whether a bean is a singleton that is still being made, where there may be
	 * circles: no other can be part of one.
	 */
	boolean mayBeGivenEarly(String bean) {
		return this.beanFactory instanceof AbstractAutowireCapableBeanFactory factory
				&& factory.isAllowCircularReferences() && this.beanFactory.containsBeanDefinition(bean)
				&& this.beanFactory.getMergedBeanDefinition(bean).isSingleton()
				&& this.beanFactory.isCurrentlyInCreation(bean);
	}

}
