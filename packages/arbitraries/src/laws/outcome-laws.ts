import type { EvidenceSnapshot, JsonObject, JsonValue } from '@carebench/protocol'
import { defaultSystems, type System } from '@carebench/systems'
import { defaultParts, validateAssertion } from '@carebench/systems/verifier'
import type { Criterion } from '@carebench/verifier'
import { pointerTo } from '@carebench/verifier/kinds'
import fc from 'fast-check'
import { verificationCases } from '../values/cases.js'
import { jsonObject, jsonValue } from '../values/json-values.js'
import { exact } from './law-options.js'
import { demand, type StrictVerifierLaw, type VerifierLaw, type VerifyFunction } from './verifier-law.js'

function inUnit(score: number): boolean {
  return score >= 0 && score <= 1
}

/** Every score is from 0 to 1, `passed` agrees with the score, and an undecidable criterion never passes. */
export const honest: StrictVerifierLaw = {
  name: 'honest outcomes',
  property: (verify, { weights } = exact) =>
    fc.property(verificationCases(weights()), (input) => {
      const { score, verdict, axes, criterion_runs: runs } = verify(input)
      demand(score !== null && inUnit(score), () => `expected a score from 0 to 1, got ${score}`)
      demand(
        (verdict === 'fail') === (score === 0),
        () => `expected fail for a score of 0 alone, got ${verdict} for ${score}`,
      )
      demand(
        Object.values(axes).every((axis) => inUnit(axis.score)),
        () => 'expected scores of axes from 0 to 1',
      )
      demand(runs.length === input.criteria.length, () => 'expected one run a criterion')
      for (const [index, run] of runs.entries()) {
        demand(inUnit(run.score), () => `expected a criterion score from 0 to 1, got ${run.score}`)
        demand(run.passed === (run.score === 1), () => `expected passed for a score of 1 alone, got ${run.score}`)
        demand(
          run.passed === (run.outcome === 'passed'),
          () => `expected passed and outcome to agree, got ${run.outcome}`,
        )
        demand(run.outcome !== 'unsupported' || run.score === 0, () => `expected 0 for unsupported, got ${run.score}`)
        const understood = validateAssertion(input.criteria[index]?.assertion).ok
        demand(
          understood || run.outcome === 'unsupported',
          () => `expected unsupported for an assertion that is not understood, got ${run.outcome}`,
        )
      }
    }),
}

/** The same input gives the same bytes, neither criteria nor evidence are modified, and the result is JSON. */
export const pure: StrictVerifierLaw = {
  name: 'pure',
  property: (verify, { weights } = exact) =>
    fc.property(verificationCases(weights()), (input) => {
      const before = JSON.stringify(input)
      const result = verify(input)
      const first = JSON.stringify(result)
      demand(JSON.stringify(verify(input)) === first, () => 'expected the same result twice')
      demand(JSON.stringify(input) === before, () => 'expected the input unchanged')
      demand(isJson(result), () => 'expected a result that JSON carries whole')
    }),
}

/** A criterion has the same result as alone: the other criteria do not change its outcome, score or evidence. */
export const independent: StrictVerifierLaw = {
  name: 'independent criteria',
  property: (verify, { weights } = exact) =>
    fc.property(verificationCases(weights()), ({ criteria, evidence }) => {
      for (const [index, run] of verify({ criteria, evidence }).criterion_runs.entries()) {
        const [alone] = verify({ criteria: criteria.slice(index, index + 1), evidence }).criterion_runs
        demand(
          alone?.outcome === run.outcome &&
            Object.is(alone.score, run.score) &&
            JSON.stringify(alone.evidence) === JSON.stringify(run.evidence),
          () =>
            `expected criterion ${index} to be ${alone?.outcome} ${alone?.score} in any company, got ${run.outcome}`,
        )
      }
    }),
}

/**
 * The result of a field is consistent: the value of a passed field equals the expected one, and that of a failed field
 * does not, if it is a single value.
 */
export const shown: StrictVerifierLaw = {
  name: 'evidence shows what was compared',
  property: (verify, { weights } = exact) =>
    fc.property(fc.oneof(verificationCases(weights()), listCases()), (input) => {
      for (const { evidence } of verify(input).criterion_runs) {
        const results: JsonValue = evidence?.field_results ?? []
        for (const result of Array.isArray(results) ? results : []) demandShown(result)
      }
    }),
}

