import type { EvidenceState, JsonObject, JsonValue } from '@carebench/protocol'
import { defaultParts } from '@carebench/systems/verifier'
import type { Criterion } from '@carebench/verifier'
import fc from 'fast-check'
import { drawState } from '../values/part-values.js'
import type { Auditor } from './auditor.js'
import { everyMistake } from './mistakes-law.js'
import type { Law } from './scoring-laws.js'
import { demand } from './verifier-law.js'

function word() {
  return fc.constantFrom<JsonValue>('M-77001', '72148', 'sent', 'noise', '', null, 0)
}

function row() {
  return fc
    .record({ member: fc.constantFrom('M-77001', 'M-90002'), status: word() })
    .map((record): JsonObject => record)
}

function message() {
  return fc.constantFrom('noise', 'sent').map((body) => ({
    direction: 'outbound' as const,
    channel: 'sms' as const,
    to: '555-0123',
    from: '555-0100',
    body,
  }))
}

/** Generates the content of systems. Like the state of real evidence, it has no part for a system not observed. */
function state(): fc.Arbitrary<EvidenceState> {
  return drawState({
    portal: fc.record({ requests: fc.array(row(), { maxLength: 2 }) }),
    messages: fc.array(message(), { maxLength: 3 }),
  })
}

function expected(): fc.Arbitrary<JsonValue> {
  return fc.oneof(
    word(),
    fc.constantFrom<JsonValue>(
      { $exists: false },
      { $exists: true },
      { $contains: 'M-77001' },
      { $size: 0 },
      { $eq: {} },
      { $eq: { member: 'M-77001' } },
    ),
    word().map((negated) => ({ $not: negated })),
  )
}

function count() {
  return fc.constantFrom<JsonValue>(0, 1, 2, { $gte: 1 }, { $lt: 3 })
}

function assertion(): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    expected().map((value) => ({ assert: 'output-match', expected: value })),
    fc
      .tuple(fc.constantFrom('member', 'status'), expected())
      .map(([path, value]) => ({ assert: 'output-match', fields: [{ path, expected: value }] })),
    count().map((expectedCount) => ({ assert: 'message-sent', count: expectedCount })),
    expected().map((value) => ({ assert: 'message-sent', fields: [{ path: 'body', expected: value }] })),
    fc
      .tuple(fc.array(expected(), { maxLength: 2 }), fc.option(count(), { nil: undefined }))
      .map(([wanted, counted]) => ({
        assert: 'portal-state-match',
        correlate_by: { resource: 'requests', key: 'member', value: 'M-77001' },
        assertions: wanted.map((status) => ({ path: 'status', expected: status })),
        ...(counted !== undefined && { count: counted }),
      })),
    fc.constant({ assert: 'no-collateral', allow: [] }),
  )
}

function criterion(): fc.Arbitrary<Criterion> {
  return fc.record({
    label: fc.constantFrom('one', 'two'),
    assertion: assertion(),
    weight: fc.constantFrom(0, 1e-300, 1, 1e300),
    axis: fc.constantFrom(null, 'safety'),
    guard: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  })
}

function cases() {
  return fc.record({
    criteria: fc.array(criterion(), { minLength: 1, maxLength: 3 }),
    options: fc.constantFrom(
      {},
      { axis_weights: { safety: 0 } },
      { axis_weights: { safety: 3 }, pass_threshold: 1e-9 },
    ),
    task_item: fc.constantFrom<JsonValue>(null, { member: 'M-77001' }, { ask: 'See M-77001.', status: 'sent' }),
    initial: state(),
    waited: fc.option(state(), { nil: undefined }),
    spam: fc.option(state(), { nil: undefined }),
  })
}

/** Returns outputs that need no work. */
function listOutputs(item: JsonValue): readonly (JsonValue | undefined)[] {
  const texts = item === null ? [] : [item, ...Object.values(item).map(String)]
  return [undefined, null, {}, [], '', ...texts.slice(0, 2)]
}

/**
 * On a task without audit errors, doing nothing scores 0: also with an output that is empty or repeats the task item,
 * after waiting, and if a system that was not observed at first turns out to be empty. The state after noise scores 0,
 * too.
 */
const idleEarnsNothing: Law<Auditor> = {
  name: 'doing nothing never earns past the audit',
  property: ({ audit, verify }) =>
    fc.property(cases(), ({ criteria, options, task_item, initial, waited, spam }) => {
      const states = { initial, ...(waited && { waited }), ...(spam && { spam }) }
      if (!audit({ criteria, options, task_item, states }).ok) return
      const seen = { ...waited, ...spam }
      const found = defaultParts.filter(({ name }) => Object.hasOwn(seen, name) && !Object.hasOwn(initial, name))
      const empty: EvidenceState = Object.fromEntries(found.map((part) => [part.name, part.empty]))
      const left: readonly (EvidenceState & { readonly output?: JsonValue })[] = [
        ...listOutputs(task_item).map((output) => ({ ...initial, ...(output !== undefined && { output }) })),
        { ...initial, ...empty },
        ...(waited ? [{ ...initial, ...empty, ...waited }] : []),
        ...(spam ? [{ ...initial, ...spam }] : []),
      ]
      for (const final of left) {
        const { score } = verify({ criteria, options, evidence: { version: 1, ...final, initial } })
        demand(score === 0, () => `expected 0 for ${JSON.stringify(final)}, got ${score}`)
      }
    }),
}

/** The laws of an audit together with its verifier. */
export const auditLaws: readonly Law<Auditor>[] = [idleEarnsNothing, everyMistake]
