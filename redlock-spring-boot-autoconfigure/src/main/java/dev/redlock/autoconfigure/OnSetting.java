package dev.redlock.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * The condition of {@link ConditionalOnSetting}. Reads the property as it is bound, since
 * one that compares texts would take {@code on} for {@code false}.
 */
final class OnSetting extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		MergedAnnotation<ConditionalOnSetting> setting = metadata.getAnnotations().get(ConditionalOnSetting.class);
		boolean wanted = setting.getBoolean("havingValue");
		boolean unset = (setting.getBoolean("matchIfMissing") == wanted);
		String name = setting.getString("name");
		boolean value = Binder.get(context.getEnvironment()).bind(name, Boolean.class).orElse(unset);
		return new ConditionOutcome(value == wanted,
				ConditionMessage.forCondition(ConditionalOnSetting.class, name).because("it is " + value));
	}

}
