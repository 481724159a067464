package dev.redlock.aop;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * The first bean of each class that was made before the application has started, when not
 * all that is needed to check it is there. Thread-safe.
 */
final class EarlyBeans {

	/** {@code null} since the application has started. */
	private @Nullable Map<Class<?>, MadeBean> beans = new LinkedHashMap<>();

	/**
	 * Keeps a bean for the start.
	 * @return whether the start is still to come
	 */
	synchronized boolean keep(MadeBean made, Class<?> type) {
		if (this.beans == null) {
			return false;
		}
		this.beans.putIfAbsent(type, made);
		return true;
	}

	/**
	 * Returns those kept, once: the application has started.
	 */
	synchronized Map<Class<?>, MadeBean> take() {
		Map<Class<?>, MadeBean> made = Objects.requireNonNullElse(this.beans, Map.of());
		this.beans = null;
		return made;
	}

	record MadeBean(String name, Object bean) {

	}

}
