/// <reference types="node" />

import type { JsonObject } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { FhirError } from '../../resource/fhir-error.js'
import { FhirStore } from '../../store/store.js'

const ucum = 'http://unitsofmeasure.org'

function valued(value: JsonObject, index: number) {
  return {
    resourceType: 'Observation',
    id: `o${index}`,
    valueQuantity: value,
  }
}

const store = FhirStore.fromResources([
  ...[
    { value: 5.4, system: ucum, code: 'mg', unit: 'milligram' },
    { value: 0.0054, system: ucum, code: 'g' },
    { value: 5.4, unit: 'mg' },
    { value: 5.36, system: 'http://example.org', code: 'mg' },
    { value: 5.45, system: ucum, code: 'mg' },
    { value: 6, comparator: '<', system: ucum, code: 'mg' },
    { value: 6, comparator: '>=', system: ucum, code: 'mg' },
    { value: 37, system: ucum, code: 'Cel' },
    { value: 98.6, system: ucum, code: '[degF]' },
    { value: 3, system: ucum, code: '{score}' },
    { value: 98, system: ucum, code: '%' },
  ].map(valued),
  {
    resourceType: 'Condition',
    id: 'c',
    onsetRange: { low: { value: 10, system: ucum, code: 'a' }, high: { value: 20, system: ucum, code: 'a' } },
  },
  { resourceType: 'Condition', id: 'd', onsetRange: { low: { value: 15, system: ucum, code: 'a' } } },
  { resourceType: 'Invoice', id: 'i', totalNet: { value: 99.5, currency: 'EUR' } },
  { resourceType: 'RiskAssessment', id: 'r', prediction: [{ probabilityDecimal: 0.25 }, { probabilityDecimal: 0.75 }] },
  {
    resourceType: 'Observation',
    id: 'bp',
    code: { coding: [{ code: '85354-9' }] },
    component: [
      {
        code: { coding: [{ system: 'http://loinc.org', code: '8480-6' }] },
        valueQuantity: { value: 120, system: ucum, code: 'mm[Hg]' },
      },
      {
        code: { coding: [{ system: 'http://loinc.org', code: '8462-4' }] },
        valueQuantity: { value: 80, system: ucum, code: 'mm[Hg]' },
      },
    ],
  },
])

function find(query: string): readonly unknown[] {
  const [path = '', value = ''] = query.split('=')
  const [type = '', name = ''] = path.split('?')
  return store.search(type, [[name, value]]).matches.map(({ resource }) => resource.id)
}

