package dev.redlock.readme;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import java.util.concurrent.locks.Lock;

import org.springframework.core.annotation.AliasFor;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Scheduled;

import dev.redlock.LockHeldException;
import dev.redlock.LockNotAcquiredException;
import dev.redlock.Redlock;
import dev.redlock.annotation.AutoExtend;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.WhenHeld;
import dev.redlock.annotation.WhenLost;
import dev.redlock.aop.LockContext;

/**
 * The snippets of the documentation.
 */
final class AnnotationSnippets {

	private AnnotationSnippets() {
	}

	static class Keys {

		// tag::key[]
		@DistributedLock(name = "order", key = "#order.id")
		void ship(Order order) {
			// locked: order:42
		}

		@DistributedLock(name = "account", key = "{#from, #to}")
		void transfer(String from, String to) {
			// locked, both or none: account:DE1 and account:DE2
		}
		// end::key[]

	}

	static class Times {

		// tag::times[]
		@DistributedLock(name = "report", ttl = "${report.ttl:20s}", waitTime = "0s")
		void report() {
		}

		@DistributedLock(name = "import", ttl = "10s", maxExtensions = 6)
		void importOrders() {
			// extended about every 3s, lost after 26s to 30s
		}

		@DistributedLock(name = "ping", ttl = "5s", autoExtend = AutoExtend.OFF)
		void ping() {
		}
		// end::times[]

	}

	static class Fencing {

		// tag::fencing[]
		@DistributedLock(name = "stock", key = "#sku", fencing = true)
		void reserve(String sku) {
			long fence = LockContext.currentLease().fencingToken().orElseThrow();
			update("UPDATE stock SET reserved = reserved + 1, fence = ? WHERE sku = ? AND fence < ?", fence, sku,
					fence);
		}
		// end::fencing[]

		// tag::fencedRead[]
		@DistributedLock(name = "stock", key = "#sku", fencing = true)
		void sell(String sku) {
			long fence = LockContext.currentLease().fencingToken().orElseThrow();
			update("UPDATE stock SET fence = ? WHERE sku = ? AND fence < ?", fence, sku, fence);
			int reserved = read("SELECT reserved FROM stock WHERE sku = ?", sku);
			if (update("UPDATE stock SET reserved = ? WHERE sku = ? AND fence = ?", reserved + 1, sku, fence) == 0) {
				throw new IllegalStateException("A later holder has " + sku);
			}
		}
		// end::fencedRead[]

		int update(String statement, Object... values) {
			return 1;
		}

		int read(String query, Object... values) {
			return 0;
		}

	}

	static class Held {

		// tag::held[]
		@DistributedLock(name = "invoice", key = "#id", whenHeld = WhenHeld.SKIP, waitTime = "0s")
		Optional<Invoice> invoice(String id) {
			return Optional.of(new Invoice(id)); // empty: another one is at it
		}

		@DistributedLock(name = "price", key = "#sku", fallbackMethod = "lastPrice")
		long price(String sku) {
			return 100;
		}

		private long lastPrice(String sku, LockNotAcquiredException ex) {
			return (ex instanceof LockHeldException) ? 99 : 0; // 0: too few nodes
																// answered
		}
		// end::held[]

	}

	static class Conditions {

		// tag::condition[]
		@DistributedLock(name = "order", key = "#order.id", condition = "!#order.draft")
		void save(Order order) {
		}
		// end::condition[]

	}

	static class Losses {

		// tag::lost[]
		@DistributedLock(name = "export", whenLost = WhenLost.INTERRUPT)
		void export() throws InterruptedException {
			for (int page = 0; page < 3 && LockContext.currentLease().isValid(); page++) {
				writeForAWhile(page);
			}
		}
		// end::lost[]

		void writeForAWhile(int page) throws InterruptedException {
			if (Thread.interrupted()) {
				throw new InterruptedException();
			}
		}

	}

	// tag::meta[]
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@DistributedLock(name = "tenant", ttl = "5s", waitTime = "1s")
	@interface OnePerTenant {

		@AliasFor(annotation = DistributedLock.class, attribute = "key")
		String value();

	}
	// end::meta[]

	static class Tenants {

		@OnePerTenant("#tenant")
		void migrate(String tenant) {
		}

	}

	static class Reentrance {

		// tag::reentrance[]
		@DistributedLock(name = "cart", key = "#id")
		void checkOut(String id, Reentrance proxy) {
			proxy.add(id, "voucher"); // joins: no network call, the outer one releases
		}

		@DistributedLock(name = "cart", key = "#id")
		void add(String id, String item) {
		}
		// end::reentrance[]

	}

	static class SelfInvocation {

		// tag::self[]
		@DistributedLock(name = "order", key = "#id")
		void cancel(String id) {
			LockContext.assertHeld("order:" + id); // or assertHeld() for whatever is
													// locked innermost
		}

		void cancelAll(Iterable<String> ids) {
			ids.forEach(this::cancel); // not through the proxy: IllegalStateException,
										// not a race
		}
		// end::self[]

	}

	static class Schedules {

		// tag::scheduled[]
		@Scheduled(cron = "0 0 3 * * *")
		@DistributedLock(name = "nightly", ttl = "30s", waitTime = "0s", holdAtLeast = "20s", whenHeld = WhenHeld.SKIP)
		void nightly() {
		}
		// end::scheduled[]

	}

	static class Retries {

		// tag::retry[]
		@Retryable(includes = IllegalStateException.class, maxRetries = 2)
		@DistributedLock(name = "mail", key = "#address")
		void send(String address) {
		}
		// end::retry[]

	}

	static class Programmatic {

		private final Redlock redlock;

		Programmatic(Redlock redlock) {
			this.redlock = redlock;
		}

		void lock() {
			// tag::lock[]
			Lock lock = this.redlock.asLock("ledger");
			lock.lock(); // waits as long as it takes; tryLock() makes one attempt
			try {
				append();
			}
			finally {
				lock.unlock();
			}
			// end::lock[]
		}

		private void append() {
		}

	}

	public record Order(String id, boolean draft) {
	}

	record Invoice(String id) {
	}

}
