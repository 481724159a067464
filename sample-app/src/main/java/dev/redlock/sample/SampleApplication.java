package dev.redlock.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Starts the application.
 */
@SpringBootApplication
public class SampleApplication {

	/**
	 * Starts the application.
	 * @param args such as {@code --server.port=8081 --redlock.nodes=redis://...}
	 */
	public static void main(String[] args) {
		if (System.getProperty("h2.bindAddress") == null) {
			// The database file is shared with other instances on this machine only.
			System.setProperty("h2.bindAddress", "127.0.0.1");
		}
		SpringApplication.run(SampleApplication.class, args);
	}

}
