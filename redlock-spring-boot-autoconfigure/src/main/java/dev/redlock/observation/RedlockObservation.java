package dev.redlock.observation;

import java.util.Locale;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * All observations and their keys.
 */
public enum RedlockObservation implements ObservationDocumentation {

	/**
	 * Work under a lock, from before the acquire until after the release: a call of an
	 * annotated method, or an action of {@link dev.redlock.Redlock#execute}.
	 */
	LOCKED {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultLockedObservationConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return KeyName.merge(new KeyName[] { LowKey.LOCK, LowKey.OUTCOME });
		}

		@Override
		public KeyName[] getHighCardinalityKeyNames() {
			return HighKey.values();
		}

	},

	/**
	 * A part of it: the acquire, or the body.
	 */
	PHASE {

		@Override
		public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
			return DefaultLockPhaseObservationConvention.class;
		}

		@Override
		public KeyName[] getLowCardinalityKeyNames() {
			return LowKey.values();
		}

	};

	/**
	 * The keys whose values are few.
	 */
	public enum LowKey implements KeyName {

		/**
		 * The static name of the lock.
		 */
		LOCK,

		/**
		 * Which part of the work it is.
		 */
		PHASE,

		/**
		 * What came of it.
		 */
		OUTCOME;

		@Override
		public String asString() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/**
	 * The keys whose values have no end, for traces only.
	 */
	public enum HighKey implements KeyName {

		/**
		 * What was locked.
		 */
		KEY("redlock.key"),

		/**
		 * The fencing token, if the request asked for one.
		 */
		FENCING_TOKEN("redlock.fencing.token");

		private final String text;

		HighKey(String text) {
			this.text = text;
		}

		@Override
		public String asString() {
			return this.text;
		}

		@Override
		public boolean isRequired() {
			return this == KEY;
		}

	}

}
