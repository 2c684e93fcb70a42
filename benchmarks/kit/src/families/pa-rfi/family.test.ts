import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { practices } from '../../clinic/practices.js'
import { drawn } from '../../refusals.js'
import type { Level } from '../../task.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, branches, type Facts, isReplied, outcomeFor } from './facts.js'
import { paRfi } from './family.js'
import { decide, refuseUndecided } from './handbook-rules.js'

const clinic = createClinic(1)
const branchNames = Object.keys(branches) as Branch[]
const draws = anyDraw(branchNames)

/** Returns the facts of a branch from the first seed that is not rejected. */
function findFacts(branch: Branch, level: Level): Facts {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed)
  for (const seed of seeds) {
    const facts = drawn(() => drawFacts(branch, { seed, level, clinic }))
    if (facts !== undefined) return facts
  }
  throw new Error(`${level} ${branch} cannot be drawn.`)
}

describe('instances', () => {
  it('have a fax that comes back only if a practice answers', () => {
    for (const branch of branchNames) {
      const facts = findFacts(branch, 'M')
      const made = paRfi.make({ seed: Number(facts.person.id.slice(4)) - 20_000, level: 'M', branch, clinic })
      const answers = facts.outside !== null && facts.outside.answer !== 'silent'
      expect(made.scenario?.steps.length ?? 0, branch).toBe(answers ? 1 : 0)
    }
  })

  it('can be drawn for each branch at each level', () => {
    for (const level of ['E', 'M', 'H'] as const) {
      for (const branch of branchNames) expect(findFacts(branch, level).branch).toBe(branch)
    }
  })
})

describe('the handbook', () => {
  it('leads from the facts to the drawn course alone', () => {
    fc.assert(
      fc.property(draws, ({ branch, ...setting }) => {
        const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
        if (facts === undefined) return
        expect(decide(facts).outcome).toBe(outcomeFor(branch))
        if (!isReplied(branch)) return
        const found = decide(facts).found.flatMap((paper) => (paper === undefined ? [] : [paper.id]))
        expect(found.sort()).toEqual(facts.right.map(({ id }) => id).sort())
      }),
    )
  })

  it('refuses a reply that is late, a document that fits as well, and a practice that does not answer', () => {
    const facts = findFacts('attach', 'M')
    const [paper] = facts.right
    if (paper === undefined) throw new Error('The instance has no document.')
    expect(() => refuseUndecided(facts)).not.toThrow()
    expect(() => refuseUndecided({ ...facts, returned: { ...facts.returned, asked: 30 } })).toThrow('overdue')
    const newer = { ...paper, id: 'doc-x', age: paper.age - 1 }
    expect(() => refuseUndecided({ ...facts, papers: [...facts.papers, newer] })).toThrow('doc-x')
    const fetched = findFacts('fetch', 'M')
    if (fetched.outside === null) throw new Error('The instance has no practice.')
    const silent = { ...fetched, outside: { ...fetched.outside, answer: 'silent' as const } }
    expect(() => refuseUndecided(silent)).toThrow('not-obtainable')
  })
})

it('has former numbers of practices that are nobody’s verified number', () => {
  const verified = practices.map(({ fax }) => fax)
  expect(new Set(verified).size).toBe(practices.length)
  expect(practices.filter(({ formerFax }) => verified.includes(formerFax))).toEqual([])
})
