import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLimits, parseCsv, readCsvReadings, readCsvReadingsInSteps, readCsvRows } from './csv.js'

it.each<[string, readonly (readonly string[])[]]>([
  ['', []],
  ['a', [['a']]],
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n\n1,',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [',\n', [['', '']]],
  ['"a,""b""\n",c', [['a,"b"\n', 'c']]],
  ['"open, to the end\n', [['open, to the end\n']]],
  ['"a"b,c', [['ab', 'c']]],
  ['a"b,c\r1', [['a"b', 'c'], ['1']]],
  ['\uFEFFa', [['a']]],
])('reads %j', (text, records) => {
  expect(parseCsv(text)).toEqual(records)
})

it('names fields by the header', () => {
  expect(readCsvRows('id, name ,x\n1,Ana\n2,Bo,3,4\n')).toEqual([
    { id: '1', name: 'Ana' },
    { id: '2', name: 'Bo', x: '3' },
  ])
  expect(Object.hasOwn(readCsvRows('__proto__\n1')[0] ?? {}, '__proto__')).toBe(true)
})

it('reads back what was written with quotes', () => {
  const record = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ') }), {
    minLength: 2,
    maxLength: 4,
  })
  fc.assert(
    fc.property(fc.array(record, { maxLength: 4 }), fc.string(), (records, garbage) => {
      const text = records
        .map((fields) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(','))
        .join('\r\n')
      expect(parseCsv(text)).toEqual(records)
      parseCsv(garbage)
    }),
  )
})

it('reads no rows of a text beyond the limits, before anything is built from it', () => {
  const { lines, fields } = csvLimits
  expect(readCsvReadings(`a${'\n'.repeat(lines - 1)}1`)).toEqual([[{ a: '1' }]])
  for (const end of ['\n', '\r', '\r\n']) expect(readCsvReadings(`a${end}${`1${end}`.repeat(lines)}`)).toEqual([])
  expect(readCsvReadings(`a\n${','.repeat(fields + 1)}`)).toEqual([])
})

it('reads millions of doubled quotation marks in steps, and one of a header with thousands of repeated names', () => {
  const text = `a,b\n"${'a""'.repeat(2_000_000)}`
  expect(parseCsv(text)[1]?.[0]).toBe('a"'.repeat(2_000_000))
  const names = Array.from({ length: 2000 }, (_, index) => `n${index}`).join(',')
  const wide = `${`${names},`.repeat(8)}\n${Array.from({ length: 16_000 }, (_, index) => index).join(',')}\n`
  const steps = readCsvReadingsInSteps(wide)
  let count = 0
  while (steps.next().done !== true) count++
  expect(count).toBeGreaterThan(20)
})
