import type { EntryStates } from '@carebench/service'
import type { TaskRunRecord } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { findEntryChangesInSteps } from './entry-changes.js'

it('compares one entry of the log in each step', () => {
  const count = 50
  const opener = {
    *states(): Generator<EntryStates, void, void> {
      for (let seq = 1; seq <= count; seq++) yield { seq, before: {}, after: {} }
    },
  }
  const steps = findEntryChangesInSteps({} as TaskRunRecord, opener, [], (seq) => seq > 10)
  let taken = 0
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) taken++
  expect(taken).toBe(count)
  expect([...step.value.bySeq.keys()].at(0)).toBe(11)
})
