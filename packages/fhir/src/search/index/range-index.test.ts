/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { Stored } from '../../store/stored.js'
import type { Range, RangeBounds } from '../values/range-divisions.js'
import { joinConditions, type RangeCondition, RangeIndex } from './range-index.js'

const numbers = fc.oneof(fc.integer({ min: -6, max: 30 }), fc.constantFrom(-1e9, 0.1, 0.30000000000000004, 1e9))
/** Ranges, some without a side, without a length, or with an end before the start. */
const ranges: fc.Arbitrary<Range> = fc.oneof(
  { arbitrary: fc.tuple(numbers, fc.integer({ min: 0, max: 20 })).map(rangeFrom), weight: 9 },
  fc.tuple(numbers, numbers).map(([start, end]) => ({ start, end })),
  numbers.map((start) => ({ start, end: Number.POSITIVE_INFINITY })),
  numbers.map((end) => ({ start: Number.NEGATIVE_INFINITY, end })),
)

function rangeFrom([start, length]: readonly [number, number]): Range {
  return { start, end: start + length }
}

const bounds: fc.Arbitrary<RangeBounds> = fc.oneof(
  numbers.map((endFrom) => ({ endFrom })),
  numbers.map((endTo) => ({ endTo })),
  numbers.map((startFrom) => ({ startFrom })),
  fc.tuple(numbers, numbers).map(([endFrom, startTo]) => ({ endFrom, startTo })),
  fc.record({ startFrom: numbers, startTo: numbers, endFrom: numbers, endTo: numbers }, { requiredKeys: [] }),
)

/** Conditions that include their bounds, exclude them, or have no sure bounds. */
const conditions: fc.Arbitrary<RangeCondition> = fc
  .tuple(bounds, fc.constantFrom('inclusive', 'exclusive', 'unsure'))
  .map(([possible, kind]) => ({
    possible,
    sure: kind === 'unsure' ? { startFrom: 1, startTo: 0 } : possible,
    holds: (range) => isWithin(range, possible, kind === 'exclusive'),
  }))

function isWithin({ start, end }: Range, given: RangeBounds, strictly: boolean): boolean {
  const { startFrom = -1e99, startTo = 1e99, endFrom = -1e99, endTo = 1e99 } = given
  const isAtMost = (low: number, high: number) => (strictly ? low < high : low <= high)
  const first = given.startFrom === undefined || isAtMost(startFrom, start)
  const second = given.startTo === undefined || isAtMost(start, startTo)
  const third = given.endFrom === undefined || isAtMost(endFrom, end)
  return first && second && third && (given.endTo === undefined || isAtMost(end, endTo))
}

function stored(created: number): StoredResource {
  return new Stored({ resourceType: 'Basic' }, created)
}

describe('RangeIndex', () => {
  it('finds and counts resources that satisfy all conditions, each by any range', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ arbitrary: fc.tuple(ranges), weight: 4 }, fc.array(ranges, { maxLength: 2 })), {
          maxLength: 30,
        }),
        fc.array(fc.nat({ max: 29 }), { maxLength: 4 }),
        fc.array(conditions, { minLength: 1, maxLength: 2 }),
        (lists, removed, given) => {
          const index = new RangeIndex()
          const asked = joinConditions(given)
          const resources = lists.map((_, created) => stored(created))
          const all = resources.map((resource, place) => ({ resource, list: lists[place] ?? [] }))
          for (const { resource, list } of all) index.add(list, resource)
          const gone = new Set(removed)
          const lookedUp = index.count(asked)
          for (const place of gone) {
            const one = all[place]
            if (one !== undefined) index.remove(one.list, one.resource)
          }
          const wanted = all.filter(({ list }) => given.every(({ holds }) => list.some(holds)))
          expect(lookedUp).toBe(wanted.length)
          const left = wanted.filter((_, place) => !gone.has(wanted[place]?.resource.created ?? -1))
          const found = index.find(asked).map(({ created }) => created)
          expect(found.sort((a, b) => a - b)).toEqual(left.map(({ resource }) => resource.created))
          expect(index.count(asked)).toBe(left.length)
          expect(index.most(asked)).toBeGreaterThanOrEqual(left.length)
          const starts = index.startsOf(asked)
          for (const { list } of left) {
            const { start = 0 } = list[0] ?? {}
            if (starts !== undefined) expect([starts.from <= start, start <= starts.to]).toEqual([true, true])
          }
        },
      ),
      { numRuns: 60 * inject('scale') },
    )
  })

  it('searches one stretch for two bounds', () => {
    const index = new RangeIndex()
    for (let created = 0; created < 1000; created++) index.add([{ start: created, end: created + 1 }], stored(created))
    const from: RangeCondition = { possible: { endFrom: 500 }, sure: { endFrom: 500 }, holds: ({ end }) => end > 500 }
    const to: RangeCondition = { possible: { startTo: 510 }, sure: { startTo: 510 }, holds: ({ start }) => start < 510 }
    const both = joinConditions([from, to])
    expect(index.most(both)).toBeLessThan(15)
    expect(index.count(both)).toBe(10)
  })
})
