import { expect, it } from 'vitest'
import type { JudgedMutant, JudgedSolution } from './judged-states.js'
import { touchedMutants } from './touched-mutants.js'

function runWith(value: number) {
  return { outcome: 'passed', score: 1, evidence: { value } }
}

/** Returns a solution, half of whose mutants have the result of the solution itself. */
function solutionWith(mutants: number): JudgedSolution {
  const runs = [runWith(0)]
  const mutantsOf = Array.from({ length: mutants }, (_, index) => ({
    mutation: { name: `${index}`, place: { part: 'rows' }, change: 'remove', record: null },
    runs: index % 2 === 0 ? runs : [runWith(index)],
  }))
  return { runs, mutants: mutantsOf as unknown as JudgedMutant[] } as unknown as JudgedSolution
}

it('takes a step for each mutant with another result, and none the second time', () => {
  const solution = solutionWith(100)
  const countSteps = () => [...touchedMutants([], solution, 0)].length
  expect(countSteps()).toBe(50)
  expect(countSteps()).toBe(0)
  const { value } = touchedMutants([], solution, 0).next()
  expect(value).toMatchObject({ touching: { length: 50 }, noticed: [] })
})
