package dev.redlock.aop.elsewhere;

import dev.redlock.annotation.DistributedLock;

/**
 * Has a method that proxies of subclasses in other packages can't override.
 */
public class PackagePrivateMethod {

	@DistributedLock(name = "a")
	void run() {
	}

}
