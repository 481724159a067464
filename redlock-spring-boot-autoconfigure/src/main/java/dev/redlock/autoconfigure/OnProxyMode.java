package dev.redlock.autoconfigure;

import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.context.annotation.Conditional;

/**
 * Matches when methods are to be guarded by proxies.
 */
final class OnProxyMode extends NoneNestedConditions {

	OnProxyMode() {
		super(ConfigurationPhase.PARSE_CONFIGURATION);
	}

	/**
	 * The other mode.
	 */
	@Conditional(OnAspectJMode.class)
	static class AspectJMode {

	}

}
