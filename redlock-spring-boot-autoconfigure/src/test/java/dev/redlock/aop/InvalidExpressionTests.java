package dev.redlock.aop;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Expressions of keys and conditions that stop the start of the application.
 */
@ExtendWith(OutputCaptureExtension.class)
class InvalidExpressionTests {

	@Test
	void aKeyThatDoesNotParseIsRefused() {
		Refusals.assertRefused(UnparsableKey.class, "key ''order:' + #' is no valid SpEL expression",
				"Correct the expression");
	}

	@Test
	void aConditionThatDoesNotParseIsRefused() {
		Refusals.assertRefused(UnparsableCondition.class, "condition '#id ==' is no valid SpEL expression",
				"Correct the expression");
	}

	@Test
	void aKeyOrConditionThatIsBlankIsRefused() {
		Refusals.assertRefused(BlankKey.class, "key ' ' is no valid SpEL expression", "Correct the expression");
		Refusals.assertRefused(BlankCondition.class, "condition ' ' is no valid SpEL expression",
				"Correct the expression");
	}

	@Test
	void aKeyWithAVariableThatIsNoParameterIsRefused() {
		Refusals.assertRefused(MisspelledKey.class, "key '#order.lines.![#oder.id + #this]' has #oder",
				"Use one of #a0, #order, #p0");
	}

	@Test
	void aConditionWithAVariableThatIsNoParameterIsRefused() {
		Refusals.assertRefused(MisspelledCondition.class, "condition '#amuont > 0' has #amuont", "#amount");
	}

	@Test
	void aFunctionIsRefusedSinceThereAreNone() {
		Refusals.assertRefused(UnknownFunction.class, "key '#hash(#id)' has #hash, which is no parameter", "#id");
	}

	@Test
	void aVariableOfAMethodWithoutParametersIsRefused() {
		Refusals.assertRefused(NoParameters.class, "has #id, which is no parameter", "The method has none");
	}

	@Test
	void aBeanThatTheApplicationDoesNotHaveIsAWarningSinceItMayStillCome(CapturedOutput output) {
		AopContexts.of(new RecordingRedlock(), UnknownBean.class, UnknownBeanInACondition.class).close();
		assertThat(output).contains("'#id + @tenants.current()' has @tenants, which is no bean")
			.contains("has @switch, which is no bean");
	}

	@Test
	void whatOnlySomeCallsEvaluateIsNotLookedAt(CapturedOutput output) {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, Branches.class)) {
			context.getBean(Branches.class).run("a");
			assertThat(redlock.lastResources()).containsExactly("a");
		}
		assertThat(output).doesNotContain("which is no bean");
	}

	@Test
	void aSetterOfALockedClassIsNoWorkWhoseParameterMustBeAKey() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, LockedClass.class)) {
			context.getBean(LockedClass.class).run("a");
			assertThat(redlock.lastResources()).containsExactly("a");
		}
	}

	@Test
	void aClassThatTheApplicationDoesNotHaveIsRefused() {
		Refusals.assertRefused(UnknownClass.class, "has T(no.such.Tenants), which is no class", "with the package");
	}

	@Test
	void beansAndClassesThatTheApplicationHasAreNotRefused() {
		RecordingRedlock redlock = new RecordingRedlock();
		try (AnnotationConfigApplicationContext context = AopContexts.of(redlock, KnownReferences.class,
				AtomicLong.class)) {
			context.getBean(KnownReferences.class).run(7);
			assertThat(redlock.lastResources()).containsExactly("7-0-2147483647");
		}
	}

	@Test
	void aKeyOfAClassThatNotAllMethodsHaveTheParameterForIsRefused() {
		Refusals.assertRefused(WholeClass.class, "key '#id' has #id", "#p0");
	}

	@Test
	void aParameterWhoseNameWasNotCompiledIsRefused(@TempDir Path directory)
			throws IOException, URISyntaxException, ClassNotFoundException {
		try (URLClassLoader loader = compileWithoutParameters(directory, """
				public class Nameless {
					@dev.redlock.annotation.DistributedLock("#request.name")
					public void run(Thread request) { }
				}""")) {
			Class<?> bean = loader.loadClass("Nameless");
			Refusals.assertRefused((context) -> {
				context.setClassLoader(loader);
				context.registerBean("culprit", bean);
			}, bean, "key '#request.name' has #request, which is no parameter whose name is known",
					"Compile with -parameters, or use the position, as in #p0");
		}
	}

	private static URLClassLoader compileWithoutParameters(Path directory, String source)
			throws IOException, URISyntaxException {
		Path file = Files.writeString(directory.resolve("Nameless.java"), source);
		Path classes = Path.of(DistributedLock.class.getProtectionDomain().getCodeSource().getLocation().toURI());
		assertThat(ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, "-proc:none", "-cp", classes.toString(), "-d", directory.toString(),
					file.toString()))
			.isZero();
		return new URLClassLoader(new URL[] { directory.toUri().toURL() },
				InvalidExpressionTests.class.getClassLoader());
	}

	static class UnparsableKey {

		@DistributedLock("'order:' + #")
		void run(String id) {
		}

	}

	static class UnparsableCondition {

		@DistributedLock(key = "#id", condition = "#id ==")
		void run(String id) {
		}

	}

	static class BlankKey {

		@DistributedLock(name = "a", key = " ")
		void run() {
		}

	}

	static class BlankCondition {

		@DistributedLock(name = "a", condition = " ")
		void run() {
		}

	}

	static class MisspelledKey {

		@DistributedLock("#order.lines.![#oder.id + #this]")
		void run(Object order) {
		}

	}

	static class MisspelledCondition {

		@DistributedLock(key = "#root.args[0]", condition = "#amuont > 0")
		void run(int amount) {
		}

	}

	static class UnknownFunction {

		@DistributedLock("#hash(#id)")
		void run(String id) {
		}

	}

	static class NoParameters {

		@DistributedLock("#id")
		void run() {
		}

	}

	@DistributedLock("#id")
	public static class WholeClass {

		public void withId(String id) {
		}

		public void run(String name) {
		}

	}

	public static class UnknownBean {

		@DistributedLock(key = "#id + @tenants.current()")
		public void run(String id) {
		}

	}

	public static class UnknownBeanInACondition {

		@DistributedLock(key = "#id", condition = "@switch.isOn()")
		public void run(String id) {
		}

	}

	public static class UnknownClass {

		@DistributedLock(key = "T(no.such.Tenants).of(#id)")
		public void run(String id) {
		}

	}

	public static class KnownReferences {

		@DistributedLock(key = "#id + '-' + @atomicLong.get() + '-' + T(Integer).MAX_VALUE")
		public void run(int id) {
		}

	}

	public static class Branches {

		@DistributedLock(key = "#id != null ? #id : @nobody.id() + T(no.such.Tenants).ID",
				condition = "#id != null or @nobody.isOn()")
		public void run(String id) {
		}

	}

	@DistributedLock("#p0")
	public static class LockedClass {

		public void setEnabled(boolean enabled) {
		}

		public void run(String id) {
		}

	}

}
