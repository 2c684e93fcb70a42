import type { JsonObject, JsonValue } from '@carebench/protocol'
import { plural } from '@carebench/text'
import type { CheckOutcome } from '../check.js'
import { showJson } from '../json/show-json.js'
import type { Matcher, MatchScope } from '../matchers/matcher.js'
import { describeFailures } from './describe.js'
import { countPassed, type Field, type FieldResult, fieldResults, missingResults } from './field.js'

/** Which of the selected records is judged: the one that passes the most checks, the earliest, or the worst. */
export type MatchMode = 'any' | 'first' | 'all'

/** The requirements on the selected records. */
export interface RecordRule<Value> {
  readonly fields: readonly Field<Value>[]
  readonly match: MatchMode
  /** Judges the number of selected records that satisfy all fields. */
  readonly count?: { readonly expected: JsonValue; readonly matcher: Matcher }
  /** The number of fields, for a sentence: `10 checks`. */
  readonly shownChecks: string
  /** Whether evidence also contains the results of the fields as `assertion_results`. */
  readonly asAssertionResults?: boolean
}

/** A record selected by a criterion. */
export interface SelectedRecord<Value> {
  readonly value: Value
  /** Identifies the record in evidence. */
  identify(): JsonObject
  /** Names the record in a sentence. */
  describe(): string
  /** Whether it is unchanged since the agent began; false if unknown. */
  isUnchanged(): boolean
}

/** The records selected by a criterion, in order of creation, built one at a time. */
export interface Selection<Value> {
  readonly size: number
  at(index: number): SelectedRecord<Value>
  /** The selection, for a sentence: `rows of "x" with "key" "v"`. */
  describe(): string
  /** A sentence on what exists instead, for an empty selection. */
  describeOthers(): string
}

interface Judged<Value> {
  readonly record: SelectedRecord<Value>
  readonly passed: number
  /** Unchanged since the initial state without passing everything: counts as nothing passed. */
  readonly stale: boolean
}

/** Judges the selected records by a rule. */
export function judgeRecords<Value>(
  selection: Selection<Value>,
  rule: RecordRule<Value>,
  scope: MatchScope,
): CheckOutcome {
  if (rule.count !== undefined) return judgeCount(selection, rule, rule.count, scope)
  if (selection.size === 0) return nothingSelected(selection, rule)
  const { record, results, passed } = judgeChosen(selection, rule, scope)
  const checks = rule.fields.length
  const unchanged = passed > 0 || checks === 0 ? record.isUnchanged() : false
  const shown = evidenceOf(rule, { results, matched: record.identify(), selected: selection.size })
  const evidence = unchanged ? { ...shown, unchanged } : shown
  const which = `${record.describe()}${reasonOf(rule.match, selection)}`
  if (passed === checks) {
    const what = checks === 0 ? 'It exists' : `${checks === 1 ? 'The check' : `All ${rule.shownChecks}`} passed`
    const details = `${what}: ${which}.${unchanged ? ' The record is unchanged since before the agent began.' : ''}`
    return { outcome: 'passed', details, evidence }
  }
  const failures = describeFailures(rule.fields, record.value, results)
  const details = `${passed} of ${rule.shownChecks} passed on ${which}. ${failures}`
  if (!unchanged) return { outcome: 'failed', score: passed / checks, details, evidence }
  return {
    outcome: 'failed',
    score: 0,
    details: `${details} The record is unchanged since before the agent began, so its passed checks do not count.`,
    evidence,
  }
}

/** The chosen record with the results of its fields; for a single record the fields are read only once. */
function judgeChosen<Value>(selection: Selection<Value>, rule: RecordRule<Value>, scope: MatchScope) {
  const record = (selection.size === 1 ? undefined : choose(selection, rule, scope))?.record ?? selection.at(0)
  const results = fieldResults(rule.fields, record.value, scope)
  let passed = 0
  for (const result of results) if (result.passed) passed++
  return { record, results, passed }
}

interface Shown {
  readonly results: readonly FieldResult[]
  readonly matched: JsonObject | null
  readonly selected: number
}

/** Spelled out for both cases, because it is built for every criterion. */
function evidenceOf(rule: RecordRule<never>, { results, matched, selected }: Shown): JsonObject {
  return rule.asAssertionResults === true
    ? { field_results: results, assertion_results: results, matched, selected }
    : { field_results: results, matched, selected }
}

