package dev.redlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets at most one caller at a time, in all processes that use the same nodes, run a
 * method for a key. On a class or an interface it stands for all its public methods; that
 * of a method wins, then that of the nearer type, then that of the type that declares the
 * method. If different ones are left, the application does not start. Usable as a
 * meta-annotation, with Spring's {@code @AliasFor}.
 * <p>
 * The lock is held until the method returns or, inside a transaction of the caller, until
 * that has completed. If it returns a {@code CompletionStage} or
 * {@code CompletableFuture}, or a {@code Mono}, {@code Flux} or other publisher that
 * Reactor can adapt, the caller is not blocked, the method starts on another thread once
 * it has the lock, and the lock is held until completion, error or cancellation; a
 * publisher is locked by each subscription. With {@code @Async}, the lock is held by the
 * thread of the executor. Return types whose work can't be followed, such as a plain
 * {@code Future} or a lazy {@code Stream}, are refused when the application starts.
 * <p>
 * The method must be called through its Spring proxy: {@code this.method()} is not
 * guarded. If the lock can't be had, the method does not run and a
 * {@code LockNotAcquiredException} is thrown.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
public @interface DistributedLock {

	/**
	 * Short for {@link #key()}.
	 * @return a SpEL expression
	 */
	String value() default "";

	/**
	 * A SpEL expression for what to lock, as in {@code @Cacheable}: parameters by name
	 * ({@code #orderId}) or index ({@code #p0}, {@code #a0}), {@code #root.method},
	 * {@code #root.target}, {@code #root.targetClass}, {@code #root.args} and beans
	 * ({@code @bean}). Its value is a String, Number, UUID, Enum or date or time of
	 * {@code java.time}, or a collection or array of them to lock several resources, all
	 * or none. Null, empty and blank are errors, and so are {@code byte[]} and
	 * {@code char[]}: give their text, such as in hex. With neither key nor name, the
	 * class and method name is locked.
	 * @return a SpEL expression
	 */
	String key() default "";

	/**
	 * A static name: the tag of the meters and, with a colon, the prefix of the resource.
	 * A placeholder {@code ${...}} or SpEL {@code #{...}} is resolved once, not by each
	 * call.
	 * @return the name
	 */
	String name() default "";

	/**
	 * How long the lock lives unless it is extended: {@code 10s}, {@code PT10S}, a
	 * placeholder {@code ${...}}, or SpEL {@code #{...}}. Empty for the property
	 * {@code redlock.ttl}.
	 * @return the time to live
	 */
	String ttl() default "";

	/**
	 * How long the call may wait for the lock, written like {@link #ttl()}; {@code 0s}
	 * means one attempt. Empty for the property {@code redlock.wait-time}.
	 * @return the wait time
	 */
	String waitTime() default "";

	/**
	 * For how long the lock is kept from others at least, counted from the acquire and
	 * written like {@link #ttl()}. A method that ends earlier leaves its lock to expire
	 * at that time, so that a scheduled job does not run again on a machine whose clock
	 * is a little behind. A lease that was lost, such as at the end of the application,
	 * keeps nobody out. Not over the ttl. Empty to free the lock at once.
	 * @return the shortest time between two runs
	 */
	String holdAtLeast() default "";

	/**
	 * Whether the lease is extended while the method runs.
	 * @return whether to extend
	 */
	AutoExtend autoExtend() default AutoExtend.DEFAULT;

	/**
	 * The most extensions of the lease; -1 for the property
	 * {@code redlock.extension.max}.
	 * @return the cap
	 */
	int maxExtensions() default -1;

	/**
	 * Whether to obtain a fencing token, for
	 * {@code LockContext.currentLease().fencingToken()}.
	 * @return whether to fence
	 */
	boolean fencing() default false;

	/**
	 * What happens when another owner has the lock for the whole wait time. A call
	 * without a usable quorum of nodes fails in any case.
	 * @return the policy
	 */
	WhenHeld whenHeld() default WhenHeld.FAIL;

	/**
	 * The name of a method to call instead when the lock can't be had: of the same class
	 * or a superclass, of any visibility, with the same return type and the same
	 * parameters, optionally followed by a {@code LockNotAcquiredException}, and without
	 * checked exceptions that the annotated one does not declare. It runs without the
	 * lock, also where the annotation is on the class, and without any other advice of
	 * the proxy: no transaction begins for it. With {@link WhenHeld#SKIP} it is called
	 * only when too few nodes could be asked. Not called after an interrupt, nor when the
	 * application ends or its context is paused ({@code RedlockClosedException}).
	 * @return the name of the method; empty for none
	 */
	String fallbackMethod() default "";

	/**
	 * A SpEL expression that says whether to lock at all, as in {@code @Cacheable}. If it
	 * is false, the method runs without a lock. It must be true or false, not null.
	 * @return a SpEL expression; empty to lock always
	 */
	String condition() default "";

	/**
	 * What happens when the lease is lost while the method runs.
	 * @return the policy
	 */
	WhenLost whenLost() default WhenLost.FAIL;

}
