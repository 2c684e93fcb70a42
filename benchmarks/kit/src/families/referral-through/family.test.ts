import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { drawn, UnfairDrawError } from '../../refusals.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, bookedSlot, type Facts, isRequested, outcomeFor } from './facts.js'
import { referralThrough } from './family.js'
import { decide, refuseUndecided } from './handbook-rules.js'
import { toInstant } from './slots.js'

const clinic = createClinic(1)
const branches = Object.keys(referralThrough.branches) as Branch[]
const draws = anyDraw(branches)

it('instances have their distractors among their records', () => {
  fc.assert(
    fc.property(draws, (draw) => {
      const instance = drawn(() => referralThrough.make({ ...draw, clinic }))
      const world = JSON.stringify(instance?.world)
      for (const { record } of instance?.card.distractors ?? []) {
        const [type, id] = record.split('/')
        if (id !== undefined) expect(world).toContain(`"resourceType":"${type}","id":"${id}"`)
      }
    }),
    { numRuns: 4 * inject('scale') },
  )
})

it('the handbook leads from the facts to the drawn course', () => {
  fc.assert(
    fc.property(draws, ({ branch, ...setting }) => {
      const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
      if (facts === undefined) return
      expect(decide(facts)).toEqual({
        outcome: outcomeFor(branch),
        requested: isRequested(facts) ? facts.requested : null,
        booked: bookedSlot(facts),
      })
    }),
  )
})

it('slots that suit are at different times, so that a time tells which of them is meant', () => {
  fc.assert(
    fc.property(draws, ({ branch, ...setting }) => {
      const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
      const times = facts?.slots.filter(({ differsIn }) => differsIn === null).map(({ time }) => time) ?? []
      expect(new Set(times).size).toBe(times.length)
    }),
  )
})

it('branches of a seed have the same patient, order and slots, because their work is tried on each other', () => {
  fc.assert(
    fc.property(draws, fc.constantFrom(...branches), ({ branch, ...setting }, twin) => {
      const shared = (of: Branch) => {
        const facts = drawn(() => drawFacts(of, { ...setting, clinic }))
        return facts && [facts.person, facts.orderId, facts.study, facts.doctor, facts.policy, facts.slots]
      }
      const [one, other] = [shared(branch), shared(twin)]
      if (one !== undefined && other !== undefined) expect(one).toEqual(other)
    }),
    { numRuns: 10 * inject('scale') },
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
  const facts = drawFacts('other-day', { seed: 5, level: 'M', clinic })
  const reasonOf = (changed: Facts) => {
    try {
      refuseUndecided(changed)
      return undefined
    } catch (error) {
      return error instanceof UnfairDrawError ? error.reason : error
    }
  }

  it('are refused for a taken slot, another reaction of the patient, a longer authorization, a shorter window, and two slots at one time', () => {
    expect(reasonOf(facts)).toBeUndefined()
    const { requested, slots, beyond, finalWindow } = facts
    const busy = slots.map((slot) => (slot.id === facts.later.id ? { ...slot, status: 'busy' as const } : slot))
    expect(reasonOf({ ...facts, slots: busy })).toBe('undecided-branch')
    expect(reasonOf({ ...facts, reaction: 'declines' })).toBe('undecided-branch')
    expect(reasonOf({ ...facts, lastDay: beyond.day })).toBe('distractor-fits')
    expect(reasonOf({ ...facts, finalWindow: { ...finalWindow, last: requested.day } })).toBe('undecided-branch')
    expect(reasonOf({ ...facts, slots: [...slots, { ...requested, id: 'slot-x' }] })).toBe('distractor-fits')
  })

  it('are refused if somebody is in the clinic already', () => {
    const { given, family, birthDate } = facts.person
    const crowded = { ...clinic, people: new Set([`${given} ${family} ${birthDate}`]) }
    expect(() => drawFacts('other-day', { seed: 5, level: 'M', clinic: crowded })).toThrow('already')
  })
})

it('times of slots are six hours behind UTC in winter, and five in summer', () => {
  expect(toInstant({ day: '2026-03-06', time: '09:30' })).toBe('2026-03-06T15:30:00Z')
  expect(toInstant({ day: '2026-03-09', time: '09:30' })).toBe('2026-03-09T14:30:00Z')
})
