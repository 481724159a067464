package dev.redlock.sample;

import java.util.UUID;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The fence of the table of stocks.
 */
class StockRepositoryTests {

	private final DriverManagerDataSource database = new DriverManagerDataSource(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

	private final JdbcClient jdbc = JdbcClient.create(this.database);

	private final StockRepository stocks = new StockRepository(this.jdbc);

	@BeforeEach
	void aTableThatIsOlderThanTheFence() {
		this.jdbc.sql("CREATE TABLE stock (sku VARCHAR(100) PRIMARY KEY, quantity INT NOT NULL, reserved INT NOT NULL)")
			.update();
		this.jdbc.sql("INSERT INTO stock VALUES ('old', 5, 2)").update();
		initialize();
	}

	private void initialize() {
		new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(this.database);
	}

	@Test
	void anOlderTableKeepsItsRows() {
		assertThat(this.stocks.find("old")).contains(new Stock("old", 5, 2));
		this.stocks.claim("old", 1);
		assertThat(this.stocks.setReserved("old", 3, 1)).isTrue();
		initialize();
		assertThat(fence("old")).isOne();
	}

	@Test
	void onlyTheLatestHolderMayWrite() {
		assertThat(this.stocks.set("chair", 5, 19)).isTrue();
		this.stocks.claim("chair", 20);
		assertThat(this.stocks.setReserved("chair", 1, 20)).isTrue();
		assertThat(this.stocks.setReserved("chair", 7, 19)).isFalse();
		this.stocks.claim("chair", 21);
		assertThat(this.stocks.setReserved("chair", 7, 20)).isFalse();
		assertThat(this.stocks.find("chair")).contains(new Stock("chair", 5, 1));
		assertThat(this.stocks.setReserved("chair", 2, 21)).isTrue();
		assertThat(fence("chair")).isEqualTo(21);
	}

	@Test
	void anEarlierHolderCanNotWriteBetweenTheReadAndTheWriteOfALaterOne() {
		this.stocks.set("chair", 5, 19);
		this.stocks.claim("chair", 20);
		this.stocks.claim("chair", 21);
		assertThat(this.stocks.find("chair")).contains(new Stock("chair", 5, 0));
		assertThat(this.stocks.setReserved("chair", 1, 20)).isFalse();
		assertThat(this.stocks.setReserved("chair", 1, 21)).isTrue();
	}

	@Test
	void aClaimThatComesTooLateChangesNothing() {
		this.stocks.set("chair", 5, 21);
		this.stocks.claim("chair", 20);
		assertThat(this.stocks.setReserved("chair", 7, 20)).isFalse();
		assertThat(fence("chair")).isEqualTo(21);
	}

	@Test
	void aStockIsSetByTheLatestHolderOnly() {
		assertThat(this.stocks.set("chair", 5, 20)).isTrue();
		this.stocks.claim("chair", 21);
		this.stocks.setReserved("chair", 1, 21);
		assertThat(this.stocks.set("chair", 6, 20)).isFalse();
		assertThat(this.stocks.set("chair", 6, 21)).isFalse();
		assertThat(this.stocks.find("chair")).contains(new Stock("chair", 5, 1));
		assertThat(this.stocks.set("chair", 6, 22)).isTrue();
		assertThat(this.stocks.find("chair")).contains(new Stock("chair", 6, 0));
		assertThat(this.stocks.setReserved("chair", 2, 21)).isFalse();
		assertThat(fence("chair")).isEqualTo(22);
	}

	@Test
	void anUnfencedWriteLeavesTheFence() {
		this.stocks.set("chair", 5, 20);
		this.stocks.setReservedUnfenced("chair", 3);
		assertThat(this.stocks.find("chair")).contains(new Stock("chair", 5, 3));
		assertThat(fence("chair")).isEqualTo(20);
	}

	private long fence(String sku) {
		return this.jdbc.sql("SELECT fence FROM stock WHERE sku = ?").param(sku).query(Long.class).single();
	}

}
