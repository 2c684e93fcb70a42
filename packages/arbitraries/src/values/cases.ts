import { type EvidenceSnapshot, type JsonObject, type JsonValue, severities } from '@carebench/protocol'
import type { Criterion } from '@carebench/verifier'
import fc from 'fast-check'
import { interactionAssertion, interactions } from './interactions.js'
import { jsonValue } from './json-values.js'
import { drawState } from './part-values.js'
import { hostileWeights } from './weights.js'

/** Criteria, and evidence on which some of them pass, some fail and some score in between. */
export interface VerificationCase {
  readonly criteria: readonly Criterion[]
  readonly evidence: EvidenceSnapshot
}

const members = ['a', 'b', 'c'] as const

/** Generates few values, so that criteria and rows often match; each is similar to another one that is not equal. */
function value(): fc.Arbitrary<JsonValue> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<JsonValue>(0, 1, '1', '', null, []) },
    { weight: 1, arbitrary: jsonValue() },
  )
}

function row(): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.dictionary(fc.constantFrom(...members), value()))
    .map(([key, rest]): JsonObject => ({ ...rest, key }))
}

function status(): fc.Arbitrary<string> {
  return fc.constantFrom('active', 'completed', 'draft')
}

function resource(): fc.Arbitrary<JsonObject> {
  return fc
    .record({ id: fc.constantFrom('r1', 'r2', 'r3'), status: status(), intent: fc.constantFrom('order', 'plan') })
    .map(
      ({ id, ...rest }): JsonObject => ({
        resourceType: 'ServiceRequest',
        id,
        ...rest,
        subject: { reference: 'Patient/p1' },
      }),
    )
}

/** Generates snapshots in which each part of the evidence, the initial state and the output are sometimes absent. */
export function evidenceSnapshots(): fc.Arbitrary<EvidenceSnapshot> {
  const state = drawState({
    portal: fc.record({ requests: fc.array(row(), { maxLength: 6 }) }),
    fhir: fc.uniqueArray(resource(), { maxLength: 3, selector: (drawn) => drawn.id }),
    ...interactions,
  })
  return fc
    .tuple(state, fc.option(state, { nil: undefined }), fc.option(value(), { nil: undefined }))
    .map(([final, initial, output]) => ({
      version: 1 as const,
      ...final,
      ...(initial && { initial }),
      ...(output !== undefined && { output }),
    }))
}

/** Generates a literal or a matcher. */
function expected(): fc.Arbitrary<JsonValue> {
  return fc.oneof(
    value().map((literal) => ({ $eq: literal })),
    fc.constantFrom<JsonValue>(
      { $exists: true },
      { $exists: false },
      { $not: 1 },
      { $oneOf: [1, ''] },
      { $gt: 0 },
      1,
      '1',
    ),
  )
}

function portalAssertion(): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      key: fc.integer({ min: 1, max: 4 }),
      assertions: fc.array(fc.record({ path: fc.constantFrom(...members), expected: expected() }), { maxLength: 4 }),
      more: fc.constantFrom<JsonObject>(
        {},
        {},
        { match: 'first' },
        { match: 'all' },
        { count: 0 },
        { count: { $gte: 1 } },
      ),
    })
    .map(
      ({ key, assertions, more }): JsonObject => ({
        assert: 'portal-state-match',
        correlate_by: { resource: 'requests', key: 'key', value: key },
        assertions,
        ...more,
      }),
    )
}

function fhirAssertion(): fc.Arbitrary<JsonObject> {
  return fc.record({ id: fc.constantFrom('r1', 'r2', 'r3'), status: status(), intent: fc.constant('order') }).map(
    ({ id, ...fields }): JsonObject => ({
      assert: 'fhir-resource-state',
      resource_type: 'ServiceRequest',
      search: { _id: id },
      fields: Object.entries(fields).map(([path, literal]) => ({ path, expected: literal })),
    }),
  )
}

function axis(): fc.Arbitrary<string | null> {
  return fc.constantFrom(null, 'correctness', 'safety', 'constructor')
}

/**
 * Generates a criterion that fits {@link evidenceSnapshots}; its assertion is of a known kind, or sometimes any JSON
 * value.
 *
 * @param weights - default {@link hostileWeights}
 */
export function criteria(weights: fc.Arbitrary<number> = hostileWeights()): fc.Arbitrary<Criterion> {
  return fc.record({
    id: fc.uuid(),
    label: fc.constantFrom('one', 'two', 'three'),
    assertion: fc.oneof(
      { weight: 5, arbitrary: portalAssertion() },
      { weight: 3, arbitrary: fhirAssertion() },
      { weight: 5, arbitrary: interactionAssertion() },
      { weight: 1, arbitrary: jsonValue() },
    ),
    weight: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: weights }),
    axis: axis(),
    guard: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    severity: fc.constantFrom(null, null, null, ...severities),
  })
}

/**
 * Generates criteria and evidence that fit each other.
 *
 * @param weights - default {@link hostileWeights}
 */
export function verificationCases(weights: fc.Arbitrary<number> = hostileWeights()): fc.Arbitrary<VerificationCase> {
  return fc.record({ criteria: fc.array(criteria(weights), { maxLength: 6 }), evidence: evidenceSnapshots() })
}

/**
 * Generates cases with criteria for work that was done, criteria for work that was not done, and unbroken guards, each
 * on any axis. The done work is an output or an entry of the log.
 *
 * @param weights - default {@link hostileWeights}
 */
export function guardedCases(weights: fc.Arbitrary<number> = hostileWeights()): fc.Arbitrary<VerificationCase> {
  const submitted = { assert: 'output-match', expected: { $exists: true } }
  const logged = { assert: 'event-order', events: [{ type: workDone }] }
  const failing = { assert: 'output-match', expected: { $exists: false } }
  const some = (label: string, assertion: fc.Arbitrary<JsonObject>, guard: boolean) =>
    fc.array(
      fc.record({ label: fc.constant(label), assertion, weight: weights, axis: axis(), guard: fc.constant(guard) }),
      { minLength: 1, maxLength: 3 },
    )
  return fc
    .record({
      drawn: verificationCases(weights),
      done: some('done', fc.constantFrom(submitted, logged), false),
      undone: some('undone', fc.constant(failing), false),
      held: some('held', fc.constant(submitted), true),
    })
    .map(({ drawn: { criteria, evidence }, done, undone, held }) => ({
      criteria: [...criteria, ...done, ...undone, ...held],
      evidence: withWork(evidence),
    }))
}

/** The type of the entry that {@link withWork} adds to the log. */
const workDone = 'work.done'

/** Returns the evidence with an output and an additional log entry, which its initial state does not have. */
function withWork({ events = [], initial, ...evidence }: EvidenceSnapshot): EvidenceSnapshot {
  const { events: _, ...before } = initial ?? {}
  const seq = Math.max(0, ...events.map((event) => event.seq)) + 1
  const entry = { seq, at: '2026-01-05T17:00:00.000Z', actor: 'agent' as const, type: workDone, data: {} }
  return { ...evidence, events: [...events, entry], ...(initial && { initial: before }), output: 1 }
}
