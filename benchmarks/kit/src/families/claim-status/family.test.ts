import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { drawn, UnfairDrawError } from '../../refusals.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, OpenClaim } from './facts.js'
import { claimStatus } from './family.js'
import { listSituations, refuseUndecided } from './handbook-rules.js'

const clinic = createClinic(1)
const branches = Object.keys(claimStatus.branches) as Branch[]
const draws = anyDraw(branches)

describe('instances', () => {
  it('keep the patients of the list when another course is right', () => {
    const patients = branches.map((branch) =>
      drawFacts(branch, { seed: 42, level: 'M', clinic })
        .courses.map(({ open }) => open.claim.member.memberId)
        .toSorted()
        .join(),
    )
    expect(new Set(patients).size).toBe(1)
  })

  it('can be drawn for each branch at each level', () => {
    for (const level of ['E', 'M', 'H'] as const) {
      for (const branch of branches) {
        const isDrawn = (seed: number) => drawn(() => drawFacts(branch, { seed, level, clinic })) !== undefined
        expect([0, 1, 2, 3].some(isDrawn), `${level} ${branch}`).toBe(true)
      }
    }
  })
})

describe('the handbook', () => {
  it('leads from the facts to the drawn situation alone', () => {
    fc.assert(
      fc.property(draws, ({ branch, ...setting }) => {
        const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
        for (const { open } of facts?.courses ?? []) expect(listSituations(open)).toEqual([open.situation])
      }),
    )
  })

  it('refuses a claim at a limit, one decided in two ways, and a call that says nothing', () => {
    const facts = drawFacts('promised', { seed: 5, level: 'E', clinic })
    const decided = { age: 5, paymentNumber: '12345678', denial: null, elsewhere: false, paid: 0, owed: 0 }
    const refusalOf = (changes: Partial<OpenClaim>) => {
      const main = { ...facts.main, open: { ...facts.main.open, ...changes } }
      const courses = facts.courses.map((one) => (one === facts.main ? main : one))
      try {
        refuseUndecided({ ...facts, courses })
        return undefined
      } catch (error) {
        return error instanceof UnfairDrawError ? error.reason : error
      }
    }
    expect(refusalOf({})).toBeUndefined()
    expect(refusalOf({ billedAge: 30 })).toBe('undecided-branch')
    expect(refusalOf({ rejection: '33', decision: { ...decided, denial: '50' } })).toBe('undecided-branch')
    expect(refusalOf({ answer: { ...facts.main.open.answer, kind: 'nothing-new' } })).toBe('undecided-branch')
    const [twin] = facts.lookAlikes
    expect(refusalOf({ number: twin?.open.number ?? '' })).toBe('distractor-fits')
  })

  it('does not let the list name somebody who is in the clinic already', () => {
    const { main } = drawFacts('denied', { seed: 5, level: 'E', clinic })
    const { given, family, birthDate } = main.open.claim.member
    const crowded = { ...clinic, people: new Set([`${given} ${family} ${birthDate}`]) }
    expect(() => drawFacts('denied', { seed: 5, level: 'E', clinic: crowded })).toThrow('in the clinic already')
  })
})
