package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Set;

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
		Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
		if (!AnnotationUtils.isCandidateClass(type, DistributedLock.class)) {
			return null;
		}
		Set<Method> methods = MethodIntrospector.selectMethods(type,
				(MethodFilter) (method) -> LockAnnotation.find(method, method, type) != null);
		if (methods.isEmpty()) {
			return null;
		}
		return (context, code) -> {
			LockHints hints = new LockHints(context.getRuntimeHints(), bean.getBeanFactory());
			hints.registerInterfaces(type);
			methods.forEach((method) -> hints.register(method, type));
		};
	}

}