describe('quantities and numbers', () => {
  it.each<[string, readonly string[]]>([
    [`Observation?value-quantity=5.4|${ucum}|mg`, ['o0', 'o1']],
    [`Observation?value-quantity=0.0054|${ucum}|g`, ['o0', 'o1']],
    [`Observation?value-quantity=5.40|${ucum}|mg`, ['o0', 'o1']],
    [`Observation?value-quantity=5|${ucum}|mg`, ['o0', 'o1', 'o4']],
    [`Observation?value-quantity=5.40e-3|${ucum}|g`, ['o0', 'o1']],
    ['Observation?value-quantity=5.4||mg', ['o0', 'o2', 'o3']],
    ['Observation?value-quantity=5.4||milligram', ['o0']],
    ['Observation?value-quantity=5.4', ['o0', 'o2', 'o3']],
    ['Observation?value-quantity=5.36|http://example.org|mg', ['o3']],
    [`Observation?value-quantity=gt5.4|${ucum}|mg`, ['o4', 'o5', 'o6']],
    [`Observation?value-quantity=ge5.45|${ucum}|mg`, ['o4', 'o5', 'o6']],
    [`Observation?value-quantity=ge6|${ucum}|mg`, ['o6']],
    [`Observation?value-quantity=lt5.4|${ucum}|mg`, ['o5']],
    [`Observation?value-quantity=le5.4|${ucum}|mg`, ['o0', 'o1', 'o5']],
    [`Observation?value-quantity=sa5.4|${ucum}|mg`, ['o4', 'o6']],
    [`Observation?value-quantity=eb6|${ucum}|mg`, ['o0', 'o1', 'o4', 'o5']],
    [`Observation?value-quantity=ne5.4|${ucum}|mg`, ['o4', 'o5', 'o6']],
    [`Observation?value-quantity=ap5|${ucum}|mg`, ['o0', 'o1', 'o4', 'o5']],
    [`Observation?value-quantity=98.60|${ucum}|[degF]`, ['o7', 'o8']],
    [`Observation?value-quantity=5.4|${ucum}|mL`, []],
    [`Observation?value-quantity=lt4|${ucum}|{score}`, ['o9']],
    [`Observation?value-quantity=lt4|${ucum}|1`, ['o10']],
    ['Observation?value-quantity:missing=true', ['bp']],
    [`Condition?onset-age=lt12|${ucum}|a`, ['c']],
    [`Condition?onset-age=gt144|${ucum}|mo`, ['c', 'd']],
    [`Condition?onset-age=sa12|${ucum}|a`, ['d']],
    [`Condition?onset-age=eb25|${ucum}|a`, ['c']],
    ['Invoice?totalnet=99.5|urn:iso:std:iso:4217|EUR', ['i']],
    ['Invoice?totalnet=99.5|urn:iso:std:iso:4217|USD', []],
    ['RiskAssessment?probability=gt0.7', ['r']],
    ['RiskAssessment?probability=0.5', []],
    ['RiskAssessment?probability=2.5e-1', ['r']],
    [`Observation?component-code-value-quantity=http://loinc.org|8480-6$gt100|${ucum}|mm[Hg]`, ['bp']],
    [`Observation?component-code-value-quantity=8462-4$gt100|${ucum}|mm[Hg]`, []],
    ['Observation?combo-code-value-quantity=8462-4$lt100,8480-6$lt100', ['bp']],
    ['Observation?code-value-quantity=85354-9$120', []],
    ['Observation?component-code-value-quantity:missing=false', ['bp']],
  ])('are found by %s', (query, ids) => {
    expect(find(query)).toEqual(ids)
  })

  it.each([
    ['value-quantity', 'much'],
    ['value-quantity', '5.4|mg'],
    ['value-quantity', `5.4|${ucum}|`],
    ['value-quantity', '1e999'],
    ['value-quantity', '0x10'],
    ['value-quantity', ' 5'],
    ['component-code-value-quantity', '8480-6'],
    ['component-code-value-quantity', '8480-6$1$2'],
    ['component-code-value-quantity', '$1'],
  ])('rejects %s=%s', (name, value) => {
    expect(() => store.search('Observation', [[name, value]])).toThrow(FhirError)
    expect(() => store.search('Observation', [[name, value]])).toThrow(
      `Search parameter "${name === 'value-quantity' ? name : 'component-code-value-quantity'}": expected`,
    )
  })

  it('sorts quantities in base units', () => {
    const sorted = store.search('Observation', [
      ['value-quantity', `lt7|${ucum}|mg`],
      ['_sort', '-value-quantity'],
    ])
    expect(sorted.matches.map(({ resource }) => resource.id)).toEqual(['o6', 'o5', 'o4', 'o0', 'o1'])
    expect(() => store.search('Observation', [['_sort', 'code-value-quantity']])).toThrow('_sort: Observation has no')
  })
})

/** Masses in micrograms, whole numbers, so that comparisons stay exact. */
interface Mass {
  readonly micrograms: number
  readonly unit: 'ug' | 'mg' | 'g'
}

const scale = { ug: 1, mg: 1000, g: 1_000_000 } as const
const digits = { ug: 0, mg: 3, g: 6 } as const
const masses = fc.record({ micrograms: fc.nat({ max: 30 }), unit: fc.constantFrom('ug' as const, 'mg', 'g') })

