package dev.redlock.transaction;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions of an H2 database with one table.
 */
final class Transactions implements AutoCloseable {

	private final EmbeddedDatabase database = new EmbeddedDatabaseBuilder().setType(EmbeddedDatabaseType.H2)
		.generateUniqueName(true)
		.build();

	private final JdbcTemplate jdbc = new JdbcTemplate(this.database);

	private final RecordingTransactionManager manager;

	Transactions(Events events) {
		this.manager = new RecordingTransactionManager(this.database, events);
		this.jdbc.execute("create table entry (text varchar(20) not null)");
	}

	RecordingTransactionManager manager() {
		return this.manager;
	}

	/**
	 * Joins the transaction of the thread, or begins one.
	 */
	TransactionTemplate required() {
		return of(TransactionDefinition.PROPAGATION_REQUIRED);
	}

	TransactionTemplate of(int propagation) {
		TransactionTemplate template = new TransactionTemplate(this.manager);
		template.setPropagationBehavior(propagation);
		return template;
	}

	void insert(String text) {
		this.jdbc.update("insert into entry values (?)", text);
	}

	int count() {
		Integer count = this.jdbc.queryForObject("select count(*) from entry", Integer.class);
		return (count != null) ? count : 0;
	}

	@Override
	public void close() {
		this.database.shutdown();
	}

}
