package dev.redlock.actuate;

import java.util.List;
import java.util.function.Function;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

import dev.redlock.ReleaseOutcome;

/**
 * Lets an operator end a lease that this process holds. Apart from the endpoint, so that
 * the operation does not exist unless it is asked for.
 */
@EndpointWebExtension(endpoint = RedlockEndpoint.class)
public final class RedlockReleaseEndpointExtension {

	private final Function<String, List<ReleaseOutcome>> revocation;

	/**
	 * Creates the extension.
	 * @param revocation ends the leases of this process on a resource
	 */
	public RedlockReleaseEndpointExtension(Function<String, List<ReleaseOutcome>> revocation) {
		this.revocation = revocation;
	}

	/**
	 * Ends the leases of this process on a resource. Their holders are told that they are
	 * lost. Keys of other owners are never touched.
	 * @param resource the resource, cut at each slash
	 * @return what came of it; not found if this process has no lease on the resource
	 */
	@DeleteOperation
	public WebEndpointResponse<ReleaseDescriptor> release(@Selector(match = Match.ALL_REMAINING) String... resource) {
		String text = RedlockEndpoint.text(resource);
		List<ReleaseOutcome> outcomes = this.revocation.apply(text);
		return outcomes.isEmpty() ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
				: new WebEndpointResponse<>(new ReleaseDescriptor(text, outcomes));
	}

	/**
	 * What came of the end of some leases.
	 *
	 * @param resource the resource
	 * @param outcomes what the nodes said to the release of each lease
	 */
	public record ReleaseDescriptor(String resource, List<ReleaseOutcome> outcomes) implements OperationResponseBody {
	}

}
