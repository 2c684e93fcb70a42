import type { MatchScope } from '../../matchers/matcher.js'
import { runLoop } from '../../matchers/run-loop.js'
import { countPassed } from '../fields/field.js'
import { type EarlierCredit, partialScore } from './earlier-credit.js'
import type { RecordRule } from './record-rule.js'
import type { SelectedRecord, Selection } from './record-selection.js'

/** A record with its result. */
export interface JudgedRecord<Value> {
  readonly record: SelectedRecord<Value>
  /** The number of checks that it passes, including the count. */
  readonly passed: number
  readonly score: number
}

export interface Choice<Value> {
  readonly selection: Selection<Value>
  readonly rule: RecordRule<Value>
  readonly scope: MatchScope
  readonly credit: EarlierCredit<Value>
  /** 1 if there is a count and it is as expected. */
  readonly counted: 0 | 1
}

/**
 * Returns the record that is judged. `any`: the record with the highest score, then the most passed checks, then the
 * earliest; `all`: likewise the lowest; `first`: the earliest. Undefined if nothing is selected.
 */
export function chooseRecord<Value>(choice: Choice<Value>): JudgedRecord<Value> | undefined {
  const { selection, rule } = choice
  if (selection.size === 0) return undefined
  if (rule.match === 'first') return judgeRecord(selection.at(0), choice)
  return runLoop<JudgedRecord<Value> | undefined>(choice.scope, {
    key: rule,
    subject: `choose of ${selection.size}`,
    count: selection.size,
    start: () => undefined,
    step(chosen, index) {
      const next = judgeRecord(selection.at(index), choice)
      if (chosen === undefined) return next
      return (rule.match === 'any' ? isBetter(next, chosen) : isBetter(chosen, next)) ? next : chosen
    },
    isDone: (chosen) => chosen !== undefined && (rule.match === 'any' ? chosen.score === 1 : chosen.passed === 0),
  })
}

function isBetter(a: JudgedRecord<unknown>, b: JudgedRecord<unknown>): boolean {
  return a.score > b.score || (a.score === b.score && a.passed > b.passed)
}

function judgeRecord<Value>(
  record: SelectedRecord<Value>,
  { rule, scope, credit, counted }: Choice<Value>,
): JudgedRecord<Value> {
  const checks = rule.fields.length + (rule.count === undefined ? 0 : 1)
  const passed = countPassed(rule.fields, record.value, scope) + counted
  if (passed === 0 || passed === checks) return { record, passed, score: passed === checks ? 1 : 0 }
  return { record, passed, score: partialScore(passed, credit.of(record), checks) }
}
