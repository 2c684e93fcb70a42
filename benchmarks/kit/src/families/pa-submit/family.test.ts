import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { drawn, UnfairDrawError } from '../../refusals.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, Facts } from './facts.js'
import { paSubmit } from './family.js'
import { decide, refuseUndecided } from './handbook-rules.js'

const clinic = createClinic(1)
const branches = Object.keys(paSubmit.branches) as Branch[]
const draws = anyDraw(branches)

describe('instances', () => {
  it('keep the patient when another course is right', () => {
    const patients = branches.map((branch) => drawFacts(branch, { seed: 42, level: 'M', clinic }).person)
    expect(new Set(patients.map(({ mrn }) => mrn)).size).toBe(1)
  })

  it('have distractors among their records, and none of them is right', () => {
    fc.assert(
      fc.property(draws, (draw) => {
        const instance = drawn(() => paSubmit.make({ ...draw, clinic }))
        if (instance === undefined) return
        const world = JSON.stringify(instance.world)
        const truth = JSON.stringify(instance.truth)
        expect(instance.card.distractors.length).toBeGreaterThan(0)
        for (const { record } of instance.card.distractors) {
          const id = record.split('/')[1] ?? ''
          expect(world).toContain(`"id":"${id}"`)
          expect(truth).not.toContain(`"${id}"`)
        }
      }),
      { numRuns: 5 * inject('scale') },
    )
  })

  it('can be drawn for each branch at each level', () => {
    for (const level of ['E', 'M', 'H'] as const) {
      for (const branch of branches) {
        const seeds = Array.from({ length: 12 }, (_, seed) => seed)
        const isDrawn = (seed: number) => drawn(() => drawFacts(branch, { seed, level, clinic })) !== undefined
        expect(seeds.some(isDrawn), `${level} ${branch}`).toBe(true)
      }
    }
  })
})

describe('the handbook', () => {
  it('leads from the facts to the drawn course alone', () => {
    fc.assert(
      fc.property(draws, ({ branch, ...setting }) => {
        const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
        if (facts === undefined) return
        for (const course of facts.courses) expect(decide(facts, course.order).branches).toContain(course.branch)
      }),
    )
  })

  const facts = drawFacts('approved', { seed: 5, level: 'M', clinic })
  const refusalOf = (changed: Facts) => {
    try {
      refuseUndecided(changed)
      return undefined
    } catch (error) {
      return error instanceof UnfairDrawError ? error.reason : error
    }
  }

  it('refuses a decoy that fits, a withdrawn order, and policies that both cover the day', () => {
    expect(refusalOf(facts)).toBeUndefined()
    const [course] = facts.courses
    const [paper] = course?.papers ?? []
    if (course === undefined || paper === undefined) throw new Error('The instance has no document.')
    const newer = { ...paper, id: 'doc-x', age: paper.age - 1 }
    expect(refusalOf({ ...facts, papers: [...facts.papers, newer] })).toBe('distractor-fits')
    const call = {
      id: 'call-x',
      age: 1,
      author: course.order.clinician,
      orderId: course.order.id,
      withdraws: true,
      body: '',
    }
    expect(refusalOf({ ...facts, calls: [call] })).toBe('undecided-branch')
    expect(refusalOf({ ...facts, policies: [facts.policy, { ...facts.policy, id: 'cov-x' }] })).toBe('undecided-branch')
    expect(refusalOf({ ...facts, papers: facts.papers.filter((one) => one !== paper) })).toBe('undecided-branch')
  })

  it('does not let an instruction name somebody who is in the clinic already', () => {
    const { given, family, birthDate } = facts.person
    const crowded = { ...clinic, people: new Set([`${given} ${family} ${birthDate}`]) }
    expect(() => drawFacts('approved', { seed: 5, level: 'M', clinic: crowded })).toThrow('in the clinic already')
  })
})
