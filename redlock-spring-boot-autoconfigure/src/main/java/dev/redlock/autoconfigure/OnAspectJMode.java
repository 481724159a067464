package dev.redlock.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

import dev.redlock.autoconfigure.RedlockProperties.Mode;

/**
 * Matches when classes are to be woven. Reads the property as it is bound, so that there
 * is no spelling with which nobody locks.
 */
final class OnAspectJMode extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		Mode mode = Binder.get(context.getEnvironment()).bind("redlock.aop.mode", Mode.class).orElse(Mode.PROXY);
		return new ConditionOutcome(mode == Mode.ASPECTJ,
				ConditionMessage.forCondition("redlock.aop.mode").because("it is " + mode));
	}

}
