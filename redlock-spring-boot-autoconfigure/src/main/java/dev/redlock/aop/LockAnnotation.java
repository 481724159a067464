package dev.redlock.aop;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.DecoratingProxy;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.core.annotation.RepeatableContainers;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import dev.redlock.annotation.DistributedLock;

/**
 * The annotation that holds for a method.
 *
 * @param lock the annotation
 * @param source the method that has it, such as one of an interface; {@code null} if a
 * class has it
 * @param owner the class or interface that has it, or whose method has it
 * @param single whether it is the only one there
 */
record LockAnnotation(DistributedLock lock, @Nullable Method source, Class<?> owner, boolean single) {

	/**
	 * Finds the annotation of a method: its own, that of a method it implements, that of
	 * the class.
	 * @param method the method of the target class
	 * @param called the method that is called, which may be that of an interface
	 * @param targetClass the class of the object it is called on
	 * @return the annotation, or {@code null}
	 */
	static @Nullable LockAnnotation find(Method method, Method called, Class<?> targetClass) {
		LockAnnotation own = on(method);
		if (own == null && !called.equals(method)) {
			own = on(called);
		}
		if (own == null || own.owner.isInterface()) {
			LockAnnotation nearest = inherited(method, targetClass, own == null);
			own = (nearest != null) ? nearest : own;
		}
		if (own != null || !Modifier.isPublic(method.getModifiers()) || Modifier.isStatic(method.getModifiers())
				|| method.isSynthetic() || ReflectionUtils.isObjectMethod(method) || isOfProxy(called)) {
			return own;
		}
		LockAnnotation whole = ofClass(method, targetClass);
		return (whole != null && !ContainerQuestion.isOne(method, targetClass)
				&& !FallbackMethod.isOne(method, targetClass, whole.lock.fallbackMethod())) ? whole : null;
	}

	/**
	 * Finds the annotation in all interfaces of the class, also in those that the
	 * superclass that has the method does not know, and in its superclasses.
	 * @param interfacesOnly whether none of the superclasses has one
	 */
	private static @Nullable LockAnnotation inherited(Method method, Class<?> targetClass, boolean interfacesOnly) {
		Stream<Class<?>> types = interfacesOnly ? ClassUtils.getAllInterfacesForClassAsSet(targetClass).stream()
				: hierarchy(targetClass);
		List<LockAnnotation> all = types.flatMap((type) -> Arrays.stream(type.getMethods()))
			.filter((each) -> isThatOf(each, method, targetClass))
			.flatMap((each) -> Stream.ofNullable(on(each)))
			.toList();
		return one(nearest(all));
	}

	private static boolean isThatOf(Method declared, Method method, Class<?> targetClass) {
		return declared.getName().equals(method.getName()) && declared.getParameterCount() == method.getParameterCount()
				&& AopUtils.getMostSpecificMethod(declared, targetClass).equals(method);
	}

	/**
	 * Finds the annotation of the class, or else those of its superclasses and interfaces
	 * that have the method, or else of all of them.
	 */
	private static @Nullable LockAnnotation ofClass(Method method, Class<?> targetClass) {
		LockAnnotation first = on(targetClass);
		if (first == null || first.owner == targetClass) {
			return first;
		}
		List<LockAnnotation> nearest = nearest(hierarchy(targetClass)
			.flatMap((type) -> Stream.ofNullable(on(type)).filter((each) -> each.owner == type))
			.toList());
		List<LockAnnotation> declaring = nearest.stream()
			.filter((each) -> Arrays.stream(each.owner.getMethods())
				.anyMatch((declared) -> isThatOf(declared, method, targetClass)))
			.toList();
		return one(declaring.isEmpty() ? nearest : declaring);
	}

	/**
	 * Returns whether a proxy of Spring answers a method itself, about itself.
	 */
	private static boolean isOfProxy(Method called) {
		Class<?> type = called.getDeclaringClass();
		return type.isInterface() && (type.isAssignableFrom(Advised.class) || type == DecoratingProxy.class);
	}

	/**
	 * Returns a class and all that it is made of.
	 */
	static Stream<Class<?>> hierarchy(Class<?> type) {
		Stream<Class<?>> above = Stream
			.concat(Arrays.stream(type.getInterfaces()), Stream.ofNullable(type.getSuperclass()))
			.flatMap(LockAnnotation::hierarchy);
		return Stream.concat(Stream.of(type), above).distinct();
	}

	private static List<LockAnnotation> nearest(List<LockAnnotation> all) {
		return all.stream().filter((each) -> all.stream().noneMatch((other) -> other.isNearerThan(each))).toList();
	}

	/**
	 * Returns the first one, which is not single if there are different ones.
	 */
	private static @Nullable LockAnnotation one(List<LockAnnotation> nearest) {
		if (nearest.isEmpty()) {
			return null;
		}
		LockAnnotation first = nearest.get(0);
		boolean single = first.single && nearest.stream().allMatch((each) -> each.lock.equals(first.lock));
		return new LockAnnotation(first.lock, first.source, first.owner, single);
	}

	private boolean isNearerThan(LockAnnotation other) {
		return this.owner != other.owner && other.owner.isAssignableFrom(this.owner);
	}

	/**
	 * Returns the class that a lock without a name is called after.
	 * @param targetClass the class of the object that has the method
	 * @return a class that is called the same in each JVM
	 */
	Class<?> namesake(Class<?> targetClass) {
		// A lambda and a proxy are given a number by the JVM that makes them.
		return GeneratedClasses.isOne(targetClass) ? this.owner : targetClass;
	}

	/**
	 * Returns whether something has the annotation without inheriting it.
	 */
	static boolean isDirectlyOn(AnnotatedElement element) {
		return MergedAnnotations.from(element, SearchStrategy.DIRECT, RepeatableContainers.none())
			.isPresent(DistributedLock.class);
	}

	private static @Nullable LockAnnotation on(AnnotatedElement element) {
		List<MergedAnnotation<DistributedLock>> all = MergedAnnotations
			.from(element, SearchStrategy.TYPE_HIERARCHY, RepeatableContainers.none())
			.stream(DistributedLock.class)
			.toList();
		if (all.isEmpty()) {
			return null;
		}
		MergedAnnotation<DistributedLock> first = all.get(0);
		boolean single = all.stream()
			.filter((each) -> each.getAggregateIndex() == first.getAggregateIndex())
			.count() == 1;
		return (first.getSource() instanceof Method source)
				? new LockAnnotation(first.synthesize(), source, source.getDeclaringClass(), single)
				: new LockAnnotation(first.synthesize(), null, (Class<?>) Objects.requireNonNull(first.getSource()),
						single);
	}

}
