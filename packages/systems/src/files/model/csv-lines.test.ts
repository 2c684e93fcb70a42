import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addCsvLine, readCsvLines, replaceCsvLine } from './csv.js'

const text = 'mrn,name,note\r\n0012,"Sample, Ada","Said ""no""."\r\n\r\n0013,Ben,"two\nlines"\r\n'

/** Cells of a line with more than nothing. */
const cells = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('a,b', '"', 'x\r\ny', '')), { minLength: 1, maxLength: 5 })
  .filter((line) => line.length > 1 || line[0] !== '')

describe('a line of a CSV text', () => {
  it('keeps its cells and its original text', () => {
    expect(readCsvLines(text).map((line) => line.cells)).toEqual([
      ['mrn', 'name', 'note'],
      ['0012', 'Sample, Ada', 'Said "no".'],
      ['0013', 'Ben', 'two\nlines'],
    ])
    expect(readCsvLines(text).map(({ raw, start, end }) => text.startsWith(raw + end, start))).toEqual([
      true,
      true,
      true,
    ])
  })

  it('leaves the bytes of all other lines unchanged if one is changed, removed or added', () => {
    const [, second, third] = readCsvLines(text)
    if (second === undefined || third === undefined) throw new Error('The file has three lines.')
    expect(replaceCsvLine(text, third, ['0013', 'Ben', 'one, line'])).toBe(
      'mrn,name,note\r\n0012,"Sample, Ada","Said ""no""."\r\n\r\n0013,Ben,"one, line"\r\n',
    )
    expect(replaceCsvLine(text, second, null)).toBe('mrn,name,note\r\n\r\n0013,Ben,"two\nlines"\r\n')
    expect(addCsvLine(text, ['0014', '', ''])).toBe(`${text}0014,,\r\n`)
    expect(addCsvLine('a,b', ['1', '2'])).toBe('a,b\n1,2\n')
  })

  it('keeps a byte order mark', () => {
    const [, line] = readCsvLines('\uFEFFa,b\n1,2\n')
    expect(line && replaceCsvLine('\uFEFFa,b\n1,2\n', line, ['3', '4'])).toBe('\uFEFFa,b\n3,4\n')
    expect(readCsvLines('\uFEFFa,b\n1,2\n')[0]?.cells).toEqual(['a', 'b'])
  })

  it('reads back what was written', () => {
    fc.assert(
      fc.property(fc.array(cells), cells, fc.nat(), (before, line, place) => {
        const file = before.reduce<string>(addCsvLine, '')
        expect(readCsvLines(file).map((one) => one.cells)).toEqual(before)
        const lines = readCsvLines(file)
        const replaced = lines[place % Math.max(1, lines.length)]
        if (replaced === undefined) return
        const expected = before.map((one, index) => (lines[index] === replaced ? line : one))
        expect(readCsvLines(replaceCsvLine(file, replaced, line)).map((one) => one.cells)).toEqual(expected)
      }),
    )
  })
})
