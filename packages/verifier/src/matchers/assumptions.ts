import type { JsonValue } from '@carebench/protocol'
import { TextMap } from '@carebench/protocol/wire'

/** A value that a matcher cannot decide. */
export interface OpenValue {
  readonly expected: JsonValue
  readonly actual: JsonValue | undefined
}

interface Assumed extends OpenValue {
  readonly matcher: object
  readonly matches: boolean
}

const nothing: readonly never[] = []

/**
 * The answers that are assumed for undecided values while a check is evaluated: first that none matches, then,
 * evaluation by evaluation, every other combination. The same value has the same answer wherever it is compared in one
 * evaluation.
 */
export class Assumptions {
  #planned: readonly boolean[] = nothing
  // Most checks decide every value, and need neither.
  #assumed: Assumed[] | undefined
  #known: Map<object, TextMap<JsonValue | undefined, boolean>> | undefined
  #asked = 0

  /** The answer assumed for a value that `matcher`, compiled from `expected`, cannot decide. */
  assume(matcher: object, expected: JsonValue, actual: JsonValue | undefined): boolean {
    this.#asked++
    this.#assumed ??= []
    this.#known ??= new Map()
    const answers = this.#known.get(matcher) ?? new TextMap<JsonValue | undefined, boolean>()
    const known = answers.get(actual)
    if (known !== undefined) return known
    const matches = this.#planned[this.#assumed.length] ?? false
    this.#assumed.push({ matcher, expected, actual, matches })
    answers.set(actual, matches)
    this.#known.set(matcher, answers)
    return matches
  }

  /** How often an answer has been asked for. */
  get asked(): number {
    return this.#asked
  }

  /** Forgets the answers after the first `count`, because nothing depends on them. */
  forgetAfter(count: number): void {
    for (const { matcher, actual } of this.#assumed?.splice(count) ?? nothing) this.#known?.get(matcher)?.delete(actual)
  }

  /** The undecided values that the last evaluation came across. */
  get open(): readonly OpenValue[] {
    return this.#assumed ?? nothing
  }

  /** Begins the evaluation with the next combination of answers; false if there is none left. */
  next(): boolean {
    const assumed = this.#assumed ?? nothing
    const last = assumed.findLastIndex(({ matches }) => !matches)
    if (last < 0) return false
    this.#planned = [...assumed.slice(0, last).map(({ matches }) => matches), true]
    this.#assumed = undefined
    this.#known = undefined
    return true
  }
}
