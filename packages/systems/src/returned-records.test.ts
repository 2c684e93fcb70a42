import { finish } from '@carebench/protocol'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { returnedRecords, tellReturned } from './returned-records.js'

const records = fc.array(
  fc.record({
    collection: fc.constantFrom('a', 'b'),
    people: fc.array(
      fc.nat(150).map((number) => `Patient/${number}`),
      { maxLength: 3 },
    ),
  }),
  { maxLength: 400 },
)

it('counts every record, and names or counts every person', () => {
  fc.assert(
    fc.property(records, (drawn) => {
      const reported = finish(returnedRecords(drawn))
      for (const { collection, count, people, more = 0 } of reported) {
        const own = drawn.filter((record) => record.collection === collection)
        const whom = new Set(own.flatMap((record) => record.people))
        expect(count).toBe(own.length)
        expect(new Set(people).size).toBe(people.length)
        expect(people.every((person) => whom.has(person))).toBe(true)
        expect(people.length + more).toBe(whom.size)
        expect(people.length).toBeLessThanOrEqual(100)
      }
      expect(reported.reduce((sum, { count }) => sum + count, 0)).toBe(drawn.length)
    }),
  )
})

it('tells them with the first event of a call', () => {
  const event = { type: 'x', data: {} }
  const returned = [{ collection: 'a', count: 1, people: [] }]
  expect(finish(tellReturned([event, event], [{ collection: 'a', people: [] }]))).toEqual([
    { ...event, returned },
    event,
  ])
  expect(finish(tellReturned([event], []))).toEqual([event])
  expect(finish(tellReturned([], [{ collection: 'a', people: [] }]))).toEqual([])
})
