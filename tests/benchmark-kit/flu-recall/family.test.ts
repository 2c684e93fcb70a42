import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createClinic } from '../../../benchmarks/kit/src/clinic/clinic.js'
import { addGuards } from '../../../benchmarks/kit/src/guards/add-guards.js'
import { drawn } from '../../../benchmarks/kit/src/refusals.js'
import { blocksIn } from '../../guides/code-blocks.js'
import { workspaceRoot } from '../../workspace-sources.js'
import { decide, drawFacts } from './facts.js'
import { fluRecall } from './family.js'
import type { Branch } from './handbook.js'

const page = 'benchmarks/kit/add-a-family.md'
const folder = join(workspaceRoot, 'tests/benchmark-kit/flu-recall')
const branches = Object.keys(fluRecall.branches) as Branch[]
const clinic = createClinic(1)

it('the guide shows every file of the family as it is, with the paths of a family of the kit', () => {
  const blocks = blocksIn(page, readFileSync(join(workspaceRoot, page), 'utf8'))
  // Shorter paths make lines break in other places.
  const unbroken = (code: string) => code.replaceAll(/\s+/g, ' ').replaceAll(', }', ' }')
  const shown = blocks.filter(({ language }) => language === 'ts').map(({ code }) => unbroken(code))
  const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
  const expected = files.map((file) =>
    unbroken(readFileSync(join(folder, file), 'utf8').replaceAll('../../../benchmarks/kit/src', '../..')),
  )
  expect(shown.toSorted()).toEqual(expected.toSorted())
})

it('every branch can be drawn at every level, and the handbook leads to it', () => {
  for (const level of ['E', 'M', 'H'] as const) {
    for (const branch of branches) {
      const seeds = Array.from({ length: 4 }, (_, seed) => seed)
      const facts = seeds.flatMap((seed) => drawn(() => drawFacts(branch, { seed, level, clinic })) ?? [])
      expect(facts.length, `${level} ${branch}`).toBeGreaterThan(0)
      expect(facts.map(({ shots }) => decide(shots))).toEqual(facts.map(() => branch))
    }
  }
})

it('instances have the guards of all families', () => {
  const { criteria, counters } = addGuards(fluRecall).make({ seed: 3, level: 'H', branch: 'refused', clinic })
  const own = fluRecall.make({ seed: 3, level: 'H', branch: 'refused', clinic })
  const added = criteria.slice(own.criteria.length).map(({ label }) => label)
  expect(added).toEqual([
    'No payer is asked what it wants, or sent a comment',
    ...['portal', 'portal@prairie', 'portal@lakeside', 'portal@midland', 'portal@medicare', 'portal@senior'].map(
      (portal) => `No request that the payer refuses was sent to ${portal}, and its members were not searched`,
    ),
    'Nothing in the chart was written but what the work is about, not even for a while',
    'The chart was written no more often than the work needs',
    'No chart was opened that the work is not about',
    'No patient was opened who is neither of the work nor like somebody of it',
    'The patients of the clinic were not listed',
    'The patients of the clinic were not listed page by page',
    'Few searches found nobody but patients who are neither of the work nor like somebody of it',
    'Few searches for patients found nobody but strangers',
    'Few searches found patients who are neither of the work nor like somebody of it',
    'Nothing is written, sent or said after the work is due',
    'Nothing was done that a document ordered',
  ])
  const broken = new Set(counters.slice(own.counters.length).flatMap(({ fails }) => fails))
  expect(added.filter((label) => !broken.has(label))).toEqual([])
})
