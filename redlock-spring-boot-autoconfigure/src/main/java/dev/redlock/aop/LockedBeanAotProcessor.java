package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils.MethodFilter;

import dev.redlock.annotation.DistributedLock;

/**
 * Tells a native image what the annotated methods of a bean need by reflection.
 */
final class LockedBeanAotProcessor implements BeanRegistrationAotProcessor {

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		// Of a factory bean, either may be annotated. The factory does not know a bean
		// that
		// is part of another's definition.
		Class<?> product = bean.isInnerBean() ? null : bean.getBeanFactory().getType(bean.getBeanName(), false);
		Map<Class<?>, Set<Method>> annotated = new LinkedHashMap<>();
		Stream.of(bean.getBeanClass(), product)
			.filter(Objects::nonNull)
			.map(ClassUtils::getUserClass)
			.forEach((type) -> {
				Set<Method> methods = annotated(type);
				if (!methods.isEmpty()) {
					annotated.put(type, methods);
				}
			});
		return annotated.isEmpty() ? null : (context, code) -> {
			LockHints hints = new LockHints(context.getRuntimeHints(), bean.getBeanFactory());
			annotated.forEach((type, methods) -> {
				hints.registerInterfaces(type);
				methods.forEach((method) -> hints.register(method, type));
			});
		};
	}

	private static Set<Method> annotated(Class<?> type) {
		return AnnotationUtils.isCandidateClass(type, DistributedLock.class) ? MethodIntrospector.selectMethods(type,
				(MethodFilter) (method) -> LockAnnotation.find(method, method, type) != null) : Set.of();
	}

}