function judge<Value>(record: SelectedRecord<Value>, rule: RecordRule<Value>, scope: MatchScope): Judged<Value> {
  const passed = countPassed(rule.fields, record.value, scope)
  return { record, passed, stale: passed > 0 && passed < rule.fields.length && record.isUnchanged() }
}

/** Whether a is preferred to b, both found by `any`: by score, then by the nearest miss. */
function isBetter(a: Judged<unknown>, b: Judged<unknown>): boolean {
  const byScore = (a.stale ? 0 : a.passed) - (b.stale ? 0 : b.passed)
  return byScore > 0 || (byScore === 0 && a.passed > b.passed)
}

function choose<Value>(
  selection: Selection<Value>,
  rule: RecordRule<Value>,
  scope: MatchScope,
): Judged<Value> | undefined {
  if (selection.size === 0) return undefined
  let chosen = judge(selection.at(0), rule, scope)
  if (rule.match === 'first') return chosen
  for (let i = 1; i < selection.size; i++) {
    if (rule.match === 'any' && chosen.passed === rule.fields.length) break
    const next = judge(selection.at(i), rule, scope)
    if (rule.match === 'any' ? isBetter(next, chosen) : isBetter(chosen, next)) chosen = next
  }
  return chosen
}

function nothingSelected<Value>(selection: Selection<Value>, rule: RecordRule<Value>): CheckOutcome {
  return {
    outcome: 'failed',
    score: 0,
    details: `There are no ${selection.describe()}. ${selection.describeOthers()}`,
    evidence: evidenceOf(rule, { results: missingResults(rule.fields), matched: null, selected: 0 }),
  }
}

function reasonOf(match: MatchMode, selection: Selection<unknown>): string {
  if (selection.size === 1) return ''
  const why = { any: 'the best', first: 'the earliest', all: 'the worst' }[match]
  return `, ${why} of ${selection.size} ${selection.describe()}`
}

function judgeCount<Value>(
  selection: Selection<Value>,
  rule: RecordRule<Value>,
  count: NonNullable<RecordRule<Value>['count']>,
  scope: MatchScope,
): CheckOutcome {
  const checks = rule.fields.length
  let satisfying = 0
  for (let i = 0; i < selection.size; i++) {
    if (countPassed(rule.fields, selection.at(i).value, scope) === checks) satisfying++
  }
  const passed = count.matcher(satisfying, scope)
  const result = { expected: count.expected, actual: satisfying, passed }
  const such = checks === 0 ? '' : ` that satisfy all ${plural(checks, 'field')}`
  const sentence = `Found ${satisfying} of ${selection.size} ${selection.describe()}${such}; expected ${showJson(count.expected)}.`
  if (checks === 0 || count.matcher(0, scope)) {
    const evidence = { ...evidenceOf(rule, { results: [], matched: null, selected: selection.size }), count: result }
    return passed
      ? { outcome: 'passed', details: sentence, evidence }
      : { outcome: 'failed', score: 0, details: sentence, evidence }
  }
  return judgeWithCount(selection, { rule, result, sentence }, scope)
}

/** The fields of the best record, plus the count as one more check. */
function judgeWithCount<Value>(
  selection: Selection<Value>,
  counted: {
    readonly rule: RecordRule<Value>
    readonly result: JsonObject & { readonly passed: boolean }
    readonly sentence: string
  },
  scope: MatchScope,
): CheckOutcome {
  const { rule, result, sentence } = counted
  const checks = rule.fields.length + 1
  const chosen = choose(selection, rule, scope)
  const results =
    chosen === undefined ? missingResults(rule.fields) : fieldResults(rule.fields, chosen.record.value, scope)
  const matched = chosen === undefined ? null : chosen.record.identify()
  const evidence = { ...evidenceOf(rule, { results, matched, selected: selection.size }), count: result }
  if (chosen === undefined) {
    return { outcome: 'failed', score: 0, details: `${sentence} ${selection.describeOthers()}`, evidence }
  }
  const passed = chosen.passed + (result.passed ? 1 : 0)
  if (passed === checks) return { outcome: 'passed', details: sentence, evidence }
  const stale = passed > 0 && chosen.record.isUnchanged()
  const failures =
    chosen.passed === rule.fields.length ? '' : ` ${describeFailures(rule.fields, chosen.record.value, results)}`
  const details = `${passed} of ${plural(checks, 'check')} passed on ${chosen.record.describe()}. ${sentence}${failures}`
  return stale
    ? { outcome: 'failed', score: 0, details, evidence: { ...evidence, unchanged: true } }
    : { outcome: 'failed', score: passed / checks, details, evidence }
}
