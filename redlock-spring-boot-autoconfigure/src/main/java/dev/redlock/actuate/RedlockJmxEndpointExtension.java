package dev.redlock.actuate;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;

import dev.redlock.actuate.RedlockEndpoint.ResourceDescriptor;

/**
 * Takes a resource over JMX as it is: a text that is converted to the segments of a path
 * would be cut at commas and trimmed.
 */
@EndpointJmxExtension(endpoint = RedlockEndpoint.class)
public final class RedlockJmxEndpointExtension {

	private final RedlockEndpoint endpoint;

	/**
	 * Creates the extension.
	 * @param endpoint looks at resources
	 */
	public RedlockJmxEndpointExtension(RedlockEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * Looks at a resource on all nodes. Takes a node time-out at most.
	 * @param resource the resource
	 * @return how it is locked
	 */
	@ReadOperation
	public ResourceDescriptor resource(String resource) {
		return this.endpoint.resource(resource);
	}

}
