import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Hl7Error } from '../syntax/error.js'
import { parseMessage } from '../syntax/message.js'
import { setValue } from './set.js'

const text = 'MSH|^~\\&|LAB\r\nPID|1||1^2~3||DOE^JANE|\nOBX|1||a'
const message = parseMessage(text)

describe('setValue', () => {
  it.each([
    ['PID-5.1', 'ROE', 'PID|1||1^2~3||ROE^JANE|'],
    ['PID-5', ['ROE', ['A', 'B']], 'PID|1||1^2~3||ROE^A&B|'],
    ['PID-5.2', ['A', 'B'], 'PID|1||1^2~3||DOE^A&B|'],
    ['PID-5.2.3', 'x|y', 'PID|1||1^2~3||DOE^JANE&&x\\F\\y|'],
    ['PID-3[2].2', 'x', 'PID|1||1^2~3^x||DOE^JANE|'],
    ['PID-3[4]', 'x', 'PID|1||1^2~3~~x||DOE^JANE|'],
    ['PID-3', { repetitions: ['a', ['b', 'c']] }, 'PID|1||a~b^c||DOE^JANE|'],
    ['PID-8', null, 'PID|1||1^2~3||DOE^JANE|||""'],
    ['PID-9', undefined, 'PID|1||1^2~3||DOE^JANE|'],
    ['PID-5', undefined, 'PID|1||1^2~3|||'],
    ['PID-1', 2, 'PID|2||1^2~3||DOE^JANE|'],
  ])('sets %s to %j', (path, value, line) => {
    const changed = setValue(message, path, value)
    expect(changed.text).toBe(text.replace('PID|1||1^2~3||DOE^JANE|', line))
    expect(message.text).toBe(text)
  })

  it('adds the next segment of a name at the end, with the line end of the message', () => {
    expect(setValue(message, 'OBX[2].1', '2').text).toBe(`${text}\r\nOBX|2`)
    expect(setValue(parseMessage('MSH|^~\\&\r'), 'NTE-3', 'hi').text).toBe('MSH|^~\\&\rNTE|||hi\r')
  })

  it.each([
    ['MSH-1', '$', 'invalid-value'],
    ['MSH-2', '^', 'invalid-value'],
    ['PID', 'x', 'invalid-path'],
    ['OBX[3].1', 'x', 'no-such-segment'],
    ['OBX[1=9].1', 'x', 'no-such-segment'],
    ['PID-5.1.1', ['x'], 'invalid-value'],
    ['PID-5.1', [['x']], 'invalid-value'],
    ['PID-5.1', { repetitions: ['x'] }, 'invalid-value'],
    ['PID-5', Number.NaN, 'invalid-value'],
  ])('rejects setting %s to %j', (path, value, code) => {
    expect(() => setValue(message, path, value as string)).toThrow(expect.objectContaining({ name: 'Hl7Error', code }))
  })

  it.each([
    ['MSH-1', ['$'], 'Expected no value, as the delimiters of the message stand there, got a list of 1 (MSH-1).'],
    ['PID-5.1', { repetitions: ['x'] }, 'Expected one value for a component, got repetitions (PID-5).'],
    ['PID-5.1.1', ['x', 'y'], 'Expected a value no deeper than PID-5.1.1, got a list of 2 (PID-5).'],
    ['OBX[3].1', 'x', 'Expected a segment at OBX[3].1 in the message, got none (OBX-1).'],
    ['PID', 'x', 'Expected a path down to a field to set, got PID.'],
  ])('reports what was received when it rejects %s', (path, value, said) => {
    expect(() => setValue(message, path, value)).toThrow(said)
  })

  it('rejects repetitions if the path selects one of them, because the others would be lost', () => {
    expect(() => setValue(message, 'PID-3[2]', { repetitions: ['a'] })).toThrow(
      'Expected one repetition at PID-3[2] (a path without [2] takes all of them), got repetitions (PID-3).',
    )
    expect(setValue(message, 'PID-3[1]', { repetitions: ['a'] }).read('PID-3[2]')).toBeUndefined()
  })

  it('rejects values that need an undeclared delimiter', () => {
    expect(() => setValue(parseMessage('MSH|^|'), 'PID-5.1.2', 'x')).toThrow(Hl7Error)
    expect(() => setValue(parseMessage('MSH|^|'), 'PID-5', 'a|b')).toThrow(Hl7Error)
  })

  it('follows a change of the character set', () => {
    expect(setValue(message, 'MSH-18', '8859/1').charset).toBe('iso-8859-1')
  })

  it('sets a value that reads back the same, and changes no other field', () => {
    const number = fc.integer({ min: 1, max: 4 })
    const value = fc.string({ unit: 'binary', minLength: 1 }).filter((one) => !/\p{Cs}/u.test(one))
    fc.assert(
      fc.property(number, number, number, number, value, (field, repetition, component, subcomponent, written) => {
        for (const depth of [
          `[${repetition}]`,
          `[${repetition}].${component}`,
          `[${repetition}].${component}.${subcomponent}`,
        ]) {
          const path = `PID-${field}${depth}`
          const changed = setValue(message, path, written)
          expect(changed.read(path)).toBe(written)
          expect(setValue(changed, path, written).text).toBe(changed.text)
          for (const other of [1, 2, 3, 4, 5, 6].filter((one) => one !== field)) {
            expect(changed.read(`PID-${other}`)).toBe(message.read(`PID-${other}`))
          }
          expect(changed.read('OBX')).toBe(message.read('OBX'))
        }
      }),
    )
  })
})

describe('hostile values', () => {
  it.each([
    [1.5, '.'],
    [-2, '-'],
    [1e-7, '.'],
  ])('rejects the number %d if %s is a delimiter', (value, delimiter) => {
    expect(() => setValue(parseMessage(`MSH|${delimiter}`), 'PID-3', value)).toThrow(
      expect.objectContaining({ code: 'invalid-value' }),
    )
  })

  it('writes a large number even if plus is a delimiter, because it has no exponent', () => {
    expect(setValue(parseMessage('MSH|+'), 'PID-3', 1e30).read('PID-3')).toBe(`1${'0'.repeat(30)}`)
  })

  it('cannot begin a segment, end a frame or change the header', () => {
    const attack = '\r\nMSH|^~\\&|X\x1c\r\vPID|2~^&'
    const changed = setValue(setValue(message, 'PID-5.1', attack), 'MSH-3', attack)
    expect(changed.segments().map(({ name }) => name)).toEqual(['MSH', 'PID', 'OBX'])
    expect([changed.read('PID-5.1'), changed.read('PID-5.2'), changed.read('MSH-3')]).toEqual([attack, 'JANE', attack])
    expect(parseMessage(changed.text).read('PID-5.1')).toBe(attack)
  })
})

it('keeps the character set that was specified when parsing', () => {
  const latin = parseMessage('MSH|^~\\&|A\rPID|1', { charset: 'iso-8859-1' })
  const changed = setValue(setValue(latin, 'PID-1', '\u00e9'), 'PID-2', 'x')
  expect([changed.charset, changed.read('PID-1')]).toEqual(['iso-8859-1', '\u00e9'])
})
