package dev.redlock.jedis;

import java.util.Map;

/**
 * Whose data a server has, as it says itself.
 *
 * @param master whether it is a master
 * @param id names the history of its data; empty if it does not tell
 * @param continued whether that goes on from another history, as that of a replica does
 * which has become a master. A master that gives itself a new one, such as when it has
 * had no replicas for long, begins anew.
 */
record Replication(boolean master, String id, boolean continued) {

	static Replication parse(String info) {
		return of(InfoFields.parse(info));
	}

	static Replication of(Map<String, String> fields) {
		return new Replication(fields.getOrDefault("role", "master").equals("master"),
				fields.getOrDefault("master_replid", ""),
				!fields.getOrDefault("second_repl_offset", "-1").equals("-1"));
	}

	/**
	 * Returns whether the server has been a replica meanwhile, so that its locks may be
	 * those of another server (S9).
	 * @param before what it said earlier, as a master
	 */
	boolean wasReplicaSince(Replication before) {
		return this.continued && !this.id.equals(before.id);
	}

}
