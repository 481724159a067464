package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.util.ClassUtils;

/**
 * What an expression sees of a call. Parameters are found where they are, since loading
 * all of them under three names each would cost more than the rest of the evaluation.
 */
final class CallContext extends MethodBasedEvaluationContext {

	private static final ParameterNameDiscoverer names = DefaultParameterNameDiscoverer.getSharedInstance();

	private final Map<String, Integer> parameters;

	private final @Nullable Object[] arguments;

	/**
	 * Creates a context.
	 * @param root the root object
	 * @param parameters the positions of the parameters
	 * @param shared the resolvers of all calls, which remember what they found out
	 */
	CallContext(Root root, Map<String, Integer> parameters, StandardEvaluationContext shared) {
		super(root, root.method(), root.args(), names);
		this.parameters = parameters;
		this.arguments = root.args();
		setBeanResolver(shared.getBeanResolver());
		setConstructorResolvers(shared.getConstructorResolvers());
		setIndexAccessors(shared.getIndexAccessors());
		setMethodResolvers(shared.getMethodResolvers());
		setPropertyAccessors(shared.getPropertyAccessors());
		setTypeConverter(shared.getTypeConverter());
		setTypeLocator(shared.getTypeLocator());
	}

	/**
	 * Returns the position of each parameter by all its names: those that Spring gives it
	 * by its position, and the declared one. That wins: of
	 * {@code f(String p1, String p2)}, {@code #p1} is the first parameter, where Spring
	 * takes the second.
	 * @param method the method of the target class
	 * @param source the method that has the annotation, whose names win
	 */
	static Map<String, Integer> positions(Method method, @Nullable Method source) {
		Map<String, Integer> positions = new HashMap<>();
		for (int i = 0; i < method.getParameterCount(); i++) {
			positions.put("a" + i, i);
			positions.put("p" + i, i);
		}
		// A method of a generated class, such as that of a lambda, has no names.
		addNames((names.getParameterNames(method) != null) ? method
				: ClassUtils.getInterfaceMethodIfPossible(method, null), positions);
		if (source != null && !source.equals(method)) {
			addNames(source, positions);
		}
		return Map.copyOf(positions);
	}

	private static void addNames(Method method, Map<String, Integer> positions) {
		@Nullable String[] declared = names.getParameterNames(method);
		if (declared != null) {
			for (int i = 0; i < declared.length; i++) {
				if (declared[i] != null) {
					positions.put(declared[i], i);
				}
			}
		}
	}

	@Override
	public @Nullable Object lookupVariable(String name) {
		Integer position = this.parameters.get(name);
		return (position != null) ? this.arguments[position] : super.lookupVariable(name);
	}

	/**
	 * What {@code #root} is in an expression.
	 *
	 * @param method the called method
	 * @param methodName its name
	 * @param args its arguments
	 * @param target the called object
	 * @param targetClass its class
	 */
	record Root(Method method, String methodName, @Nullable Object[] args, @Nullable Object target,
			Class<?> targetClass) {
	}

}
