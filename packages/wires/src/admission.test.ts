import { expect, it } from 'vitest'
import { Admission } from './admission.js'

it('admits so many of an address, and so many of all', () => {
  const admission = new Admission({ connections: 3, newConnections: 100, connectionsOfAddress: 2 })
  const first = admission.admit('a')
  admission.admit('a')
  expect(admission.admit('a')).toBeUndefined()
  admission.admit('b')
  expect(admission.admit('b')).toBeUndefined()
  first?.()
  first?.()
  expect(admission.admit('b')).toBeDefined()
  expect(admission.admit('a')).toBeUndefined()
})

it('lets so many new connections of an address in a second', () => {
  let now = 0
  const admission = new Admission({ connections: 10, connectionsOfAddress: 10, newConnections: 2 }, () => now)
  expect([1, 2].map(() => admission.admit('c') !== undefined)).toEqual([true, true])
  expect(admission.admit('c')).toBeUndefined()
  now = 1_000
  expect(admission.admit('c')).toBeDefined()
})
