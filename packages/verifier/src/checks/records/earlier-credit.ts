import type { MatchScope } from '../../matchers/matcher.js'
import { filterEach, runLoop } from '../../matchers/run-loop.js'
import { countPassed } from '../fields/field.js'
import type { RecordRule } from './record-rule.js'
import type { SelectedRecord, Selection } from './record-selection.js'

/**
 * Returns the score of a record that does not pass all of its checks: its share of the checks that did not already pass
 * before the agent began. 0 if all of them did.
 */
export function partialScore(passed: number, before: number, checks: number): number {
  return before >= checks ? 0 : Math.max(0, (passed - before) / (checks - before))
}

/** The checks that passed before the agent began, computed on demand. */
export class EarlierCredit<Value> {
  readonly #selection: Selection<Value>
  readonly #rule: RecordRule<Value>
  readonly #scope: MatchScope
  #most: number | undefined
  #count: number | undefined

  constructor(selection: Selection<Value>, rule: RecordRule<Value>, scope: MatchScope) {
    this.#selection = selection
    this.#rule = rule
    this.#scope = scope
  }

  /**
   * Returns the number of checks that the same record passed before. A new record may be a copy: for it, returns the
   * most checks that any possible source passes, that is the records that the criterion selected then, and the rows of
   * all files. 0 if the initial state is unknown.
   */
  of(record: SelectedRecord<Value>): number {
    const earlier = record.earlier()
    const fields = earlier === undefined ? this.#mostOfAny() : this.#passedBy(earlier)
    return fields + this.#countPassed()
  }

  /** Whether the initial state is known. */
  get isKnown(): boolean {
    return this.#selection.earlier() !== undefined
  }

  #mostOfAny(): number {
    if (this.#most === undefined) {
      const sources = [...(this.#selection.sources?.() ?? this.#selection.earlier() ?? [])]
      this.#most = runLoop<number>(this.#scope, {
        key: this.#rule,
        subject: `most of ${sources.length}`,
        count: sources.length,
        start: () => 0,
        step: (most, index) => Math.max(most, this.#passedBy(sources[index] as Value)),
      })
    }
    return this.#most
  }

  #passedBy(value: Value): number {
    return countPassed(this.#rule.fields, value, this.#scope)
  }

  /** 1 if there is a count and it was as expected before, otherwise 0. */
  #countPassed(): number {
    const { count, fields } = this.#rule
    const earlier = count === undefined ? undefined : this.#selection.earlier()
    if (count === undefined || earlier === undefined) return 0
    if (this.#count === undefined) {
      const isSatisfied = (value: Value) => this.#passedBy(value) === fields.length
      const satisfying = filterEach([...earlier], count, this.#scope, isSatisfied)
      this.#count = count.matcher(satisfying.length, this.#scope) ? 1 : 0
    }
    return this.#count
  }
}
