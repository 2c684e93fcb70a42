import type { JsonValue } from '@carebench/protocol'

/** A value that a matcher cannot decide. */
export interface OpenValue {
  readonly expected: JsonValue
  readonly actual: JsonValue | undefined
}

interface Assumed extends OpenValue {
  readonly matcher: object
  readonly matches: boolean
}

/**
 * The answers that are assumed for undecided values while a check is evaluated: first that none matches, then, evaluation by
 * evaluation, every other combination. The same value has the same answer wherever it is compared in one evaluation.
 */
export class Assumptions {
  #planned: readonly boolean[] = []
  #assumed: Assumed[] = []
  /** Most checks decide every value. */
  #known: Map<object, Map<JsonValue | undefined, boolean>> | undefined
  #asked = 0

  /** The answer assumed for a value that `matcher`, compiled from `expected`, cannot decide. */
  assume(matcher: object, expected: JsonValue, actual: JsonValue | undefined): boolean {
    this.#asked++
    this.#known ??= new Map()
    const answers = this.#known.get(matcher) ?? new Map<JsonValue | undefined, boolean>()
    const known = answers.get(actual)
    if (known !== undefined) return known
    const matches = this.#planned[this.#assumed.length] ?? false
    this.#assumed.push({ matcher, expected, actual, matches })
    this.#known.set(matcher, answers.set(actual, matches))
    return matches
  }

  /** How often an answer has been asked for. */
  get asked(): number {
    return this.#asked
  }

  /** Forgets the answers after the first `count`, because nothing depends on them. */
  forgetAfter(count: number): void {
    for (const { matcher, actual } of this.#assumed.splice(count)) this.#known?.get(matcher)?.delete(actual)
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
    this.#known = undefined
    return true
  }
}
