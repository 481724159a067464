package kotlinx.coroutines.flow;

/**
 * Stands for Kotlin's.
 *
 * @param <T> the type of the elements
 */
public interface Flow<T> {

}
