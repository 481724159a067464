package kotlin;

/**
 * Stands for Kotlin's.
 *
 * @param <T> the type of the result
 */
public interface Lazy<T> {

}
