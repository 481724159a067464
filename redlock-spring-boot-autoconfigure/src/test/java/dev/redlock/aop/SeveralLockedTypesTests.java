package dev.redlock.aop;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import dev.redlock.annotation.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A class without an annotation, whose superclass and interfaces have several.
 */
class SeveralLockedTypesTests {

	private final RecordingRedlock redlock = new RecordingRedlock();

	@Test
	void aMethodHasTheLockOfTheTypeThatDeclaresIt() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, WalkerAndRunner.class)) {
			WalkerAndRunner bean = context.getBean(WalkerAndRunner.class);
			bean.walk();
			assertThat(this.redlock.lastResources()).containsExactly("walker");
			bean.run();
			assertThat(this.redlock.lastResources()).containsExactly("runner");
		}
	}

	@Test
	void alsoIfOneOfThemIsASuperclass() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, RunningPerson.class)) {
			RunningPerson bean = context.getBean(RunningPerson.class);
			bean.run();
			assertThat(this.redlock.lastResources()).containsExactly("runner");
			bean.sleep();
			assertThat(this.redlock.lastResources()).containsExactly("person");
		}
	}

	@Test
	void aNearerTypeWins() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, FastSprinter.class,
				Student.class)) {
			context.getBean(FastSprinter.class).run();
			assertThat(this.redlock.lastResources()).containsExactly("sprinter");
			context.getBean(Student.class).sleep();
			assertThat(this.redlock.lastResources()).containsExactly("student");
		}
	}

	@Test
	void theClassItselfWins() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Own.class)) {
			context.getBean(Own.class).run();
			assertThat(this.redlock.lastResources()).containsExactly("own");
		}
	}

	@Test
	void locksThatAreAlikeAreOne() {
		try (AnnotationConfigApplicationContext context = AopContexts.of(this.redlock, Alike.class)) {
			context.getBean(Alike.class).run();
			assertThat(this.redlock.lastResources()).containsExactly("runner");
		}
	}

	@Test
	void differentOnesOfTypesThatAllDeclareAMethodStopTheStart() {
		for (Class<?> bean : new Class<?>[] { RunnerAndJogger.class, RunnerOfASuperclass.class }) {
			Refusals.assertRefused(bean, "more than one", "Keep one");
		}
	}

	@Test
	void differentOnesOfAMethodThatIsInheritedTwiceStopTheStart() {
		Refusals.assertRefused(OverridingAthlete.class, "more than one", "Keep one");
	}

	@Test
	void differentOnesOfTypesThatDoNotDeclareAMethodStopTheStart() {
		Refusals.assertRefused(Bystander.class, "more than one", "Keep one");
	}

	@DistributedLock(name = "walker")
	interface Walker {

		void walk();

	}

	@DistributedLock(name = "runner")
	interface Runner {

		void run();

	}

	@DistributedLock(name = "runner")
	interface SameRunner {

		void run();

	}

	@DistributedLock(name = "jogger")
	interface Jogger {

		void run();

	}

	@DistributedLock(name = "sprinter")
	interface Sprinter extends Runner {

	}

	@DistributedLock(name = "person")
	public static class Person {

		public void sleep() {
		}

	}

	@DistributedLock(name = "student")
	public static class AbstractStudent extends Person {

	}

	@DistributedLock(name = "athlete")
	public static class Athlete {

		public void run() {
		}

	}

	public static class WalkerAndRunner implements Walker, Runner {

		@Override
		public void walk() {
		}

		@Override
		public void run() {
		}

	}

	public static class RunningPerson extends Person implements Runner {

		@Override
		public void run() {
		}

	}

	public static class FastSprinter implements Runner, Sprinter {

		@Override
		public void run() {
		}

	}

	public static class Student extends AbstractStudent {

	}

	@DistributedLock(name = "own")
	public static class Own implements Runner, Jogger {

		@Override
		public void run() {
		}

	}

	public static class Alike implements Runner, SameRunner {

		@Override
		public void run() {
		}

	}

	public static class RunnerAndJogger implements Runner, Jogger {

		@Override
		public void run() {
		}

	}

	public static class RunnerOfASuperclass extends Athlete implements Runner {

		@Override
		public void run() {
		}

	}

	interface Sprint {

		@DistributedLock(name = "sprint")
		void run();

	}

	public static class Marathon {

		@DistributedLock(name = "marathon")
		public void run() {
		}

	}

	public static class OverridingAthlete extends Marathon implements Sprint {

		@Override
		public void run() {
		}

	}

	interface Bystanders extends NoRunner, NoJogger {

	}

	@DistributedLock(name = "runner")
	interface NoRunner {

	}

	@DistributedLock(name = "jogger")
	interface NoJogger {

	}

	public static class Bystander implements Bystanders {

		public void run() {
		}

	}

}
