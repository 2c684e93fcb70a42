import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { countUnits, findVisit } from '../../clinic/handbook-corrections.js'
import { drawn, UnfairDrawError } from '../../refusals.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, Course } from './facts.js'
import { claimCorrect } from './family.js'
import { decide, refuseUndecided } from './handbook-rules.js'

const clinic = createClinic(1)
const branches = Object.keys(claimCorrect.branches) as Branch[]
const draws = anyDraw(branches)

describe('instances', () => {
  it('can be drawn for each branch at each level', () => {
    for (const level of ['E', 'M', 'H'] as const) {
      for (const branch of branches) {
        const isDrawn = (seed: number) => drawn(() => drawFacts(branch, { seed, level, clinic })) !== undefined
        expect([0, 1, 2, 3, 4, 5].some(isDrawn), `${level} ${branch}`).toBe(true)
      }
    }
  })
})

describe('look-alikes', () => {
  it('were billed with an authorization of their own, or with none', () => {
    for (const branch of branches) {
      const facts = drawn(() => drawFacts(branch, { seed: 3, level: 'H', clinic }))
      const own = facts?.courses.flatMap(({ authorizations }) => authorizations.map(({ number }) => number)) ?? []
      for (const { claim, authorization } of facts?.lookAlikes ?? []) {
        expect([undefined, authorization.number]).toContain(claim.authorizationNumber)
        expect(own).not.toContain(authorization.number)
      }
    }
    const facts = drawFacts('authorization', { seed: 3, level: 'E', clinic })
    expect(facts.lookAlikes.map(({ claim }) => claim.authorizationNumber)).not.toContain(undefined)
  })
})

describe('the handbook', () => {
  it('counts units by eight minutes, and levels of visits by their minutes', () => {
    expect([8, 22, 23, 37, 38, 52, 53, 67, 68].map(countUnits)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5])
    expect([9, 10, 19, 20, 29, 30, 39, 40, 54, 55].map(findVisit)).toEqual([
      undefined,
      '99212',
      '99212',
      '99213',
      '99213',
      '99214',
      '99214',
      '99215',
      '99215',
      '99215',
    ])
  })

  it('leads from the facts to the drawn correction alone', () => {
    fc.assert(
      fc.property(draws, ({ branch, ...setting }) => {
        const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
        for (const course of facts?.courses ?? []) {
          const decision = decide(course, (course.corrected ?? course.sent).member.memberId)
          expect(decision).toEqual({ send: course.corrected, outcome: course.outcome })
        }
      }),
    )
  })

  it('refuses two notes that fit, two authorizations that fit, and a denial at the limit', () => {
    const refusalOf = (branch: Branch, change: (course: Course) => Partial<Course>) => {
      const facts = drawFacts(branch, { seed: 5, level: 'E', clinic })
      try {
        refuseUndecided({ ...facts, courses: facts.courses.map((course) => ({ ...course, ...change(course) })) })
        return undefined
      } catch (error) {
        return error instanceof UnfairDrawError ? error.reason : error
      }
    }
    expect(refusalOf('level', () => ({}))).toBeUndefined()
    expect(refusalOf('level', ({ notes }) => ({ notes: notes.map((note) => ({ ...note, final: true })) }))).toBe(
      'distractor-fits',
    )
    expect(
      refusalOf('authorization', ({ authorizations }) => ({
        authorizations: authorizations.flatMap((one) => [one, { ...one, number: 'PA00000001' }]),
      })),
    ).toBe('distractor-fits')
    expect(refusalOf('level', ({ sent }) => ({ deniedAge: sent.member.payer === 'portal' ? 45 : 90 }))).toBe(
      'undecided-branch',
    )
    expect(refusalOf('level', ({ sent }) => ({ corrected: sent }))).toBe('undecided-branch')
  })
})
