import type { JsonObject } from '@carebench/protocol'
import { plural } from '@carebench/text'
import type { MatchScope } from '../../matchers/matcher.js'
import { runLoop } from '../../matchers/run-loop.js'
import { showJson } from '../../values/json/show-json.js'
import type { CheckOutcome } from '../check.js'
import { describeFailures } from '../fields/describe.js'
import { countPassed, type FieldResult, fieldResults, missingResults } from '../fields/field.js'
import { type Choice, chooseRecord, type JudgedRecord } from './choose-record.js'
import { findContradiction } from './contradiction.js'
import { EarlierCredit, partialScore } from './earlier-credit.js'
import type { MatchMode, RecordRule } from './record-rule.js'
import type { SelectedRecord, Selection } from './record-selection.js'

/**
 * Judges the selected records by a rule. Only changes earn partial credit: a record that does not pass scores (p − b) ÷
 * (n − b), where p of n checks pass now and b passed before the agent began.
 */
export function judgeRecords<Value>(
  selection: Selection<Value>,
  rule: RecordRule<Value>,
  scope: MatchScope,
): CheckOutcome {
  if (rule.count !== undefined) return judgeCount(toChoice(selection, rule, scope), rule.count)
  if (selection.size === 0) return nothingSelected(selection, rule)
  // Most criteria select a single record, so there is no choice to make.
  const choice = selection.size === 1 ? undefined : toChoice(selection, rule, scope)
  const record = (choice && chooseRecord(choice))?.record ?? selection.at(0)
  const results = fieldResults(rule.fields, record.value, scope)
  let passed = 0
  for (let i = 0; i < results.length; i++) if (results[i]?.passed === true) passed++
  const checks = rule.fields.length
  const unchanged = passed > 0 || checks === 0 ? record.isUnchanged() : false
  const shown = toEvidence(rule, results, record.identify(), selection.size)
  const evidence = unchanged ? { ...shown, unchanged } : shown
  const which = `${record.describe()}${explainChoice(rule.match, selection)}`
  if (rule.exclusive !== undefined) {
    const contradiction = readContradiction(record, choice ?? { selection, rule, scope }, evidence)
    if (contradiction !== undefined) return contradiction
  }
  if (passed === checks) {
    const what = checks === 0 ? 'It exists' : `${checks === 1 ? 'The check' : `All ${rule.shownChecks}`} passed`
    const details = `${what}: ${which}.${unchanged ? ' The record is unchanged since before the agent began.' : ''}`
    return { outcome: 'passed', details, evidence }
  }
  const failures = describeFailures(rule.fields, record.value, results, scope)
  const details = `${passed} of ${rule.shownChecks} passed on ${which}. ${failures}`
  // Without an initial state, only the share of passed checks can be computed.
  if (selection.earlier() === undefined) return { outcome: 'failed', score: passed / checks, details, evidence }
  const credit = choice?.credit ?? new EarlierCredit(selection, rule, scope)
  return partly({ record, passed, checks, unchanged, details, evidence }, credit)
}

function toChoice<Value>(selection: Selection<Value>, rule: RecordRule<Value>, scope: MatchScope): Choice<Value> {
  return { selection, rule, scope, credit: new EarlierCredit(selection, rule, scope), counted: 0 }
}

interface PartlyPassed<Value> {
  readonly record: SelectedRecord<Value>
  readonly passed: number
  readonly checks: number
  readonly unchanged: boolean
  readonly details: string
  readonly evidence: JsonObject
}

/** Returns the outcome for a record that does not pass all of its checks. */
function partly<Value>(
  { record, passed, checks, unchanged, details, evidence }: PartlyPassed<Value>,
  credit: EarlierCredit<Value>,
): CheckOutcome {
  if (!credit.isKnown) return { outcome: 'failed', score: passed / checks, details, evidence }
  const before = credit.of(record)
  const score = partialScore(passed, before, checks)
  return {
    outcome: 'failed',
    score,
    details: `${details}${unchanged ? stale : describeCredit({ passed, before, checks })}`,
    evidence: { ...evidence, before },
  }
}

const stale = ' The record is unchanged since before the agent began, so its passed checks do not count.'

function describeCredit({
  passed,
  before,
  checks,
}: {
  readonly passed: number
  readonly before: number
  readonly checks: number
}): string {
  if (passed === 0 || before === 0) return ''
  const held = ` ${plural(before, 'check')} already passed before the agent began`
  return before < passed && before < checks
    ? `${held}, so the score is (${passed} − ${before}) ÷ (${checks} − ${before}).`
    : `${held}, so nothing was gained.`
}

