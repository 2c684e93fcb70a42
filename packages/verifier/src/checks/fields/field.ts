import type { JsonObject, JsonValue } from '@carebench/protocol'
import { Type } from 'typebox'
import type { RecordFormat, RecordPath, ValueMatcher } from '../../evidence/records/record-format.js'
import type { MatchScope } from '../../matchers/matcher.js'
import { maxValuesOfPiece, runLoop } from '../../matchers/run-loop.js'
import { type ExpectedWords, readExpectedWords } from '../../matchers/unsaid.js'
import type { Findings } from '../../values/finding.js'
import { shorten, showJson } from '../../values/json/show-json.js'
import type { JsonPath } from '../../values/paths/json-path.js'
import type { WrittenField } from './written-field.js'

/** A field check as written: a path and the expected value, a literal or a matcher. */
export const fieldSchema = Type.Object(
  { path: Type.String(), expected: Type.Unknown() },
  { additionalProperties: false },
)

/** The result of one field check. A missing value is `"actual": null, "missing": true`. */
export interface FieldResult extends JsonObject {
  readonly path: string
  /** As written: the literal or the matcher object. */
  readonly expected: JsonValue
  readonly actual: JsonValue
  readonly passed: boolean
}

/** A compiled field check on records of one form. */
export interface Field<Value> {
  readonly path: RecordPath<Value>
  /** The JSON Pointer of the path in the assertion. */
  readonly at: string
  readonly expected: JsonValue
  readonly matches: ValueMatcher<Value>
  /** The path and the expected value, as sentences name them. */
  readonly shownPath: string
  readonly shownExpected: string
  /** The beginning of the sentence on the field's failure. */
  readonly shownFailure: string
  /** Set if the field expects a text to say something, or a time at some distance from another. */
  readonly expectedWords: ExpectedWords | undefined
}

/** Compiles field checks; undefined after reporting errors. */
export function compileFields<Value>(
  fields: readonly WrittenField<Value>[],
  format: RecordFormat<Value>,
  { findings, entityPaths }: { readonly findings: Findings; readonly entityPaths: JsonPath[] },
): readonly Field<Value>[] | undefined {
  const before = findings.list.length
  const compiled: Field<Value>[] = []
  for (const { path: written, expected, pathAt, expectedAt } of fields) {
    const path = typeof written === 'string' ? format.compilePath(written, pathAt, findings) : written
    const matches = format.compileMatcher(expected, expectedAt, { findings, entityPaths })
    if (path === undefined || matches === undefined) continue
    const shownPath = path.text === '' ? 'the whole value' : shorten(path.text, 80)
    const expectedWords = readExpectedWords(expected as JsonValue)
    const shownExpected = expectedWords?.shown ?? showJson(expected as JsonValue)
    const shownFailure = `Expected ${path.text === '' ? shownPath : `"${shownPath}"`} to be ${shownExpected}, found `
    compiled.push({
      path,
      at: pathAt,
      matches,
      expected: expected as JsonValue,
      shownPath,
      shownExpected,
      shownFailure,
      expectedWords,
    })
  }
  return findings.list.length === before ? compiled : undefined
}

/** Returns the number of fields that a record satisfies. */
export function countPassed<Value>(fields: readonly Field<Value>[], record: Value, scope: MatchScope): number {
  const { assumptions } = scope
  const asked = assumptions?.asked
  const known = assumptions?.open.length ?? 0
  const passed = countEach(fields, record, scope)
  if (assumptions?.asked === asked) return passed
  const open = failedIfOpen(fields, record, scope, known)
  return open === undefined ? passed : passed - open.passed
}

function countEach<Value>(fields: readonly Field<Value>[], record: Value, scope: MatchScope): number {
  if (fields.length > maxValuesOfPiece) {
    return runLoop<number>(scope, {
      key: fields,
      subject: record,
      count: fields.length,
      start: () => 0,
      step: (passed, index) => (passes(fields[index] as Field<Value>, record, scope) ? passed + 1 : passed),
    })
  }
  scope.budget?.compare(fields.length)
  let passed = 0
  for (const field of fields) if (passes(field, record, scope)) passed++
  return passed
}

/** The fields of a record that depend on undecided texts. */
interface OpenFields<Value> {
  readonly fields: ReadonlySet<Field<Value>>
  /** The number of these fields that pass under the assumed answers. */
  readonly passed: number
}

/**
 * Returns the fields of a record that depend on undecided texts, if another field fails in any case; otherwise
 * undefined. The record has then failed, so nothing depends on these texts: the fields count as failed, and no other
 * answers are tried for assumptions after the first `known` ones.
 */
function failedIfOpen<Value>(
  fields: readonly Field<Value>[],
  record: Value,
  scope: MatchScope,
  known: number,
): OpenFields<Value> | undefined {
  const { assumptions } = scope
  scope.budget?.compare(fields.length)
  const open = new Set<Field<Value>>()
  let openPassed = 0
  let hasFailed = false
  for (const field of fields) {
    const asked = assumptions?.asked
    const passed = passes(field, record, scope)
    if (assumptions?.asked === asked) {
      if (!passed) hasFailed = true
      continue
    }
    open.add(field)
    if (passed) openPassed++
  }
  if (!hasFailed) return undefined
  assumptions?.forgetAfter(known)
  return { fields: open, passed: openPassed }
}

