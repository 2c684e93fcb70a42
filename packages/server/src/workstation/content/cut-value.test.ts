import { expect, it } from 'vitest'
import { cutValue } from './cut-value.js'

it('keeps a value that fits as it is', () => {
  const value = { id: 'a', list: [1, { text: 'two' }, null] }
  expect(cutValue(value, 1000)).toEqual({ value, isCut: false })
})

it('keeps the beginning of a value that does not fit, in order', () => {
  const value = { id: 'a', list: Array.from({ length: 100 }, (_, number) => ({ number })), last: 'z' }
  const { value: kept, isCut } = cutValue(value, 200)
  expect([kept, isCut]).toEqual([{ id: 'a', list: [{ number: 0 }, { number: 1 }, { number: 2 }, { number: 3 }] }, true])
})
