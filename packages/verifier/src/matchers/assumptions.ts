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
 * The assumed answers for undecided values while a check is evaluated: first that none matches, then every other
 * combination, one for each evaluation. Within one evaluation, the same value always has the same answer.
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

  /** The number of requests for an answer. */
  get asked(): number {
    return this.#asked
  }

  /** Forgets the answers after the first `count`, because nothing depends on them. */
  forgetAfter(count: number): void {
    for (const { matcher, actual } of this.#assumed?.splice(count) ?? nothing) this.#known?.get(matcher)?.delete(actual)
  }

  /** The undecided values that the last evaluation met. */
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
