package dev.redlock.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * What the nodes need in a native image: the scripts, what makes a node of an address in
 * the configuration, and what the pool of connections looks up by name.
 */
final class RedlockRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("dev/redlock/*.lua");
		hints.reflection()
			.registerType(RedlockProperties.Node.class,
					(node) -> node.withMethod("of", TypeReference.listOf(String.class), ExecutableMode.INVOKE));
		hints.reflection()
			.registerTypeIfPresent(classLoader, "org.apache.commons.pool2.impl.DefaultEvictionPolicy",
					MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
		// Looked up by its name.
		hints.reflection().registerTypeIfPresent(classLoader, LateExecutors.QUARTZ);
	}

}
