import { describe, expect, it } from 'vitest'
import { readDelimiters, standardDelimiters } from './delimiters.js'

describe('readDelimiters', () => {
  it('reads a doubled backslash, left over from a string literal, as one', () => {
    expect(readDelimiters('MSH|^~\\\\&|A')).toEqual(standardDelimiters)
    expect(() => readDelimiters('MSH|*~\\\\&|A')).toThrow(expect.objectContaining({ code: 'invalid-delimiters' }))
  })

  it.each([
    'MSH|^~\\&^',
    'MSH|^~\\&#$',
    'MSH|^^',
    'MSH|A',
    'MSH|"',
    'MSH|\u0007',
    'MSH|',
    'MSH||',
    'MSHA^',
    'MSH\u{1F600}^~',
  ])('rejects %j', (line) =>
    expect(() => readDelimiters(line)).toThrow(expect.objectContaining({ code: 'invalid-delimiters' })),
  )

  it.each(['MSH|^~\\&#', 'MSH|^', 'MSH ^~\\&', 'MSH|\u00a7', 'MSH#|^~'])('accepts %j', (line) => {
    expect(readDelimiters(line)).toMatchObject({ field: line.charAt(3), component: line.charAt(4) })
  })
})
