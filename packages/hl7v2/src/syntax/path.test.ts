import { describe, expect, it } from 'vitest'
import { standardDelimiters } from './delimiters.js'
import { Hl7Error } from './error.js'
import { compileFieldPath, compilePath } from './path.js'

describe('compilePath', () => {
  it('numbers every part and caches compiled paths', () => {
    const path = compilePath('PID[2]-3[4].5.6')
    expect(path).toMatchObject({
      segment: 'PID',
      occurrence: 2,
      field: 3,
      repetition: 4,
      component: 5,
      subcomponent: 6,
    })
    expect(compilePath('PID[2]-3[4].5.6')).toBe(path)
    expect(Object.isFrozen(path)).toBe(true)
  })

  it.each([
    ['OBX[3.1=718-7].5', '718-7'],
    ['OBX[3[2].1=a=b].5', 'a=b'],
    ['OBX[5=a]b].5', 'a]b'],
    ['OBX[5=Doe, John]', 'Doe, John'],
    ['OBX[5=""]-2', '""'],
  ])('reads the condition of %s', (text, equals) => expect(compilePath(text).condition?.equals).toBe(equals))

  it.each([
    '',
    'pid-5',
    'PI-5',
    'PIDX-5',
    'PID-0',
    'PID-5.',
    'PID-',
    'PID-5-1',
    'PID-5.1.2.3',
    'PID[0].5',
    'PID[].5',
    'PID[3.1=].5',
    'PID[x=1].5',
    'PID-5[0]',
    'PID-5 ',
    'PID-100000',
    'PID-5.1[2]',
    'PID[1',
    'constructor',
  ])('rejects %j with an example', (text) => {
    expect(() => compilePath(text)).toThrow(Hl7Error)
    expect(() => compilePath(text)).toThrow(/^Expected .*Example: /)
  })

  it('evicts old paths instead of growing without limit', () => {
    const path = compilePath('PID-77')
    for (let number = 1; number <= 5000; number++) compilePath(`ZZZ-${number}`)
    expect(compilePath('PID-77')).not.toBe(path)
    expect(compilePath('PID-77')).toEqual(path)
  })
})

describe('compileFieldPath', () => {
  it('compiles a position inside a segment', () => {
    expect(compileFieldPath('3[2].4')).toEqual({ field: 3, repetition: 2, component: 4, subcomponent: 0 })
    expect(() => compileFieldPath('PID-3')).toThrow(Hl7Error)
  })
})

describe('a shared compiled path', () => {
  it('is deeply frozen', () => {
    const path = compilePath('OBX[3.1=a].5')
    expect([path, path.condition, path.condition?.at, standardDelimiters].map(Object.isFrozen)).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('is not cached if long, so that generated paths take no memory', () => {
    const long = `OBX[5=${'x'.repeat(300)}].1`
    expect(compilePath(long)).not.toBe(compilePath(long))
    expect(compilePath(long)).toEqual(compilePath(long))
  })

  it.each([
    '__proto__',
    'PID-1e9',
    'PID[1e9].1',
    'PID[-1].1',
    'PID[1',
    'PID1]',
    'PID-\u0661',
    '\0PID-1',
    'OBX[3=a',
    'OBX[[3=a]].1',
  ])('is not created for %j', (text) => expect(() => compilePath(text)).toThrow(Hl7Error))
})