/** Whether a record satisfies all of the fields. */
export function passesAll<Value>(fields: readonly Field<Value>[], record: Value, scope: MatchScope): boolean {
  const { assumptions, budget } = scope
  const before = assumptions?.open.length ?? 0
  if (fields.length > maxValuesOfPiece) return passesAllInLoop(fields, record, scope)
  budget?.compare(fields.length)
  let all = true
  for (let i = 0; i < fields.length; i++) {
    const asked = assumptions?.asked
    if (passes(fields[i] as Field<Value>, record, scope)) continue
    all = false
    if (assumptions?.asked !== asked) continue
    // The record fails, whatever the undecided texts mean.
    assumptions?.forgetAfter(before)
    break
  }
  return all
}

/** Whether the fields passed so far: if one failed because of an undecided text, another may still fail in any case. */
type Passed = 'passed' | 'open' | 'failed'

function passesAllInLoop<Value>(fields: readonly Field<Value>[], record: Value, scope: MatchScope): boolean {
  const { assumptions } = scope
  const before = assumptions?.open.length ?? 0
  const result = runLoop<Passed>(scope, {
    key: fields,
    subject: record,
    count: fields.length,
    start: () => 'passed',
    step(sofar, index) {
      const asked = assumptions?.asked
      if (passes(fields[index] as Field<Value>, record, scope)) return sofar
      return assumptions?.asked === asked ? 'failed' : 'open'
    },
    isDone: (sofar) => sofar === 'failed',
  })
  if (result === 'failed') assumptions?.forgetAfter(before)
  return result === 'passed'
}

function passes<Value>(field: Field<Value>, record: Value, scope: MatchScope): boolean {
  const { path } = field
  return path.many
    ? findMatch(field, path.readAll(record), record, scope) !== undefined
    : field.matches(path.read(record), scope, record)
}

/** Returns the position of the first value that matches. */
function findMatch<Value>(
  field: Field<Value>,
  values: readonly (JsonValue | undefined)[],
  record: Value,
  scope: MatchScope,
): number | undefined {
  scope.budget?.compare(values.length)
  if (values.length <= maxValuesOfPiece) {
    const at = values.findIndex((value) => field.matches(value, scope, record))
    return at < 0 ? undefined : at
  }
  return runLoop<number | undefined>(scope, {
    key: field,
    subject: record,
    count: values.length,
    start: () => undefined,
    step: (_, index) => (field.matches(values[index], scope, record) ? index : undefined),
    isDone: (found) => found !== undefined,
  })
}

/** Returns the result of every field on a record. */
export function fieldResults<Value>(
  fields: readonly Field<Value>[],
  record: Value,
  scope: MatchScope,
): readonly FieldResult[] {
  const { assumptions } = scope
  const asked = assumptions?.asked
  const known = assumptions?.open.length ?? 0
  const results = resultsOfEach(fields, record, scope)
  if (assumptions?.asked === asked) return results
  return withoutOpen(results, fields, failedIfOpen(fields, record, scope, known))
}

function resultsOfEach<Value>(
  fields: readonly Field<Value>[],
  record: Value,
  scope: MatchScope,
): readonly FieldResult[] {
  if (fields.length > maxValuesOfPiece) {
    return runLoop<FieldResult[]>(scope, {
      key: fields,
      subject: record,
      count: fields.length,
      start: () => [],
      step(results, index) {
        results.push(...resultsOfEach(fields.slice(index, index + 1), record, scope))
        return results
      },
    })
  }
  scope.budget?.compare(fields.length)
  // A plain loop, because most of the time of a verification is spent here.
  const results = new Array<FieldResult>(fields.length)
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] as Field<Value>
    if (field.path.many) results[i] = manyResult(field, record, scope)
    else {
      const actual = field.path.read(record)
      results[i] = toResult(field, actual, field.matches(actual, scope, record))
    }
  }
  return results
}

function withoutOpen<Value>(
  results: readonly FieldResult[],
  fields: readonly Field<Value>[],
  open: OpenFields<Value> | undefined,
): readonly FieldResult[] {
  if (open === undefined) return results
  return results.map((result, index) => {
    const field = fields[index]
    return result.passed && field !== undefined && open.fields.has(field) ? { ...result, passed: false } : result
  })
}

/** Returns the result of every field where there is no record. */
export function missingResults<Value>(fields: readonly Field<Value>[]): readonly FieldResult[] {
  return fields.map((field) => toResult(field, undefined, false))
}

function toResult<Value>(field: Field<Value>, actual: JsonValue | undefined, passed: boolean): FieldResult {
  const { expected } = field
  const path = field.path.text
  return actual === undefined
    ? { path, expected, actual: null, passed, missing: true }
    : { path, expected, actual, passed }
}

/** Maximum number of values kept for a path that selects many: an agent may have written thousands. */
const maxSelected = 50

function manyResult<Value>(field: Field<Value>, record: Value, scope: MatchScope): FieldResult {
  const values = field.path.readAll(record)
  const at = findMatch(field, values, record, scope)
  if (at !== undefined) return toResult(field, values[at], true)
  const present = values.filter((value) => value !== undefined)
  return toResult(field, present.length > 1 ? present.slice(0, maxSelected) : present[0], false)
}
