package dev.redlock.actuate;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import dev.redlock.actuate.RedlockEndpoint.LeaseDescriptor;
import dev.redlock.actuate.RedlockEndpoint.NodeViewDescriptor;
import dev.redlock.actuate.RedlockEndpoint.RedlockDescriptor;
import dev.redlock.actuate.RedlockEndpoint.ResourceDescriptor;
import dev.redlock.actuate.RedlockReleaseEndpointExtension.ReleaseDescriptor;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A native image can call the endpoint and write what it returns.
 */
class RedlockEndpointHintsTests {

	@ParameterizedTest
	@ValueSource(classes = { RedlockDescriptor.class, NodeDescriptor.class, LeaseDescriptor.class,
			ResourceDescriptor.class, NodeViewDescriptor.class, ReleaseDescriptor.class })
	void descriptorsCanBeWritten(Class<?> descriptor) throws Exception {
		RuntimeHints hints = new RuntimeHints();
		new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, RedlockEndpoint.class,
				RedlockReleaseEndpointExtension.class);
		String component = descriptor.getRecordComponents()[0].getName();
		assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(descriptor.getMethod(component)))
			.accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection()
			.onMethodInvocation(RedlockEndpoint.class.getMethod("resource", String[].class))).accepts(hints);
	}

}
