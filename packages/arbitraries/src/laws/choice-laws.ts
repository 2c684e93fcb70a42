import type { JsonObject, JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { demand, type VerifierLaw } from './verifier-law.js'

/** Generates scalars that are often equal, or equal only if converted to one type; some are falsy. */
function keys() {
  return fc.constantFrom<JsonValue>(1, 1, '1', 0, '', false, null)
}

/** Generates rows that share a key, and fields that are correct on some of them. */
function choiceCases() {
  return fc.record({
    value: keys(),
    rows: fc.array(fc.record({ key: keys(), a: fc.nat(2), b: fc.nat(2) }), { maxLength: 5 }),
    fields: fc.subarray(['a', 'b'] as const),
    match: fc.constantFrom('any' as const, 'first' as const, 'all' as const),
    count: fc.option(fc.nat(3), { nil: undefined }),
  })
}

/**
 * A criterion judges the best, the first or the worst of the rows that it selects; `count` counts the rows with all
 * fields correct. Checked against an independent count.
 */
export const choice: VerifierLaw = {
  name: 'the right record is judged',
  property: (verify) =>
    fc.property(choiceCases(), ({ value, rows, fields, match, count }) => {
      const assertion = {
        assert: 'portal-state-match',
        correlate_by: { resource: 'r', key: 'key', value },
        assertions: fields.map((path) => ({ path, expected: 1 })),
        ...(count === undefined ? { match } : { count }),
      }
      const [run] = verify({
        criteria: [{ label: 'choice', assertion }],
        evidence: { version: 1, portal: { r: rows } },
      }).criterion_runs
      const right = rows
        .filter((row) => row.key === value)
        .map((row) => fields.filter((field) => row[field] === 1).length)
      const wanted =
        count === undefined ? scoreOfMatch(right, fields.length, match) : scoreOfCount(right, fields.length, count)
      demand(run?.score === wanted, () => `expected ${wanted} of ${JSON.stringify({ value, rows })}, got ${run?.score}`)
    }),
}

function scoreOfMatch(right: readonly number[], checks: number, match: 'any' | 'first' | 'all'): number {
  if (right.length === 0) return 0
  if (checks === 0) return 1
  const chosen = { any: Math.max(...right), first: right[0] ?? 0, all: Math.min(...right) }[match]
  return chosen / checks
}

function scoreOfCount(right: readonly number[], checks: number, count: number): number {
  const counted = right.filter((outcome) => outcome === checks).length === count
  if (checks === 0 || count === 0) return counted ? 1 : 0
  return right.length === 0 ? 0 : (Math.max(...right) + (counted ? 1 : 0)) / (checks + 1)
}

const statuses = ['active', 'completed', 'draft'] as const
const intents = ['order', 'plan'] as const
function drawSome(values: readonly string[]) {
  return fc.subarray([...values], { minLength: 1 })
}

/** Generates resources, and a search whose repeated parameters must all match, each with alternatives. */
function searchCases() {
  return fc.record({
    resources: fc.array(
      fc.record({
        id: fc.nat(7).map(String),
        status: fc.constantFrom(...statuses),
        intent: fc.constantFrom(...intents),
      }),
      { maxLength: 6 },
    ),
    status: fc.array(drawSome(statuses), { maxLength: 2 }),
    intent: fc.array(drawSome(intents), { maxLength: 2 }),
  })
}

/**
 * A search selects resources that satisfy all of its parameters, each by one of its values; of two resources with the
 * same id, the later one counts. Checked against an independent filter.
 */
export const searched: VerifierLaw = {
  name: 'a search narrows',
  property: (verify) =>
    fc.property(searchCases(), ({ resources, status, intent }) => {
      const present = [...new Map(resources.map((resource) => [resource.id, resource])).values()]
      const wanted = present.filter(
        (drawn) =>
          status.every((values) => values.includes(drawn.status)) &&
          intent.every((values) => values.includes(drawn.intent)),
      ).length
      const search = {
        ...(status.length > 0 && { status: status.map(String) }),
        ...(intent.length > 0 && { intent: intent.map(String) }),
      }
      const fhir = resources.map((resource) => ({ resourceType: 'ServiceRequest', ...resource }))
      const counting = (count: number): JsonObject => ({
        assert: 'fhir-resource-state',
        resource_type: 'ServiceRequest',
        search,
        count,
      })
      const [right, wrong] = verify({
        criteria: [wanted, wanted + 1].map((count) => ({ label: 'search', assertion: counting(count) })),
        evidence: { version: 1, fhir },
      }).criterion_runs
      demand(right?.passed === true && wrong?.passed === false, () => `expected ${wanted} of ${JSON.stringify(search)}`)
    }),
}

/** Generates the codes of some records. */
function agreementCases() {
  return fc.array(fc.subarray(['a', 'b', 'c'], { minLength: 1 }), { minLength: 2, maxLength: 4 })
}

/** Values agree if all of them share a code, in any order. */
export const agreed: VerifierLaw = {
  name: 'values agree in one',
  property: (verify) =>
    fc.property(agreementCases(), (records) => {
      const wanted = ['a', 'b', 'c'].some((code) => records.every((codes) => codes.includes(code)))
      const [first, ...others] = records.map((codes) => ({ concept: { coding: codes.map((code) => ({ code })) } }))
      const read = { path: 'concept', as: 'code' }
      const assertion = {
        assert: 'records-agree',
        records: ['portal.first', 'portal.others'].map((collection) => ({ collection, ...read })),
      }
      const [run] = verify({
        criteria: [{ label: 'agreement', assertion }],
        evidence: { version: 1, portal: { first: first === undefined ? [] : [first], others } },
      }).criterion_runs
      demand(run?.passed === wanted, () => `expected ${wanted} for the codes ${JSON.stringify(records)}`)
    }),
}
