import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { drawn } from '../../refusals.js'
import type { Level } from '../../task.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, branches, type Facts } from './facts.js'
import { decide, refuseUndecided } from './handbook-rules.js'

const clinic = createClinic(1)
const branchNames = Object.keys(branches) as Branch[]

/** The first drawn facts of a branch. */
function factsOf(branch: Branch, level: Level): Facts {
  for (let seed = 0; seed < 20; seed++) {
    const facts = drawn(() => drawFacts(branch, { seed, level, clinic }))
    if (facts !== undefined) return facts
  }
  throw new Error(`${level} ${branch} cannot be drawn.`)
}

describe('the handbook', () => {
  it('leads from the facts to the drawn courses alone', () => {
    fc.assert(
      fc.property(anyDraw(branchNames), ({ branch, ...setting }) => {
        const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
        for (const course of facts?.courses ?? []) {
          expect(facts && decide(facts, course)).toEqual({ outcome: course.outcome, papers: course.papers })
        }
      }),
      { numRuns: 20 * inject('scale') },
    )
  })

  it('refuses another document that fits, and a denial that a note answers', () => {
    const facts = factsOf('pended-attachment', 'E')
    const [paper] = facts.courses.flatMap(({ papers }) => papers)
    if (paper === undefined) throw new Error('The payer wants no document.')
    expect(() => refuseUndecided(facts)).not.toThrow()
    const newer = { ...paper, id: 'doc-x', age: paper.age - 1 }
    expect(() => refuseUndecided({ ...facts, papers: [...facts.papers, newer] })).toThrow('doc-x')
    const denied = factsOf('denied-peer-to-peer', 'E')
    const [course] = denied.courses
    const [note] = denied.therapy
    if (course === undefined || note === undefined) throw new Error('There is no note.')
    const { region } = course.order.service
    const long = { ...note, id: 'doc-y', age: 121, weeks: 6, region, side: course.order.side, final: true }
    expect(() => refuseUndecided({ ...denied, therapy: [...denied.therapy, long] })).toThrow('appealed')
  })
})

it('gives whoever waits for an answer the days of the urgency', () => {
  const facts = factsOf('urgent', 'M')
  expect(facts.courses.some(({ order, outcome }) => outcome === 'pended' && order.urgent)).toBe(true)
})
