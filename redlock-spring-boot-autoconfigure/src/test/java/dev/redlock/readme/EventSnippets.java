package dev.redlock.readme;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

import dev.redlock.RedlockListener;
import dev.redlock.RedlockListener.LossEvent;
import dev.redlock.RedlockListener.NodeEvent;
import dev.redlock.RedlockListener.NodeState;

/**
 * The snippets of the documentation that are told what happens.
 */
final class EventSnippets {

	private EventSnippets() {
	}

	interface Pager {

		void page(String message);

	}

	// tag::listener[]
	@Component
	static class NodeChanges implements RedlockListener {

		private final AtomicInteger changes = new AtomicInteger();

		@Override
		public void onNode(NodeEvent event) {
			this.changes.incrementAndGet();
		}

		int changes() {
			return this.changes.get();
		}

	}
	// end::listener[]

	@Component
	static class Alarm {

		private final Pager pager;

		Alarm(Pager pager) {
			this.pager = pager;
		}

		// tag::events[]
		@EventListener
		void on(LossEvent event) {
			this.pager.page("Lost " + event.request().resources() + ": " + event.reason());
		}

		@EventListener
		void on(NodeEvent event) {
			if (event.to() != NodeState.UP) {
				this.pager.page(event.name() + " does not vote: " + event.detail());
			}
		}
		// end::events[]

	}

}
