package dev.redlock.drill.history;

/**
 * Two possessions that break a rule.
 *
 * @param rule the rule
 * @param earlier the one that began first
 * @param later the other one
 */
public record Violation(Rule rule, Possession earlier, Possession later) {

}
