package dev.redlock.aop;

import java.lang.reflect.Method;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.core.OverridingClassLoader;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Conditions about classes that name others which the application does not have.
 */
class TextComparisonsOfIncompleteClassesTests {

	@Test
	void aClassThatNamesWhatIsMissingIsNotLookedInto() throws ClassNotFoundException {
		Class<?> type = new WithoutMissing(getClass().getClassLoader()).loadClass(Bean.class.getName());
		Method method = type.getMethods()[0];
		TextComparisons comparisons = new TextComparisons(method, type, Map.of("value", 0));
		assertThatExceptionOfType(NoClassDefFoundError.class)
			.isThrownBy(() -> method.getParameterTypes()[0].getMethods());
		assertThatCode(() -> comparisons.check("condition", "#value == 'OPEN'")).doesNotThrowAnyException();
	}

	public static class Bean {

		public void run(NamesMissing value) {
		}

	}

	public static final class NamesMissing {

		public Missing missing() {
			return new Missing();
		}

	}

	public static class Missing {

	}

	/**
	 * Has the classes of this test but one.
	 */
	private static final class WithoutMissing extends OverridingClassLoader {

		WithoutMissing(ClassLoader parent) {
			super(parent);
		}

		@Override
		protected boolean isEligibleForOverriding(String className) {
			return className.startsWith(TextComparisonsOfIncompleteClassesTests.class.getName());
		}

		@Override
		protected Class<?> loadClassForOverriding(String name) throws ClassNotFoundException {
			if (name.equals(Missing.class.getName())) {
				throw new ClassNotFoundException(name);
			}
			return super.loadClassForOverriding(name);
		}

	}

}
