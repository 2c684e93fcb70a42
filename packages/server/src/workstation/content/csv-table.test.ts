import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLine, readLines, replaceLine } from './csv-table.js'

const text = 'mrn,name,note\r\n0012,"Sample, Ada","Said ""no""."\r\n\r\n0013,Ben,"two\nlines"\r\n'

/** Cells of a line with more than nothing. */
const cells = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('a,b', '"', 'x\r\ny', '')), { minLength: 1, maxLength: 5 })
  .filter((line) => line.length > 1 || line[0] !== '')

describe('a CSV file', () => {
  it('has lines with their cells and their own text', () => {
    expect(readLines(text).map((line) => line.cells)).toEqual([
      ['mrn', 'name', 'note'],
      ['0012', 'Sample, Ada', 'Said "no".'],
      ['0013', 'Ben', 'two\nlines'],
    ])
    expect(readLines(text).map(({ raw, start, end }) => text.startsWith(raw + end, start))).toEqual([true, true, true])
  })

  it('keeps the bytes of all other lines when one changes, goes, or is added', () => {
    const [, second, third] = readLines(text)
    if (second === undefined || third === undefined) throw new Error('The file has three lines.')
    expect(replaceLine(text, third, ['0013', 'Ben', 'one, line'])).toBe(
      'mrn,name,note\r\n0012,"Sample, Ada","Said ""no""."\r\n\r\n0013,Ben,"one, line"\r\n',
    )
    expect(replaceLine(text, second, null)).toBe('mrn,name,note\r\n\r\n0013,Ben,"two\nlines"\r\n')
    expect(addLine(text, ['0014', '', ''])).toBe(`${text}0014,,\r\n`)
    expect(addLine('a,b', ['1', '2'])).toBe('a,b\n1,2\n')
  })

  it('reads what was written', () => {
    fc.assert(
      fc.property(fc.array(cells), cells, fc.nat(), (before, line, place) => {
        const file = before.reduce<string>(addLine, '')
        expect(readLines(file).map((one) => one.cells)).toEqual(before)
        const lines = readLines(file)
        const replaced = lines[place % Math.max(1, lines.length)]
        if (replaced === undefined) return
        const expected = before.map((one, index) => (lines[index] === replaced ? line : one))
        expect(readLines(replaceLine(file, replaced, line)).map((one) => one.cells)).toEqual(expected)
      }),
    )
  })
})
