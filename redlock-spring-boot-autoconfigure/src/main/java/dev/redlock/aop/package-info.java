/**
 * Guards annotated methods: advisor, interceptor, expressions.
 */
@NullMarked
package dev.redlock.aop;

import org.jspecify.annotations.NullMarked;
