import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { drawn, UnfairDrawError } from '../../refusals.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, Facts } from './facts.js'
import { eligSchedule } from './family.js'
import { decide, refuseUndecided } from './handbook-rules.js'

const clinic = createClinic(1)
const branches = Object.keys(eligSchedule.branches) as Branch[]
const draws = anyDraw(branches)

it('instances have their distractors among their records', () => {
  fc.assert(
    fc.property(draws, (draw) => {
      const instance = drawn(() => eligSchedule.make({ ...draw, clinic }))
      const world = JSON.stringify(instance?.world)
      for (const { record } of instance?.card.distractors ?? []) {
        expect(world).toContain(`"id":"${record.split('/')[1]}"`)
      }
    }),
    { numRuns: 4 * inject('scale') },
  )
})

it('the handbook leads from the facts to the drawn courses, one of them with the branch', () => {
  fc.assert(
    fc.property(draws, ({ branch, ...setting }) => {
      const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
      if (facts === undefined) return
      for (const { visit, outcome, copay } of facts.courses)
        expect(decide(facts, visit)).toMatchObject({ outcome, copay })
      expect(facts.courses.map((course) => course.branch)).toContain(branch)
      expect(facts.courses.map((course) => course.branch)).toContain('covered')
    }),
  )
})

it('every branch can be drawn at every level', () => {
  for (const level of ['E', 'M', 'H'] as const) {
    for (const branch of branches) {
      const seeds = Array.from({ length: 8 }, (_, seed) => seed)
      const isDrawn = (seed: number) => drawn(() => drawFacts(branch, { seed, level, clinic })) !== undefined
      expect(seeds.some(isDrawn), `${level} ${branch}`).toBe(true)
    }
  }
})

describe('facts that leave a choice', () => {
  const facts = drawFacts('number-corrected', { seed: 5, level: 'M', clinic })
  const main = facts.courses.find(({ branch }) => branch === 'number-corrected')
  const card = facts.cards.find(({ number }) => main?.inquiries.at(-1)?.number === number)
  if (main === undefined || card === undefined) throw new Error('The list has no card that counts.')
  const reasonOf = (changed: Facts) => {
    try {
      refuseUndecided(changed)
      return undefined
    } catch (error) {
      return error instanceof UnfairDrawError ? error.reason : error
    }
  }

  it('are refused for a newer card, for two policies on one day, and for a missing mother', () => {
    expect(reasonOf(facts)).toBeUndefined()
    const newer = { ...card, id: 'card-x', age: 0, number: `${card.number.slice(0, -1)}8` }
    expect(reasonOf({ ...facts, cards: [...facts.cards, newer] })).toBe('distractor-fits')
    const [policy] = facts.policies
    if (policy === undefined) throw new Error('The list has no policy.')
    expect(reasonOf({ ...facts, policies: [policy, ...facts.policies] })).toBe('undecided-branch')
    const newborn = drawFacts('newborn', { seed: 5, level: 'E', clinic })
    expect(reasonOf({ ...newborn, relatives: [] })).toBe('undecided-branch')
  })

  it('are refused if somebody on the list is in the clinic already', () => {
    const { given, family, birthDate } = main.visit.person
    const crowded = { ...clinic, people: new Set([`${given} ${family} ${birthDate}`]) }
    expect(() => drawFacts('number-corrected', { seed: 5, level: 'M', clinic: crowded })).toThrow('already')
  })
})
