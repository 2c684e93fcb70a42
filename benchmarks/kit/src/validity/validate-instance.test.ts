import { expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { paSubmit } from '../families/pa-submit/family.js'
import type { HarmlessMutant } from '../family.js'
import { validateInstance } from './validate-instance.js'

const clinic = createClinic(2)
const instance = paSubmit.make({ seed: 42, level: 'E', branch: 'approved', clinic })

/** Returns the outcome of the check `mutants` for an audit with these survivors. */
async function makeOutcome(survivors: readonly string[], noticed: number, harmlessMutants: readonly HarmlessMutant[]) {
  const solution = { noticed, mutants: noticed + survivors.length, survivors: survivors.map((mutant) => ({ mutant })) }
  const audit = { null_floor: 0, spam_floor: 0, solutions: [solution], findings: [], counters: [] } as never
  const worked = { verdict: 'fail', score: 0, broken: [], refused: [], calls: 0 }
  const bench = { make: async () => worked, work: async () => worked } as never
  const { solver: _, ...unproven } = paSubmit
  const family = { ...unproven, harmlessMutants }
  const checks = await validateInstance(instance, { family, clinic, bench, audit })
  return checks.find(({ check }) => check === 'mutants')
}

it('does not count the mutants of a question', async () => {
  const asked = ['change cds call 1 hook to "order-sigo"', 'drop cds call 1']
  const ofQuestion = { part: ' cds call ', reason: 'It is only asked.', ofQuestion: true }
  expect(await makeOutcome(asked, 20, [ofQuestion])).toMatchObject({ outcome: 'held', detail: '20 of 20' })
})

it('counts mutants that have a reason as not noticed, and requires a reason for each survivor', async () => {
  const written = ['drop Task/1 status']
  const harmless = { part: 'drop Task', reason: 'Nobody reads it.' }
  expect(await makeOutcome(written, 20, [harmless])).toMatchObject({ outcome: 'broken', detail: '20 of 21' })
  expect(await makeOutcome(written, 99, [harmless])).toMatchObject({ outcome: 'held' })
  expect(await makeOutcome(written, 99, [])).toMatchObject({ outcome: 'broken' })
})
