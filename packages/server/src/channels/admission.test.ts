import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Admission, type Place } from './admission.js'

const limits = { connections: 4, connectionsOfAddress: 3, newConnections: 1_000 }

/** Creates an admission with named connections, and lists those that were cut off. */
function begin(of: Partial<typeof limits> = {}, now?: () => number) {
  const admission = new Admission({ ...limits, ...of }, now)
  const cut: string[] = []
  const admit = (name: string, address: string): Place | undefined => admission.admit(address, () => cut.push(name))
  return { admit, cut }
}

it('cuts off the oldest unproven connection of an address, but no proven one', () => {
  const { admit, cut } = begin()
  admit('a1', 'a')?.prove()
  admit('a2', 'a')
  admit('a3', 'a')
  expect(admit('a4', 'a')).toBeDefined()
  expect(cut).toEqual(['a2'])
  const [b1] = [admit('b1', 'b')]
  expect([cut, b1 !== undefined]).toEqual([['a2'], true])
})

it('rejects an address whose connections are all proven', () => {
  const { admit, cut } = begin()
  const all = ['a1', 'a2', 'a3'].map((name) => admit(name, 'a'))
  for (const place of all) place?.prove()
  expect(admit('a4', 'a')).toBeUndefined()
  all[0]?.release()
  all[0]?.release()
  expect([admit('a4', 'a') !== undefined, cut]).toEqual([true, []])
})

it('cuts off connections of an address that fills all places, to make room for others', () => {
  const { admit, cut } = begin({ connectionsOfAddress: 10 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) admit(name, 'a')
  admit('b1', 'b')?.prove()
  expect(cut).toEqual(['a1'])
  admit('b2', 'b')?.prove()
  admit('b3', 'b')?.prove()
  admit('b4', 'b')?.prove()
  expect(cut).toEqual(['a1', 'a2', 'a3', 'a4'])
  expect(admit('c1', 'c')).toBeUndefined()
})

it('limits the new connections of an address per second', () => {
  let now = 0
  const all = { newConnections: 2, connections: 100, connectionsOfAddress: 100 }
  const { admit } = begin(all, () => now)
  expect(['c1', 'c2', 'c3'].map((name) => admit(name, 'c') !== undefined)).toEqual([true, true, false])
  now = 1_000
  expect(admit('c4', 'c')).toBeDefined()
})

it('never exceeds its limits, however peers come and go', () => {
  const step = fc.record({
    address: fc.constantFrom('a', 'b', 'c'),
    what: fc.constantFrom('come', 'come', 'prove', 'go'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const admission = new Admission(limits)
      const open: { address: string; place: Place; proven: boolean }[] = []
      for (const { address, what } of steps) {
        const [first] = open.filter((one) => one.address === address && (what === 'go' || !one.proven))
        if (what === 'come') {
          const one = { address, proven: false }
          const cutOff = () =>
            void open.splice(
              open.findIndex((other) => other.place === place),
              1,
            )
          const place = admission.admit(address, cutOff)
          if (place !== undefined) open.push(Object.assign(one, { place }))
        } else if (first !== undefined) {
          if (what === 'prove') first.place.prove()
          first.proven = true
          if (what === 'go') {
            first.place.release()
            open.splice(open.indexOf(first), 1)
          }
        }
        const ofOne = open.filter((one) => one.address === address)
        expect(open.length).toBeLessThanOrEqual(limits.connections)
        expect(ofOne.length).toBeLessThanOrEqual(limits.connectionsOfAddress)
      }
    }),
  )
})
