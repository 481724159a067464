package dev.redlock.woven;

/**
 * Has no lock anywhere.
 */
public class Unlocked {

	public String run() {
		return "free";
	}

}
