package dev.redlock.sample;

import java.time.Duration;
import java.util.List;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the application answered to a client.
 *
 * @param status the HTTP status
 * @param contentType the media type, or an empty text
 * @param body the body
 * @param took the time from the call to the end of the answer
 */
record Answer(int status, String contentType, String body, Duration took) {

	private static final JsonMapper mapper = JsonMapper.builder().build();

	JsonNode json() {
		return mapper.readTree(this.body);
	}

	Stock stock() {
		return mapper.readValue(this.body, Stock.class);
	}

	/**
	 * Returns the votes of a problem, one text per node.
	 */
	List<String> votes() {
		return json().get("votes").valueStream().map(JsonNode::stringValue).toList();
	}

	/**
	 * Returns what a meter says; zero if there is none.
	 * @param statistic such as {@code COUNT}
	 */
	double measured(String statistic) {
		return json().path("measurements")
			.valueStream()
			.filter((measurement) -> measurement.get("statistic").stringValue().equals(statistic))
			.mapToDouble((measurement) -> measurement.get("value").doubleValue())
			.sum();
	}

}
