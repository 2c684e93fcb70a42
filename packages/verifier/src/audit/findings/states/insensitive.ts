import { plural } from '@carebench/text'
import { type TouchedMutants, touchedMutants } from '../../touched-mutants.js'
import { createFinding, forEachCriterion } from '../finding.js'

/** Maximum number of mutants that are named. */
const named = 10

/**
 * `insensitive`: its score falls on none of the mutants that touch a record it reads. If only a sample of the mutants
 * was judged, at least ten of them must touch such a record.
 */
export const insensitive = forEachCriterion(function* (criterion, index, { states: { solutions }, parts }) {
  const touched: TouchedMutants[] = []
  for (const solution of solutions) touched.push(yield* touchedMutants(parts, solution, index))
  const touching = touched.flatMap((part) => part.touching)
  const needed = solutions.some(({ left_out }) => left_out > 0) ? named : 1
  if (touching.length < needed || touched.some(({ noticed }) => noticed.length > 0)) return undefined
  return createFinding('insensitive', criterion, {
    message:
      `Its score stays the same on all ${plural(touching.length, 'mutant')} of the records that it reads, such as: ` +
      `${touching[0]?.mutation.name}.`,
    fix:
      'Expect the values that the task is about, and select only the record that the agent writes; if another record ' +
      'passes too, distinguish the two.',
    evidence: { mutants: touching.length, survived: touching.slice(0, named).map(({ mutation }) => mutation.name) },
  })
})
