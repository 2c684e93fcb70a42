import { fhirSystem } from '@carebench/systems'
import { expect, it } from 'vitest'
import { latestTime } from '../playground-error.js'
import { timeAfterCall } from './clock-plan.js'

it('moves a stepped clock for each interaction, at most to the last time, and never back', () => {
  const plan = { mode: 'stepped', startsAt: 0, perCall: 86_400_000 } as const
  const entry = Array.from({ length: 10_000 }, () => ({ request: { method: 'GET', url: 'Patient/p1' } }))
  const json = { resourceType: 'Bundle', type: 'batch', entry }
  const call = { method: 'POST', path: '', query: '', headers: {}, body: { json } }
  const after = (time: number) => timeAfterCall(plan, time, fhirSystem, call)
  expect(after(0)).toBe(86_400_000 * 10_000)
  expect(after(latestTime - 1)).toBe(latestTime)
  expect(after(latestTime + 1)).toBe(latestTime + 1)
  expect(timeAfterCall({ ...plan, perCall: 0 }, 5, fhirSystem, call)).toBe(5)
})
