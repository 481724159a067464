package dev.redlock.readme;

import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

import dev.redlock.RedlockListener;
import dev.redlock.RedlockListener.LossEvent;

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
	static class NodeAlarm implements RedlockListener {

		private final Pager pager;

		NodeAlarm(Pager pager) {
			this.pager = pager;
		}

		@Override
		public void onNode(NodeEvent event) {
			if (event.to() != NodeState.UP) {
				this.pager.page(event.name() + " does not vote: " + event.detail());
			}
		}

	}
	// end::listener[]

	@Component
	static class LossAlarm {

		private final Pager pager;

		LossAlarm(Pager pager) {
			this.pager = pager;
		}

		// tag::events[]
		@EventListener
		void on(LossEvent event) {
			this.pager.page("Lost " + event.request().resources() + ": " + event.reason());
		}
		// end::events[]

	}

}
