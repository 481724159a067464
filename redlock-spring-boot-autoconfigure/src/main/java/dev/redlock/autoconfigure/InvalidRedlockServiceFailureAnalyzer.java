package dev.redlock.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains services that can't be nodes.
 */
final class InvalidRedlockServiceFailureAnalyzer extends AbstractFailureAnalyzer<InvalidRedlockServiceException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidRedlockServiceException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.getRemedy(), cause);
	}

}
