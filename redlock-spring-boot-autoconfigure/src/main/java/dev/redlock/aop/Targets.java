package dev.redlock.aop;

import org.springframework.aop.framework.AopProxyUtils;

/**
 * What is behind proxies.
 */
final class Targets {

	private Targets() {
	}

	/**
	 * Returns the object behind all proxies around it, as far as they always lead to the
	 * same one.
	 * @param object a proxy, or any other object
	 */
	static Object innermost(Object object) {
		Object target = object;
		Object inner = AopProxyUtils.getSingletonTarget(target);
		while (inner != null) {
			target = inner;
			inner = AopProxyUtils.getSingletonTarget(target);
		}
		return target;
	}

}
