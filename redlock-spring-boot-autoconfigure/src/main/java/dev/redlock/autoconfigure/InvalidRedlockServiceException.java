package dev.redlock.autoconfigure;

/**
 * A service of Docker Compose that is meant to be a node and can't be reached.
 */
final class InvalidRedlockServiceException extends RuntimeException {

	private final int port;

	InvalidRedlockServiceException(String service, int port, Throwable cause) {
		super("The service '%s' of Docker Compose has the label of a Redlock node, but its port %d is not published"
			.formatted(service, port), cause);
		this.port = port;
	}

	String getRemedy() {
		return "Add the port to the service (ports: [\"%d\"]), or remove the label.".formatted(this.port);
	}

}
