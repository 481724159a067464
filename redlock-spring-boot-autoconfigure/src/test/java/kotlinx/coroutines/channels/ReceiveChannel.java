package kotlinx.coroutines.channels;

/**
 * Stands for Kotlin's.
 *
 * @param <E> the type of the elements
 */
public interface ReceiveChannel<E> {

}
