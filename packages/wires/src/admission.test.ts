import { expect, it } from 'vitest'
import { Admission } from './admission.js'

it('admits so many of an address, and so many of all', () => {
  const admission = new Admission({ connections: 3, connectionsOfAddress: 2 })
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