/** Returns the outcome if another record contradicts the chosen one; undefined otherwise. */
function readContradiction<Value>(
  record: SelectedRecord<Value>,
  { selection, rule, scope }: Pick<Choice<Value>, 'selection' | 'rule' | 'scope'>,
  evidence: JsonObject,
): CheckOutcome | undefined {
  const other = findContradiction(record, selection, rule, scope)
  if (other === undefined) return undefined
  const failures = describeFailures(rule.fields, other.value, fieldResults(rule.fields, other.value, scope), scope)
  const by = (rule.exclusive ?? []).map(({ text }) => text).join(', ')
  return {
    outcome: 'failed',
    score: 0,
    details: `${other.describe()} contradicts ${record.describe()}: they agree in ${by}. ${failures}`,
    evidence: { ...evidence, contradicted_by: other.identify() },
  }
}

/** Two object literals instead of a spread, because this runs for every criterion. */
function toEvidence(
  rule: RecordRule<never>,
  results: readonly FieldResult[],
  matched: JsonObject | null,
  selected: number,
): JsonObject {
  return rule.asAssertionResults === true
    ? { field_results: results, assertion_results: results, matched, selected }
    : { field_results: results, matched, selected }
}

function nothingSelected<Value>(selection: Selection<Value>, rule: RecordRule<Value>): CheckOutcome {
  return {
    outcome: 'failed',
    score: 0,
    details: `There are no ${selection.describe()}. ${selection.describeOthers()}`,
    evidence: toEvidence(rule, missingResults(rule.fields), null, 0),
  }
}

function explainChoice(match: MatchMode, selection: Selection<unknown>): string {
  if (selection.size === 1) return ''
  const why = { any: 'the best', first: 'the earliest', all: 'the worst' }[match]
  return `, ${why} of ${selection.size} ${selection.describe()}`
}

function judgeCount<Value>(choice: Choice<Value>, count: NonNullable<RecordRule<Value>['count']>): CheckOutcome {
  const { selection, rule, scope } = choice
  const checks = rule.fields.length
  const satisfying = runLoop<number>(scope, {
    key: rule,
    subject: `count of ${selection.size}`,
    count: selection.size,
    start: () => 0,
    step: (found, index) => (countPassed(rule.fields, selection.at(index).value, scope) === checks ? found + 1 : found),
  })
  const passed = count.matcher(satisfying, scope)
  const result = { expected: count.expected, actual: satisfying, passed }
  const such = checks === 0 ? '' : ` that satisfy ${checks === 1 ? 'the field' : `all ${checks} fields`}`
  const sentence =
    `Found ${satisfying} of ${selection.size} ${selection.describe()}${such}; expected ` +
    `${showJson(count.expected)}.`
  if (checks === 0 || count.matcher(0, scope)) {
    const evidence = { ...toEvidence(rule, [], null, selection.size), count: result }
    return passed
      ? { outcome: 'passed', details: sentence, evidence }
      : { outcome: 'failed', score: 0, details: sentence, evidence }
  }
  return judgeWithCount({ ...choice, counted: passed ? 1 : 0 }, { result, sentence })
}

/** Judges the fields of the best record, with the count as one more check. */
function judgeWithCount<Value>(
  choice: Choice<Value>,
  { result, sentence }: { readonly result: JsonObject; readonly sentence: string },
): CheckOutcome {
  const { selection, rule, scope, credit, counted } = choice
  const checks = rule.fields.length + 1
  const chosen: JudgedRecord<Value> | undefined = chooseRecord(choice)
  const results =
    chosen === undefined ? missingResults(rule.fields) : fieldResults(rule.fields, chosen.record.value, scope)
  const matched = chosen === undefined ? null : chosen.record.identify()
  const shown = { ...toEvidence(rule, results, matched, selection.size), count: result }
  if (chosen === undefined) {
    return { outcome: 'failed', score: 0, details: `${sentence} ${selection.describeOthers()}`, evidence: shown }
  }
  const { record, passed } = chosen
  const contradiction = readContradiction(record, choice, shown)
  if (contradiction !== undefined) return contradiction
  if (passed === checks) return { outcome: 'passed', details: sentence, evidence: shown }
  const unchanged = passed > 0 && record.isUnchanged()
  const failures =
    passed - counted === rule.fields.length ? '' : ` ${describeFailures(rule.fields, record.value, results, scope)}`
  const details = `${passed} of ${plural(checks, 'check')} passed on ${record.describe()}. ${sentence}${failures}`
  const evidence = unchanged ? { ...shown, unchanged } : shown
  return partly({ record, passed, checks, unchanged: false, details, evidence }, credit)
}
