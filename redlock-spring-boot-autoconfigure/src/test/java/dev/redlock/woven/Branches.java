package dev.redlock.woven;

import dev.redlock.annotation.DistributedLock;

/**
 * Classes whose methods call those that they override.
 */
final class Branches {

	private Branches() {
	}

	static class Branch {

		@DistributedLock(name = "branch", key = "#id")
		String run(String id) {
			return Orders.held();
		}

	}

	static class Twig extends Branch {

		@Override
		@DistributedLock(name = "twig", key = "#id")
		String run(String id) {
			return Orders.held() + super.run(id);
		}

	}

	static class Leaf extends Branch {

		@Override
		@DistributedLock(name = "leaf", key = "#id", condition = "false")
		String run(String id) {
			return Orders.held() + super.run(id);
		}

	}

}