/** Generates lists and a value that one of the elements may equal. */
function listCases() {
  return fc.tuple(fc.array(fc.nat(3), { maxLength: 4 }), fc.nat(3)).map(([values, wanted]) => ({
    criteria: [
      { label: 'list', assertion: { assert: 'output-match', fields: [{ path: 'a[*]', expected: { $eq: wanted } }] } },
    ],
    evidence: { version: 1 as const, output: { a: values } },
  }))
}

function demandShown({ path, expected, actual, passed, missing }: JsonObject): void {
  const wanted = readLiteral(expected)
  if (wanted === undefined) return
  const same = missing !== true && canonical(actual) === canonical(wanted)
  const several = String(path).includes('[*]')
  demand(
    passed === true ? same : several || !same,
    () =>
      `expected ${String(path)} to show what was compared with ${JSON.stringify(wanted)}, got ` +
      `${JSON.stringify(actual)}`,
  )
}

/** Returns the value that a field must equal; undefined if it must satisfy a matcher. */
function readLiteral(expected: JsonValue | undefined): JsonValue | undefined {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return expected
  const [key, ...more] = Object.keys(expected)
  if (key === '$eq' && more.length === 0) return (expected as JsonObject).$eq
  return key?.startsWith('$') === true ? undefined : expected
}

/**
 * Returns the member of the evidence that an assertion reads: the only part of the system that defines its kind, or the
 * log. If this member was not observed, the assertion is undecidable. Undefined if the assertion may read any member,
 * and for the output, because a completion without an output can be decided.
 */
function memberReadBy(assertion: unknown): string | undefined {
  const kind = readKind(assertion)
  if (kind === 'event-order' || kind === 'event-count') return 'events'
  const systems: readonly System[] = defaultSystems
  const [part, ...more] = systems.find(({ checks }) => checks.some((check) => check.kind === kind))?.records ?? []
  return more.length === 0 ? part?.name : undefined
}

/**
 * A part that was not observed gives `unsupported`, and removing a part of the evidence never makes a criterion pass.
 */
export const unobserved: StrictVerifierLaw = {
  name: 'unobserved is unsupported',
  property: (verify, { weights } = exact) =>
    fc.property(
      verificationCases(weights()),
      fc.constantFrom(...defaultParts.map(({ name }) => name), 'events', 'output'),
      ({ criteria, evidence }, part) => {
        const before = verify({ criteria, evidence }).criterion_runs
        const after = verify({ criteria, evidence: withoutPart(evidence, part) }).criterion_runs
        for (const [index, run] of after.entries()) {
          demand(
            !run.passed || before[index]?.passed === true,
            () => `expected criterion ${index} not to pass because "${part}" was left out`,
          )
          const assertion = criteria[index]?.assertion
          demand(
            memberReadBy(assertion) !== part || cannotTell(run),
            () => `expected ${readKind(assertion)} without "${part}" to be unsupported, got ${run.outcome}`,
          )
        }
      },
    ),
}

function cannotTell({ outcome, score }: { readonly outcome: string; readonly score: number }): boolean {
  return outcome === 'unsupported' && score === 0
}

/** Generates weights and roles of a criterion, including weight 0. */
function scoringRoles() {
  return fc.record({ weight: fc.constantFrom(0, 1), guard: fc.boolean() })
}

