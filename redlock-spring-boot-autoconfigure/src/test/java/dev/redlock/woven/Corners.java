package dev.redlock.woven;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

import dev.redlock.annotation.DistributedLock;

/**
 * Methods that no proxy can guard, and other places of the annotation.
 */
@DistributedLock(name = "corners", key = "#root.methodName")
public class Corners {

	@DistributedLock(name = "order", key = "#id")
	private String secret(String id) {
		return Orders.held();
	}

	String callSecret(String id) {
		return secret(id);
	}

	@DistributedLock(name = "order", key = "#p0")
	static String statically(String id) {
		return Orders.held();
	}

	@DistributedLock(name = "order", key = "#id")
	final String unchangeable(String id) {
		return Orders.held();
	}

	@Guarded(key = "#id")
	int primitive(int id) {
		return Orders.held().equals("[guarded:" + id + "]") ? id : -1;
	}

	public String byClass() {
		return Orders.held();
	}

	public String fail() throws IOException {
		throw new IOException(Orders.held());
	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "guarded")
	@interface Guarded {

		@AliasFor(annotation = DistributedLock.class)
		String key();

	}

	/**
	 * Overrides a method that its superclass locks.
	 */
	public static class Specialized extends Corners {

		@Override
		public String byClass() {
			return "specialized " + super.byClass();
		}

		public String own() {
			return Orders.held();
		}

	}

}
