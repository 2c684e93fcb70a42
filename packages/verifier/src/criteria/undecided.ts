import type { JsonObject, JsonValue } from '@carebench/protocol'
import { describeSpent } from '../budget/describe-spent.js'
import type { WorkBudget } from '../budget/work-budget.js'
import type { OpenValue } from '../matchers/assumptions.js'
import { describeOpen, isOpenMiss, readExpectedWords } from '../matchers/unsaid.js'
import { isJsonObject, ownMember } from '../values/json/is-json-object.js'
import { jsonEqual } from '../values/json/json-equal.js'
import { showJson } from '../values/json/show-json.js'
import { type Judgement, without } from './judgement.js'

/** Maximum number of texts named. */
const listed = 3

/**
 * Returns the judgement of a check that depends on values that matchers cannot decide.
 *
 * @param judged - the judgements with some of the answers for these values, among them the first
 */
export function leaveUndecided(
  open: readonly OpenValue[],
  judged: readonly Judgement[],
  budget: WorkBudget,
): Judgement {
  const found = new Set<string>()
  for (const value of open) {
    for (const sentence of describeOpenValue(value, budget)) found.add(sentence)
    // An agent may have written thousands of texts.
    if (found.size >= listed) break
  }
  const shown = [...found].slice(0, listed)
  const details = `Not verified: ${shown.join(', and ')}.${budget.isSpent ? ` ${describeSpent()}` : ''}`
  if (open.every((value) => isUnobserved(value, budget))) return without('unsupported', details)
  const evidence = findPlaces(open, judged)
  return {
    ...without('undecided', `${details}${describePlaces(evidence)}`),
    evidence: { ...evidence },
    isTooLong: open.some(({ actual }) => budget.isTooLong(actual)),
  }
}

/** Whether a value is open because records or events were not observed, rather than because a text cannot be read. */
function isUnobserved({ expected, actual }: OpenValue, budget: WorkBudget): boolean {
  return readExpectedWords(withoutNot(expected))?.isUnobserved?.(actual, budget) ?? false
}

function describeOpenValue({ expected, actual }: OpenValue, budget: WorkBudget): readonly string[] {
  const words = readExpectedWords(withoutNot(expected))
  const open = words?.explain(actual, budget).filter(isOpenMiss)
  if (open !== undefined && open.length > 0) return open.map(describeOpen)
  if (words?.isUnobserved?.(actual, budget) === true) {
    return [`whether ${showJson(actual ?? null)} is ${words.shown} depends on what was not observed`]
  }
  return [`it cannot be decided whether ${showJson(actual ?? null)} says ${showJson(expected)}`]
}

/** An open value is also open under `$not`. */
function withoutNot(expected: JsonValue): JsonValue {
  const inner = ownMember(expected, '$not')
  return inner === undefined ? expected : withoutNot(inner)
}

/** The undecided values for a reviewer, without what is expected of them. */
interface Places {
  /** The record that has them; null if the check names none. */
  readonly matched: JsonValue
  readonly undecided: readonly { readonly path?: string; readonly actual: JsonValue }[]
}

function findPlaces(open: readonly OpenValue[], judged: readonly Judgement[]): Places {
  const evidences = judged.flatMap(({ evidence }): readonly JsonObject[] => (evidence === null ? [] : [evidence]))
  for (const { field_results: results, matched = null } of evidences) {
    const fields = listObjects(results).filter((field) => hasOpen(field, open))
    if (fields.length === 0) continue
    return { matched, undecided: fields.map(({ path, actual = null }) => ({ path: String(path), actual })) }
  }
  // A text that selects the record: it is selected with one of the answers only.
  const matched = evidences.find((one) => isJsonObject(one.matched))?.matched ?? null
  return { matched, undecided: open.slice(0, listed).map(({ actual = null }) => ({ actual })) }
}

function listObjects(list: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? (list as readonly JsonValue[]).filter(isJsonObject) : []
}

/** Whether a result of a field is about an undecided value: both then have the same `expected` object. */
function hasOpen({ expected, actual = null }: JsonObject, open: readonly OpenValue[]): boolean {
  const values: readonly JsonValue[] = Array.isArray(actual) ? actual : []
  return open.some(
    (one) => one.expected === expected && [actual, ...values].some((value) => jsonEqual(one.actual ?? null, value)),
  )
}

function describePlaces({ matched, undecided }: Places): string {
  const paths = undecided.flatMap(({ path }) => (path === undefined ? [] : [JSON.stringify(path)]))
  if (!isJsonObject(matched)) return ''
  const where = paths.length === 0 ? '' : `${paths.slice(0, listed).join(' and ')} of `
  return ` The text is in ${where}${showJson(matched)}.`
}