/** An error in one check does not change the others; the task then has no score and no verdict. */
export const broken: StrictVerifierLaw = {
  name: 'a broken check is no result',
  property: (verify, { weights } = exact) =>
    fc.property(verificationCases(weights()), fc.nat(), scoringRoles(), ({ criteria, evidence }, at, role) => {
      // A store with values that are not resources cannot be searched.
      const unreadable = { ...evidence, fhir: [{ resourceType: 1 }] }
      const reader = {
        label: 'reader',
        assertion: { assert: 'fhir-resource-state', resource_type: 'Patient' },
        ...role,
      }
      const others = criteria.filter(({ assertion }) => {
        const member = memberReadBy(assertion)
        return member !== undefined && member !== memberReadBy(reader.assertion)
      })
      const place = at % (others.length + 1)
      const all = [...others.slice(0, place), reader, ...others.slice(place)]
      const { score, verdict, axes, criterion_runs: runs } = verify({ criteria: all, evidence: unreadable })
      demand(runs[place]?.outcome === 'errored', () => `expected errored, got ${runs[place]?.outcome}`)
      demand(
        score === null && verdict === null && Object.keys(axes).length === 0,
        () => `expected neither score nor verdict nor axes, got ${score} and ${verdict}`,
      )
      const alone = verify({ criteria: others, evidence }).criterion_runs.map((run) => run.score)
      const beside = runs.filter((_, index) => index !== place).map((run) => run.score)
      demand(JSON.stringify(beside) === JSON.stringify(alone), () => 'expected the other criteria as without it')
    }),
}

/** Generates a document, and a member inside or outside it with an equal or similar value. */
function literalCases() {
  return fc
    .tuple(jsonObject(), jsonObject())
    .chain(([document, other]) =>
      fc
        .constantFrom(...Object.keys(document), ...Object.keys(other), 'absent')
        .chain((key) => fc.tuple(fc.constant(document), fc.constant(key), nearValues(document, key))),
    )
}

function nearValues(document: JsonObject, key: string): fc.Arbitrary<JsonValue> {
  const actual = Object.hasOwn(document, key) ? document[key] : undefined
  const near: JsonValue[] = [null, '', [], 0, false]
  if (actual !== undefined) near.push(actual, String(actual), [actual])
  if (Array.isArray(actual)) near.push(actual.map(String), actual.slice(1))
  return fc.oneof(fc.constantFrom(...near), jsonValue())
}

/**
 * A literal matches only a value of the same type and content: missing, null, "" and [] are four different things, and
 * no number equals a string. Checked on a portal row and on an output against an independent equality.
 */
export const literal: VerifierLaw = {
  name: 'literals compare exactly',
  property: (verify) =>
    fc.property(literalCases(), ([document, key, expected]) => {
      const wanted = Object.hasOwn(document, key) && canonical(document[key]) === canonical(expected)
      const check = { path: pointerTo('', key), expected: { $eq: expected } }
      for (const [kind, passed] of verdictsOn(verify, document, check)) {
        demand(
          passed === wanted,
          () => `expected ${kind} of ${JSON.stringify(document)} with ${JSON.stringify(check)} to be ${wanted}`,
        )
      }
    }),
}

function verdictsOn(verify: VerifyFunction, document: JsonObject, check: JsonObject) {
  const run = (assertion: JsonObject, evidence: Omit<EvidenceSnapshot, 'version'>): boolean => {
    const criteria: readonly Criterion[] = [{ label: 'literal', assertion }]
    return verify({ criteria, evidence: { version: 1, ...evidence } }).criterion_runs[0]?.passed === true
  }
  return [
    ['output-match', run({ assert: 'output-match', fields: [check] }, { output: document })],
    [
      'portal-state-match',
      run(
        {
          assert: 'portal-state-match',
          correlate_by: { resource: 'r', key: 'key-of-row', value: 1 },
          assertions: [check],
        },
        { portal: { r: [{ ...document, 'key-of-row': 1 }] } },
      ),
    ],
  ] as const
}

/** Returns the text of a JSON value with sorted members; equal values have equal texts. */
function canonical(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value === 0 ? 0 : value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
  return `{${members.sort().join()}}`
}

function withoutPart(evidence: EvidenceSnapshot, part: string): EvidenceSnapshot {
  const keep = <State extends object>(state: State): State =>
    Object.fromEntries(Object.entries(state).filter(([name]) => name !== part)) as State
  return evidence.initial === undefined ? keep(evidence) : { ...keep(evidence), initial: keep(evidence.initial) }
}

function readKind(assertion: unknown): string | undefined {
  return typeof assertion === 'object' &&
    assertion !== null &&
    'assert' in assertion &&
    typeof assertion.assert === 'string'
    ? assertion.assert
    : undefined
}

/** Whether a value contains nothing that JSON drops or changes. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return typeof value === 'object' && Object.values(value).every(isJson)
}
