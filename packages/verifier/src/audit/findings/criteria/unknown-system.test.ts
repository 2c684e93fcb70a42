import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { defineCheck, systemMember } from '../../../checks/check.js'
import { noCollateral } from '../../../checks/collateral/no-collateral.js'
import { eventOrder } from '../../../checks/events/event-order.js'
import { outputMatch } from '../../../checks/output-match.js'
import { recordState } from '../../../checks/records/record-state.js'
import { recordsAgree } from '../../../checks/records/records-agree.js'
import { listPart } from '../../../evidence/list-part.js'
import { jsonKind } from '../../../evidence/records/json-kind.js'
import { hideValue } from '../../../evidence/records/record-kind.js'
import type { EvidenceSource } from '../../../evidence/state/evidence-source.js'
import { createVerifier } from '../../../verify/verifier.js'
import { audit } from '../../audit.js'

const slots = jsonKind({
  collection: 'slots',
  noun: 'slots',
  madeBy: 'agent',
  name: (_, number) => `slot ${number}`,
  identifies: {},
  example: (text) => ({ id: text }),
})
const slotsPart = listPart({
  name: 'slots',
  kinds: [hideValue(slots)],
  nameItem: (_, number) => `slot ${number}`,
  changes: () => [],
})
/** A kind of its own, which names systems where no built-in kind does. */
const slotsFree = defineCheck({
  kind: 'slots-free',
  schema: Type.Object({
    assert: Type.Literal('slots-free'),
    places: Type.Array(Type.Object({ system: systemMember })),
  }),
  compile: () => ({ evaluate: () => ({ outcome: 'passed', details: 'Free.', evidence: {} }) }),
})
const verifier = createVerifier({
  checks: [recordState, recordsAgree, noCollateral, eventOrder, outputMatch, slotsFree],
  parts: [slotsPart],
})

/** Returns a state of these systems behind keys. */
function makeState(...keys: readonly string[]): EvidenceSource {
  const systems = keys.map((key) => [key, Object.fromEntries([['slots', []]])] as const)
  return { events: [], systems: Object.fromEntries(systems) }
}

function listFindings(assertion: object, initial = makeState('east', 'west')) {
  const states = { initial, solutions: [{ name: 'nothing', state: initial }] }
  return audit({ criteria: [{ label: 'x', assertion }], states, verifier }).findings
}

const slot = { collection: 'slots', path: 'id' }

describe('a key that no system of the environment has', () => {
  it.each([
    ['of an assertion', { assert: 'record-state', collection: 'slots', system: 'esat' }],
    ['of an allowance', { assert: 'no-collateral', allow: [{ collection: 'slots', system: 'esat' }] }],
    ['of an event', { assert: 'event-order', events: [{ type: 'slot.taken', system: 'esat' }] }],
    [
      'of records',
      {
        assert: 'records-agree',
        records: [
          { ...slot, system: 'west' },
          { ...slot, system: 'esat' },
        ],
      },
    ],
    ["of a kind of one's own", { assert: 'slots-free', places: [{ system: 'west' }, { system: 'esat' }] }],
  ])('%s is reported with the known ones, not as unsatisfiable [audit.unknown-system]', (_, assertion) => {
    const findings = listFindings(assertion)
    expect(findings.map(({ code }) => code)).not.toContain('unsatisfiable')
    const [finding] = findings.filter(({ code }) => code === 'unknown-system')
    expect(finding).toMatchObject({
      severity: 'error',
      label: 'x',
      message: 'Its assertion names the system "esat", and the environment has the keys "east", "west".',
      evidence: { unknown: ['esat'], known: ['east', 'west'] },
    })
  })

  it('is also reported if no system has a key', () => {
    const [finding] = listFindings({ assert: 'record-state', collection: 'slots', system: 'east' }, makeState())
    expect(finding?.message).toBe(
      'Its assertion names the system "east", and the environment has no system that has a key.',
    )
  })
})

it('does not report a key that a system has, or an expected member named `system`', () => {
  const known = listFindings({ assert: 'record-state', collection: 'slots', system: 'east' })
  expect(known.map(({ code }) => code)).not.toContain('unknown-system')
  const expected = listFindings({ assert: 'output-match', expected: { system: 'esat' } })
  expect(expected.map(({ code }) => code)).not.toContain('unknown-system')
})
