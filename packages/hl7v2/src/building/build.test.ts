import { describe, expect, it } from 'vitest'
import { Hl7Error } from '../syntax/error.js'
import { buildMessage, type SegmentValue } from './build.js'

const header: SegmentValue = ['MSH', { 3: 'LAB', 10: 1 }]

describe('buildMessage', () => {
  it('writes leaves, components, sub-components, repetitions, null and empty values', () => {
    const message = buildMessage([
      header,
      [
        'PID',
        {
          3: { repetitions: [['1', '', 'X'], undefined, '2'] },
          5: ['DOE', ['J', 'Q'], ''],
          6: '',
          7: null,
          9: undefined,
        },
      ],
      ['NTE', {}],
    ])
    expect(message.text).toBe('MSH|^~\\&|LAB|||||||1\rPID|||1^^X~~2||DOE^J&Q||""\rNTE\r')
  })

  it.each([
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [1e21, '1000000000000000000000'],
    [-1.5e22, '-15000000000000000000000'],
    [123456.789, '123456.789'],
    [-0, '0'],
    [5e-324, `0.${'0'.repeat(323)}5`],
    [Number.MAX_VALUE, `17976931348623157${'0'.repeat(292)}`],
  ])('writes the number %d without an exponent, which NM does not allow', (value, written) => {
    expect(buildMessage([header, ['OBX', { 2: 'NM', 5: value }]]).read('OBX-5')).toBe(written)
    expect(Number(written)).toBe(value === 0 ? 0 : value)
  })

  it('escapes delimiters', () => {
    const message = buildMessage([header, ['NTE', { 3: 'a|b^c~d\\e&f\r\n' }]])
    expect(message.segments('NTE')[0]?.text).toBe('NTE|||a\\F\\b\\S\\c\\R\\d\\E\\e\\T\\f\\X0D\\\\X0A\\')
    expect(message.read('NTE-3')).toBe('a|b^c~d\\e&f\r\n')
  })

  it('accepts other delimiters and line ends', () => {
    const delimiters = {
      field: '$',
      component: '*',
      repetition: '@',
      escape: '!',
      subcomponent: '%',
      truncation: undefined,
    }
    expect(buildMessage([header, ['PID', { 5: ['a$', 'b|'] }]], { delimiters, lineEnd: '\n' }).text).toBe(
      'MSH$*@!%$LAB$$$$$$$1\nPID$$$$$a!F!*b|\n',
    )
  })

  it('rejects delimiters with a gap, because the position in MSH-2 determines the meaning', () => {
    const delimiters = { field: '|', component: '^', repetition: undefined, escape: '\\', subcomponent: undefined }
    expect(() => buildMessage([header], { delimiters })).toThrow(
      'Expected the delimiter repetition before escape, got none (MSH-2).',
    )
  })

  it.each<[string, SegmentValue[]]>([
    ['empty', []],
    ['no-header', [['PID', {}]]],
    ['several-messages', [header, header]],
    ['invalid-segment', [header, ['pid', {}]]],
    ['invalid-value', [['MSH', { 1: '|' }]]],
    ['invalid-value', [header, ['PID', { 0: 'x' }]]],
    ['invalid-value', [header, ['PID', { 100000: 'x' }]]],
    ['invalid-value', [header, ['PID', { 1: Number.POSITIVE_INFINITY }]]],
  ])('rejects segments with %s', (code, segments) => {
    expect(() => buildMessage(segments)).toThrow(expect.objectContaining({ name: 'Hl7Error', code }))
  })
})

it.each(['1e1', '0x5', ' 3 ', '5.0', '05', '__proto__', ''])(
  'rejects the field %j, which is not written as a plain number',
  (key) => {
    const fields = Object.fromEntries([[key, 'x']])
    expect(() =>
      buildMessage([
        ['MSH', { 9: 'ADT' }],
        ['PID', fields],
      ]),
    ).toThrow(Hl7Error)
  },
)
