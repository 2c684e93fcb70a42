import type { JsonValue } from '@carebench/protocol'
import type { OpenMatcher } from './matcher.js'

/** A value that a matcher cannot decide. */
export interface OpenValue {
  readonly expected: JsonValue
  readonly actual: JsonValue | undefined
}

interface Assumed extends OpenValue {
  readonly matcher: OpenMatcher
  readonly matches: boolean
}

/**
 * The answers that are assumed for undecided values while a check is evaluated: first that none matches, then, evaluation by
 * evaluation, every other combination. The same value has the same answer wherever it is compared in one evaluation.
 */
export class Assumptions {
  #planned: readonly boolean[] = []
  #assumed: Assumed[] = []

  /** The answer assumed for a value. */
  assume(matcher: OpenMatcher, expected: JsonValue, actual: JsonValue | undefined): boolean {
    const known = this.#assumed.find((value) => value.matcher === matcher && value.actual === actual)
    if (known !== undefined) return known.matches
    const matches = this.#planned[this.#assumed.length] ?? false
    this.#assumed.push({ matcher, expected, actual, matches })
    return matches
  }

  /** The undecided values that the last evaluation came across. */
  get open(): readonly OpenValue[] {
    return this.#assumed
  }

  /** Begins the evaluation with the next combination of answers; false if there is none left. */
  next(): boolean {
    const last = this.#assumed.findLastIndex(({ matches }) => !matches)
    if (last < 0) return false
    this.#planned = [...this.#assumed.slice(0, last).map(({ matches }) => matches), true]
    this.#assumed = []
    return true
  }
}
