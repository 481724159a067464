package dev.redlock.jedis;

import java.util.HashMap;
import java.util.Map;

/**
 * The fields of what INFO sends.
 */
final class InfoFields {

	private InfoFields() {
	}

	static Map<String, String> parse(String info) {
		Map<String, String> fields = new HashMap<>();
		info.lines().forEach((line) -> {
			int colon = line.indexOf(':');
			if (colon > 0) {
				fields.put(line.substring(0, colon), line.substring(colon + 1).trim());
			}
		});
		return fields;
	}

}
