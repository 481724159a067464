package dev.redlock.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains properties that can't work.
 */
final class InvalidRedlockPropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidRedlockPropertyException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidRedlockPropertyException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.getRemedy(), cause);
	}

}
