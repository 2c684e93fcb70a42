import { expect, it } from 'vitest'
import { readConversation } from '../facts/conversation.js'
import type { RecordChange, StateDifference } from '../facts/state-difference.js'
import { readTrajectory } from '../facts/trajectory.js'
import { listTurnsInSteps } from './turn-list.js'

const entry = {
  seq: 1,
  at: '2026-03-02T09:00:00.000Z',
  actor: 'agent' as const,
  action: {
    kind: 'call' as const,
    simulator: 'FHIR',
    group: 'fhir',
    call: { method: 'POST', path: '', query: '', headers: {}, body: null },
  },
  effects: [],
  events: [],
  response: { status: 200, digest: '0'.repeat(64) },
  engine: '1',
}

it('renders one turn in each step, and compares only the records that it shows', () => {
  const turns = readConversation(undefined, readTrajectory([entry, { ...entry, seq: 2 }, { ...entry, seq: 3 }]).steps)
  let read = 0
  const changes = Array.from({ length: 5000 }, (_, number): RecordChange => {
    return {
      what: 'added',
      name: `Basic/b${number}`,
      get fields() {
        read++
        return [{ path: '/id', to: `b${number}` }]
      },
    }
  })
  const collections = [{ collection: 'fhir.Basic', count: 5000, changes }]
  const difference: StateDifference = { known: true, unknownParts: [], unreadMembers: [], collections }
  const steps = listTurnsInSteps({ turns, changes: { unknown: null, bySeq: new Map([[1, difference]]) }, pins: [] })
  let count = 0
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) count++
  expect(count).toBe(3)
  expect(step.value.text).toContain('and 4900 more')
  // Once for its fields, and once for its documents.
  expect(read).toBeLessThanOrEqual(200)
})
