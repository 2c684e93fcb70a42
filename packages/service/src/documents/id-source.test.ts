import { createManualClock, createSeededRandom } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createIdSource, idPrefixes } from './id-source.js'

it('makes ids from a prefix, the time and random bits', () => {
  const ids = createIdSource(createManualClock(Date.UTC(2016, 6, 30, 23, 54, 10, 259)), createSeededRandom(1))
  // The time of the example in the specification of ULID: 01ARZ3NDEK.
  expect(ids.next('task')).toMatch(/^task_01arz3ndek[0-9a-hjkmnp-tv-z]{16}$/)
})

it('makes ascending ids, whatever the clock does', () => {
  const moves = fc.array(fc.tuple(fc.integer({ min: -5, max: 5 }), fc.constantFrom(...idPrefixes)), { maxLength: 100 })
  fc.assert(
    fc.property(moves, fc.integer(), (steps, seed) => {
      let now = Date.UTC(2026, 0, 5, 9)
      const ids = createIdSource({ now: () => now }, createSeededRandom(seed))
      let last = ''
      for (const [move, prefix] of steps) {
        now += move
        const id = ids.next(prefix)
        expect(id.startsWith(`${prefix}_`)).toBe(true)
        const ulid = id.slice(prefix.length + 1)
        expect(ulid).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
        expect(ulid > last).toBe(true)
        last = ulid
      }
    }),
  )
})

it('continues in the next millisecond when the random part overflows', () => {
  const ids = createIdSource({ now: () => 0 }, { uint32: () => 0xffffffff })
  expect(ids.next('pg')).toBe(`pg_0000000000${'z'.repeat(16)}`)
  expect(ids.next('pg')).toBe(`pg_0000000001${'z'.repeat(16)}`)
})

it('makes the same ids from the same clock and random numbers', () => {
  const make = () => createIdSource(createManualClock(), createSeededRandom(5)).next('run')
  expect(make()).toBe(make())
})

it('continues after an id as its source would have', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 20 }), fc.nat({ max: 3 }), (seed, issued, pause) => {
      const clock = createManualClock()
      const ids = createIdSource(clock, createSeededRandom(seed))
      let last = ids.next('run')
      for (let index = 0; index < issued; index++) last = ids.next('tr')
      const later = createIdSource(clock, createSeededRandom(seed + 1), { after: last })
      if (pause === 0) expect(later.next('pg')).toBe(ids.next('pg'))
      clock.advance(pause)
      expect(later.next('pg').slice(-26) > last.slice(-26)).toBe(true)
    }),
  )
  expect(() => createIdSource(createManualClock(), createSeededRandom(1), { after: 'run_1' })).toThrow(RangeError)
})
