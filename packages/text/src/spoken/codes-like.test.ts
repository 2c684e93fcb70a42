import { expect, it } from 'vitest'
import { compileCodesLike } from './codes-like.js'

it('finds codes of a form, however they are spelled', () => {
  const codes = compileCodesLike('PA########')
  expect(codes?.('authorization PA12345678, I repeat: P A 1 2 3 4 5 6 7 8')).toEqual(['PA12345678'])
  expect(codes?.('PA12345678 or pa 8765 4321.')).toEqual(['PA12345678', 'PA87654321'])
  expect(codes?.('not PA12345678, and PA123456789 is too long')).toEqual([])
  expect(compileCodesLike('--')).toBeUndefined()
})
