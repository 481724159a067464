package kotlin.coroutines;

/**
 * Stands for Kotlin's, the last parameter of a suspend function.
 *
 * @param <T> the type of the result
 */
public interface Continuation<T> {

}
