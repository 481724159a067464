package dev.redlock.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches by a property that is true or false, in each spelling that can be bound. One
 * that can't be bound stops the start.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnSetting.class)
@interface ConditionalOnSetting {

	/**
	 * The name of the property.
	 */
	String name();

	/**
	 * The value with which the condition matches.
	 */
	boolean havingValue() default true;

	/**
	 * Whether the condition matches if the property is missing or empty.
	 */
	boolean matchIfMissing() default false;

}
