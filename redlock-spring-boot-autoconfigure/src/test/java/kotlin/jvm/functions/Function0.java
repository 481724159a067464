package kotlin.jvm.functions;

/**
 * Stands for Kotlin's.
 *
 * @param <R> the type of the result
 */
public interface Function0<R> {

}
