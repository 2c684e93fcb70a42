import { expect, it } from 'vitest'
import { createClinic } from '../../../benchmarks/kit/src/clinic/clinic.js'
import { addGuards } from '../../../benchmarks/kit/src/guards/add-guards.js'
import { drawn } from '../../../benchmarks/kit/src/refusals.js'
import { validateInstances } from '../../../benchmarks/kit/src/validity/validate-instances.js'
import { fluRecall } from './family.js'

// Nightly, because the checks of validity take ten seconds of CPU. In CI, family.test.ts draws the family in every
// branch.

it('the family of the guide passes the validity checks in each branch, except that it has no solver', async () => {
  const family = addGuards(fluRecall)
  const clinic = createClinic(30)
  const instances = family.splits.dev.flatMap(({ level, branch }, place) => {
    const seeds = [0, 1, 2, 3].map((attempt) => 100 * place + attempt)
    return seeds.flatMap((seed) => drawn(() => family.make({ seed, level, branch, clinic })) ?? []).slice(0, 1)
  })
  expect(new Set(instances.map(({ branch }) => branch))).toEqual(new Set(Object.keys(family.branches)))
  for (const { id, checks } of await validateInstances(family, clinic, instances)) {
    const open = checks.filter(({ outcome }) => outcome !== 'held').map(({ check, detail }) => `${check}: ${detail}`)
    expect(open, id).toEqual(['independent-solver: the family has no solver yet'])
  }
})
