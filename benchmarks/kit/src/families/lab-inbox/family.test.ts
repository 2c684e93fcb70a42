import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { analytes } from '../../clinic/laboratory.js'
import { drawn } from '../../refusals.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, branches, type Facts, isCalled, type Message } from './facts.js'
import { decide, refuseUndecided } from './handbook-rules.js'

const clinic = createClinic(1)
const branchNames = Object.keys(branches) as Branch[]
const draws = anyDraw(branchNames)

describe('instances', () => {
  it('keep the patient of the main message when another course is right', () => {
    const patients = branchNames.map((branch) => {
      const { items } = drawFacts(branch, { seed: 43, level: 'E', clinic })
      return items.find(({ isMain }) => isMain)?.person.mrn
    })
    expect(new Set(patients).size).toBe(1)
  })

  it('can be drawn for each branch at each level', () => {
    for (const level of ['E', 'M', 'H'] as const) {
      for (const branch of branchNames) {
        const isDrawn = (seed: number) => drawn(() => drawFacts(branch, { seed, level, clinic })) !== undefined
        expect([1, 2, 3, 4, 5, 6].some(isDrawn), `${level} ${branch}`).toBe(true)
      }
    }
  })
})

describe('the handbook', () => {
  it('leads from the facts to what was drawn', () => {
    fc.assert(
      fc.property(draws, ({ branch, ...setting }) => {
        const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
        if (facts === undefined) return
        for (const { message, kind, answer } of facts.items) {
          expect(decide(facts, message)).toMatchObject({ answer, isCritical: isCalled(kind) })
        }
      }),
    )
  })

  const facts = drawFacts('call-first', { seed: 7, level: 'E', clinic })
  const [item] = facts.items.filter(({ isMain }) => isMain)
  if (item === undefined) throw new Error('The inbox has no main message.')
  const decided = (changes: Partial<Message>, changed: Facts = facts) =>
    decide(changed, { ...item.message, ...changes })

  it('returns what fits no patient or no order, and holds what is preliminary', () => {
    expect(decided({})).toEqual({ answer: 'taken', act: 'file', isCritical: true })
    expect(decided({ birthDate: '1900-01-01' })?.answer).toBe('identity')
    expect(decided({ mrn: 'MRN0' })?.answer).toBe('identity')
    expect(decided({ placer: 'PLC-0' })?.answer).toBe('order')
    expect(decided({ status: 'P' })).toMatchObject({ answer: 'taken', act: 'nothing' })
  })

  it('compares values in the unit of the list, and knows dialysis', () => {
    const [creatinine] = analytes.filter(({ code }) => code === '2160-0')
    if (creatinine === undefined) throw new Error('There is no creatinine.')
    const isCritical = (value: number, unit: string, dialysis: 'active' | 'resolved' | null) => {
      const person = { ...item.person, dialysis }
      const order = { ...item.order, person, analyte: creatinine }
      const changed = { ...facts, items: [{ ...item, person }], orders: [order] }
      const result = { ...item.message.result, value, unit }
      return decided({ analyte: creatinine, result }, changed)?.isCritical
    }
    expect(isCritical(8, 'mg/dL', null)).toBe(true)
    expect(isCritical(8, 'mg/dL', 'resolved')).toBe(true)
    expect(isCritical(8, 'mg/dL', 'active')).toBe(false)
    expect(isCritical(540, 'umol/L', null)).toBe(false)
    expect(isCritical(700, 'umol/L', null)).toBe(true)
  })

  it('refuses what it does not decide', () => {
    const order = { ...item.order, status: 'completed' as const }
    const changed = { ...facts, orders: facts.orders.map((one) => (one.id === order.id ? order : one)) }
    expect(() => refuseUndecided(changed)).toThrow('does not say')
    expect(() => refuseUndecided(facts)).not.toThrow()
  })
})
