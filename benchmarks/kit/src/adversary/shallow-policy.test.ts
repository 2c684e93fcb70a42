import { describe, expect, it } from 'vitest'
import { createClinic } from '../clinic/clinic.js'
import { cobOrder } from '../families/cob-order/family.js'
import { bestConstant, bestPolicy, drawGlances, type Glance, passedBy } from './shallow-policy.js'

const glance = (course: string, ...features: readonly string[]): Glance => ({ course, features: new Set(features) })

describe('the best policy', () => {
  const glances = [
    ...Array.from({ length: 4 }, () => glance('send', 'covered', 'urgent')),
    ...Array.from({ length: 3 }, () => glance('wait', 'covered')),
    ...Array.from({ length: 3 }, () => glance('hold')),
  ]

  it('is the most frequent course without features', () => {
    expect(bestConstant(glances)).toEqual({ course: 'send' })
    expect(bestPolicy(glances, 0)).toEqual({ course: 'send' })
  })

  it('tests two features in turn by default, and no more than its depth', () => {
    expect(passedBy(bestPolicy(glances, 1), glances)).toBe(0.7)
    expect(passedBy(bestPolicy(glances), glances)).toBe(1)
    const nested = ['a', 'b', 'ab', 'abc'].map((course) => glance(course, ...course))
    const three = [...nested, ...nested].flatMap((one) => [one, one])
    expect([1, 2, 3].map((depth) => passedBy(bestPolicy(three, depth), three))).toEqual([0.5, 0.75, 1])
  })

  it('has a pass rate of 0 without instances', () => {
    expect(passedBy(bestPolicy([]), [])).toBe(0)
  })
})

it('drawGlances draws as many instances as asked, and shows the kinds of documents without their text', () => {
  const glances = drawGlances(cobOrder, createClinic(1), 6)
  expect(glances.length).toBe(6)
  const seen = glances.flatMap(({ features }) => [...features])
  expect(seen.some((feature) => /^\d+ DocumentReference questionnaire$/.test(feature))).toBe(true)
  expect(seen.filter((feature) => /custody|Signed|Form/.test(feature))).toEqual([])
})
