package dev.redlock.aop;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Subscribes to what a method returned, whose lease must be released whatever that does:
 * it may fail to be cancelled, or to be subscribed to with an error that Reactor takes
 * for fatal and signals to nobody, such as a {@link LinkageError}.
 */
final class MethodSubscriber implements CoreSubscriber<Object>, Subscription {

	private static final Logger logger = LoggerFactory.getLogger(MethodSubscriber.class);

	private final CoreSubscriber<? super Object> actual;

	private volatile @Nullable Subscription subscription;

	private volatile boolean ended;

	MethodSubscriber(CoreSubscriber<? super Object> actual) {
		this.actual = actual;
	}

	/**
	 * The subscription has failed.
	 */
	void fail(Throwable failure) {
		if (this.subscription == null) {
			this.ended = true;
			Operators.error(this.actual, failure);
		}
		else if (!this.ended) {
			cancel();
			this.actual.onError(failure);
		}
		else {
			logger.error("A subscription failed after its end", failure);
		}
	}

	@Override
	public Context currentContext() {
		return this.actual.currentContext();
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		if (Operators.validate(this.subscription, subscription)) {
			this.subscription = subscription;
			this.actual.onSubscribe(this);
		}
	}

	@Override
	public void onNext(Object value) {
		this.actual.onNext(value);
	}

	@Override
	public void onError(Throwable ex) {
		this.ended = true;
		this.actual.onError(ex);
	}

	@Override
	public void onComplete() {
		this.ended = true;
		this.actual.onComplete();
	}

	@Override
	public void request(long n) {
		Subscription subscription = this.subscription;
		if (subscription != null) {
			subscription.request(n);
		}
	}

	@Override
	public void cancel() {
		this.ended = true;
		Subscription subscription = this.subscription;
		try {
			if (subscription != null) {
				subscription.cancel();
			}
		}
		catch (RuntimeException | Error ex) {
			// Its lease is released all the same.
			logger.error("What a method returned could not be cancelled", ex);
		}
	}

}
