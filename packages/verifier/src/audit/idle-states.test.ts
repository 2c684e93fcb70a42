import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { recordsAgree } from '../checks/records/records-agree.js'
import { listPart } from '../evidence/list-part.js'
import { jsonKind } from '../evidence/records/json-kind.js'
import { hideValue } from '../evidence/records/record-kind.js'
import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import { createVerifier } from '../verify/verifier.js'
import { audit } from './audit.js'
import type { AuditStates } from './audit-report.js'

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
const verifier = createVerifier({ checks: [recordsAgree], parts: [slotsPart] })

/** Returns a state of two systems of one type behind keys. */
function makeState(systems: Readonly<Record<string, readonly JsonObject[]>>): EvidenceSource {
  const keyed = Object.entries(systems).map(([key, records]) => [key, { slots: records }])
  return { systems: Object.fromEntries(keyed) }
}

/** Whether a criterion on both systems is vacuous: that each has a slot, and all of them one id. */
function isVacuous(states: AuditStates): boolean {
  const records = ['east', 'west'].map((system) => ({ collection: 'slots', system, path: 'id' }))
  const criteria = [{ label: 'both', assertion: { assert: 'records-agree', records } }]
  return audit({ criteria, states, verifier }).findings.some(({ code }) => code === 'vacuous')
}

describe('waiting, in a state of two systems of one type', () => {
  const initial = makeState({ east: [{ id: 'a' }], west: [] })

  it('changes the parts of the system that the later state has, and keeps those of the other one', () => {
    expect(isVacuous({ initial, waited: makeState({ west: [{ id: 'a' }] }) })).toBe(true)
    expect(isVacuous({ initial, waited: makeState({ west: [{ id: 'b' }] }) })).toBe(false)
    expect(isVacuous({ initial, waited: makeState({ east: [{ id: 'a' }], west: [{ id: 'a' }] }) })).toBe(true)
  })

  it('empties the parts that only other states observe', () => {
    const solutions = [{ name: 'x', state: makeState({ east: [{ id: 'a' }], west: [{ id: 'a' }] }) }]
    const states = { initial: makeState({ east: [{ id: 'a' }] }), solutions }
    expect(isVacuous({ ...states, waited: makeState({ east: [{ id: 'b' }] }) })).toBe(false)
    expect(isVacuous({ ...states, waited: makeState({ west: [{ id: 'a' }] }) })).toBe(true)
  })
})
