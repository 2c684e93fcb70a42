import type { JsonObject } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { listPart } from '../evidence/list-part.js'
import { jsonKind } from '../evidence/records/json-kind.js'
import { hideValue } from '../evidence/records/record-kind.js'
import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import { AuditBudget } from './audit-budget.js'
import { cheapStates } from './cheap-states.js'
import { WorldTexts } from './world-texts.js'

const notes = jsonKind({
  collection: 'notes',
  noun: 'notes',
  madeBy: 'agent',
  name: (_, number) => `note ${number}`,
  identifies: {},
  example: (text) => ({ id: text }),
})
const part = listPart({
  name: 'notes',
  kinds: [hideValue(notes)],
  nameItem: (_, number) => `note ${number}`,
  changes: () => [],
})

it('makes the states of one record in each step, however many records a solution has', () => {
  const edits = { now: 0, most: 0, all: 0 }
  const counted: typeof part = {
    ...part,
    edit(whole, mutation) {
      edits.now++
      edits.all++
      return part.edit(whole, mutation)
    },
  }
  const records = Array.from({ length: 60 }, (_, number) => ({ id: `n${number}`, text: `written ${number}` }))
  // A system behind a key may have any part.
  const stateOf = (own: readonly JsonObject[]): EvidenceSource => {
    const keyed = Object.entries({ x: own }).map(([key, records]) => [key, { notes: records }])
    return { systems: Object.fromEntries(keyed) }
  }
  const solutions = [{ name: 'all', state: stateOf(records) }]
  const steps = cheapStates(stateOf([]), solutions, {
    task_item: undefined,
    parts: [counted],
    world: new WorldTexts([], []),
    budget: new AuditBudget(1, 1),
  })
  for (let step = steps.next(); ; step = steps.next()) {
    edits.most = Math.max(edits.most, edits.now)
    edits.now = 0
    if (step.done) break
  }
  expect(edits.all).toBeGreaterThanOrEqual(2 * records.length)
  expect(edits.most).toBeLessThanOrEqual(3)
})
