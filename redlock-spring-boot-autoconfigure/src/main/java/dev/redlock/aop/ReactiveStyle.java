package dev.redlock.aop;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ReactiveTypeDescriptor;
import reactor.core.publisher.Flux;

/**
 * For methods that return a {@code Mono}, a {@code Flux} or what Spring adapts to them.
 * Each subscription calls the method and acquires a lock of its own, without blocking the
 * subscriber, and holds it until completion, error or cancellation. The lock is free
 * before the subscriber sees the end.
 * <p>
 * Only loaded if Reactor is on the class path.
 */
final class ReactiveStyle implements ReturnStyle {

	private final ReactiveAdapter adapter;

	private final ResultCheck check;

	private ReactiveStyle(ReactiveAdapter adapter, ResultCheck check) {
		this.adapter = adapter;
		this.check = check;
	}

	/**
	 * Returns the style for a return type.
	 * @param method the annotated method
	 * @param type its return type
	 * @param check checks what is emitted
	 * @return the style, or {@code null} if the type is not reactive
	 */
	static @Nullable ReturnStyle find(Method method, Class<?> type, ResultCheck check) {
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		if (adapter == null) {
			return null;
		}
		ReactiveTypeDescriptor descriptor = adapter.getDescriptor();
		if (descriptor.getReactiveType() != type || !descriptor.isDeferred()) {
			throw new InvalidLockDefinitionException(method,
					"the return type %s is a special kind of %s, whose work the lock can't follow"
						.formatted(type.getName(), descriptor.getReactiveType().getSimpleName()),
					"Declare the return type Mono or Flux.", null);
		}
		if (!descriptor.supportsEmpty()) {
			throw new InvalidLockDefinitionException(method,
					"the return type %s can't be empty, so a call could not be skipped".formatted(type.getName()),
					"Declare the return type Mono or Flux, or one that may be empty such as Maybe.", null);
		}
		return new ReactiveStyle(adapter, check);
	}

	@Override
	public Object run(LockedCall call) {
		LockedCall detached = DetachedInvocation.detach(call);
		return adapted(
				Flux.deferContextual((context) -> new LockedFlux(detached, this.adapter, this.check).start(context)));
	}

	/**
	 * A subscription may come when the outer call has ended, so it joins by what its
	 * Reactor context says.
	 */
	@Override
	public boolean joinsByThread() {
		return false;
	}

	@Override
	public Object skipped() {
		return adapted(Flux.empty());
	}

	private Object adapted(Flux<Object> flux) {
		return this.adapter.fromPublisher(this.adapter.isMultiValue() ? flux : flux.singleOrEmpty());
	}

}