/** R4's words on the prefixes, in half micrograms so that ends between two whole numbers are whole. */
const agrees: Readonly<Record<string, (actual: number, wanted: number) => boolean>> = {
  eq: (a, w) => 2 * w - 1 <= 2 * a && 2 * a < 2 * w + 1,
  ne: (a, w) => !(2 * w - 1 <= 2 * a && 2 * a < 2 * w + 1),
  gt: (a, w) => a > w,
  lt: (a, w) => a < w,
  ge: (a, w) => a >= w,
  le: (a, w) => a <= w,
  sa: (a, w) => a > w,
  eb: (a, w) => a < w,
}

const runs = 60 * inject('scale')

it('finds the same as a full scan, in any unit, on bases and forks', () => {
  const write = ({ micrograms, unit }: Mass): string => (micrograms / scale[unit]).toFixed(digits[unit])
  const observation = (mass: Mass, index: number) =>
    valued({ value: Number(write(mass)), system: ucum, code: mass.unit }, index)
  fc.assert(
    fc.property(
      fc.array(masses, { maxLength: 8 }),
      fc.array(fc.tuple(fc.nat({ max: 9 }), fc.option(masses)), { maxLength: 8 }),
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(agrees)), masses), { minLength: 1, maxLength: 3 }),
      (seeded, changes, conditions) => {
        const model = new Map(seeded.map((mass, index) => [`o${index}`, mass]))
        const fork = FhirStore.fromResources(seeded.map(observation)).fork()
        const value = conditions.map(([prefix, mass]) => `${prefix}${write(mass)}|${ucum}|${mass.unit}`).join(',')
        const check = (): void => {
          const expected = [...model].filter(([, { micrograms }]) =>
            conditions.some(([prefix, wanted]) => agrees[prefix]?.(micrograms, wanted.micrograms)),
          )
          const found = fork.search('Observation', [['value-quantity', value]])
          expect(found.matches.map(({ resource }) => resource.id)).toEqual(expected.map(([id]) => id))
        }
        check()
        for (const [place, mass] of changes) {
          const id = `o${place}`
          if (mass === null) {
            model.delete(id)
            fork.apply({ op: 'delete', resourceType: 'Observation', id, version: 2, at: '2026-01-05T09:00:00Z' })
          } else {
            model.set(id, mass)
            fork.apply({ op: 'put', resource: observation(mass, place) })
          }
          check()
        }
      },
    ),
    { numRuns: runs },
  )
})

it('pages through quantities in the order of their measured amounts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(masses), { maxLength: 8 }),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      (seeded, count, descending) => {
        const made = FhirStore.fromResources(
          seeded.map((mass, index) => {
            const amount =
              mass === null ? {} : { value: mass.micrograms / scale[mass.unit], system: ucum, code: mass.unit }
            return valued(amount, index)
          }),
        )
        const rank = (mass: Mass | null): number => {
          if (mass === null) return Number.POSITIVE_INFINITY
          return descending ? -mass.micrograms : mass.micrograms
        }
        const expected = seeded
          .map((mass, index) => ({ id: `o${index}`, place: rank(mass) }))
          // Infinite values cannot be subtracted.
          .sort((left, right) => (left.place === right.place ? 0 : left.place - right.place))
        const seen: unknown[] = []
        for (let after: string | undefined = ''; after !== undefined; ) {
          const page = made.search('Observation', [
            ['_sort', descending ? '-value-quantity' : 'value-quantity'],
            ['_count', String(count)],
            ...(after === '' ? [] : [['_after', after] as const]),
          ])
          seen.push(...page.matches.map(({ resource }) => resource.id))
          after = page.next
        }
        expect(seen).toEqual(expected.map(({ id }) => id))
      },
    ),
    { numRuns: runs },
  )
})
