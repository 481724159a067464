package org.springframework.samples.redlock;

import org.springframework.stereotype.Service;

import dev.redlock.annotation.DistributedLock;

/**
 * A class of an application in a package that begins like those of Spring.
 */
@Service
public class Clinic {

	/**
	 * Has a ttl that is none.
	 */
	@DistributedLock(name = "visit", ttl = "soon")
	public void run() {
	}

}
