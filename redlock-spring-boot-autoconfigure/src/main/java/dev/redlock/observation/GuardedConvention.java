package dev.redlock.observation;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import org.jspecify.annotations.Nullable;

/**
 * A convention of the application. For what it fails to say, the default one stands in:
 * an observation that can't be named at its end would never end.
 *
 * @param <T> the type of the context
 * @param own the convention of the application
 * @param standIn the default one
 * @param failed told how the convention fails
 */
record GuardedConvention<T extends Observation.Context>(ObservationConvention<T> own, ObservationConvention<T> standIn,
		Consumer<Throwable> failed) implements ObservationConvention<T> {

	private <R> R ask(Function<ObservationConvention<T>, R> question) {
		try {
			return question.apply(this.own);
		}
		catch (Throwable ex) {
			this.failed.accept(ex);
			return question.apply(this.standIn);
		}
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return ask((convention) -> convention.supportsContext(context));
	}

	@Override
	public @Nullable String getName() {
		return ask((convention) -> Optional.ofNullable(convention.getName())).orElse(null);
	}

	@Override
	public @Nullable String getContextualName(T context) {
		return ask((convention) -> Optional.ofNullable(convention.getContextualName(context))).orElse(null);
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(T context) {
		return ask((convention) -> convention.getLowCardinalityKeyValues(context));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(T context) {
		return ask((convention) -> convention.getHighCardinalityKeyValues(context));
	}

}
