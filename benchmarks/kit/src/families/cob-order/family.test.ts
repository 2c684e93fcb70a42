import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { createClinic } from '../../clinic/clinic.js'
import { drawn, UnfairDrawError } from '../../refusals.js'
import { anyDraw } from '../../testing/any-draw.js'
import { drawFacts } from './draw-facts.js'
import type { Answers, Branch, Facts, MedicareAnswers } from './facts.js'
import { cobOrder } from './family.js'
import { decide, refuseUndecided } from './handbook-rules.js'

const clinic = createClinic(1)
const branches = Object.keys(cobOrder.branches) as Branch[]
const draws = anyDraw(branches)

it('instances have their distractors among their records', () => {
  fc.assert(
    fc.property(draws, (draw) => {
      const instance = drawn(() => cobOrder.make({ ...draw, clinic }))
      const world = JSON.stringify(instance?.world)
      for (const { record } of instance?.card.distractors ?? []) {
        expect(world).toContain(`"id":"${record.split('/')[1]}"`)
      }
    }),
    { numRuns: 4 * inject('scale') },
  )
})

it('the handbook leads from the facts to the drawn course', () => {
  fc.assert(
    fc.property(draws, ({ branch, ...setting }) => {
      const facts = drawn(() => drawFacts(branch, { ...setting, clinic }))
      if (facts !== undefined) expect(decide(facts)).toEqual(facts.course)
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

describe('the rules', () => {
  const withAnswers = (facts: Facts, answers: Answers): Facts => ({
    ...facts,
    questionnaires: facts.questionnaires.map((one) =>
      one.person === facts.patient.person ? { ...one, answers } : one,
    ),
  })

  const adult = drawFacts('medicare-first', { seed: 3, level: 'E', clinic })
  const medicare = (answers: Omit<MedicareAnswers, 'about' | 'spouse'>) =>
    decide(withAnswers(adult, { about: 'medicare', spouse: false, ...answers })).branch

  it.each([
    ['age, 19 employees', { because: 'age', work: 'works now', employees: 19, since: '2020-01-01' }, 'medicare-first'],
    [
      'age, 20 employees',
      { because: 'age', work: 'works now', employees: 20, since: '2020-01-01' },
      'employer-plan-first',
    ],
    [
      'disability, 99 employees',
      { because: 'disability', work: 'works now', employees: 99, since: '2020-01-01' },
      'medicare-first',
    ],
    [
      'disability, 100 employees',
      { because: 'disability', work: 'works now', employees: 100, since: '2020-01-01' },
      'employer-plan-first',
    ],
    ['age, retired', { because: 'age', work: 'retired', employees: 500, since: '2020-01-01' }, 'medicare-first'],
    ['age, COBRA', { because: 'age', work: 'COBRA', employees: null, since: '2020-01-01' }, 'medicare-first'],
    [
      'age, employees not stated',
      { because: 'age', work: 'works now', employees: null, since: '2020-01-01' },
      'fact-missing',
    ],
    [
      'kidney failure, month 30',
      { because: 'kidney failure', work: 'retired', employees: 5, since: '2023-09-03' },
      'employer-plan-first',
    ],
    [
      'kidney failure, after 30 months',
      { because: 'kidney failure', work: 'works now', employees: 500, since: '2023-09-02' },
      'medicare-first',
    ],
  ] as const)('decide Medicare by %s', (_, answers, branch) => {
    expect(medicare(answers)).toBe(branch)
  })

  it('put the parent with the earlier birthday in the year first, regardless of age', () => {
    const child = drawFacts('birthday-rule', { seed: 3, level: 'E', clinic })
    const [first, second] = child.course.order.map(({ subscriber }) => subscriber.birthDate.slice(5))
    expect(String(first) < String(second)).toBe(true)
  })

  it('refuse facts that leave a choice: no policy, two questionnaires of one day, another course', () => {
    const reasonOf = (changed: Facts) => {
      try {
        refuseUndecided(changed)
        return undefined
      } catch (error) {
        return error instanceof UnfairDrawError ? error.reason : error
      }
    }
    expect(reasonOf(adult)).toBeUndefined()
    expect(reasonOf({ ...adult, policies: [] })).toBe('undecided-branch')
    expect(reasonOf({ ...adult, questionnaires: [...adult.questionnaires, ...adult.questionnaires] })).toBe(
      'undecided-branch',
    )
    expect(reasonOf({ ...adult, course: { ...adult.course, order: adult.course.order.toReversed() } })).toBe(
      'distractor-fits',
    )
  })
})
