import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { readValue } from './definitions/path.js'
import { parseInterchange } from './syntax/parse.js'
import { sampleText } from './testing/sample.js'

const scale = inject('scale')
const envelope = sampleText().slice(0, 105).split('*')

interface Drawn {
  readonly marks: string
  readonly version: string
  readonly rows: readonly (readonly [id: string, elements: readonly string[]])[]
  readonly lineEnd: string
}

/** Writes an interchange by hand, using nothing from this package except the widths of ISA. */
function write({ marks, version, rows, lineEnd }: Drawn): string {
  const [element = '', component = '', repetition = '', segment = ''] = marks
  const isa = [...envelope.slice(0, 11), repetition, version, ...envelope.slice(13, 16), component].join(element)
  const lines = [
    ['GS', 'HB'],
    ['ST', '271'],
    ...rows.map(([id, own]) => [id, ...own]),
    ['SE', '9'],
    ['GE', '1'],
    ['IEA', '1'],
  ]
  return `${isa}${segment}${lines.map((line) => line.join(element) + segment + lineEnd).join('')}`
}

it('reads the same value at every position as an implementation by `split`, with any delimiters', () => {
  const drawn = fc
    .tuple(
      fc.constantFrom('*:^~', '|>!\n', '\t;,\r', '\u001d\u001f\u001e\u001c', '\u00e9\u00e8\u00e0\u00f9'),
      fc.constantFrom('00401', '00402', '00501'),
    )
    .chain(([marks, version]) => {
      const [, component = '', repetition = ''] = marks
      const unit = fc.constantFrom('A', 'b7', ' ', '-', component, component, repetition, '\u00df')
      const element = fc.string({ unit, maxLength: 6 })
      return fc.record({
        marks: fc.constant(marks),
        version: fc.constant(version),
        rows: fc.array(fc.tuple(fc.constantFrom('EB', 'EB', 'EBX', 'E1'), fc.array(element, { maxLength: 5 })), {
          maxLength: 6,
        }),
        lineEnd: fc.constantFrom('', '\n', '\r\n', ' '),
      })
    })
  const place = fc.tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 3 }),
  )
  fc.assert(
    fc.property(drawn, fc.array(place, { minLength: 1, maxLength: 12 }), (own, places) => {
      const [transaction] = parseInterchange(write(own)).transactions
      if (transaction === undefined) throw new Error('no transaction')
      const [, component = '', mark = ''] = own.marks
      const repetitions = (text: string) => (own.version === '00401' ? [text] : text.split(mark))
      const rows = own.rows.flatMap(([id, elements]) => (id === 'EB' ? [elements] : []))
      const naive = (
        row: readonly string[] | undefined,
        [, element, repetition, part]: readonly [number, number, number, number],
      ) => {
        const raw = row?.[element - 1] ?? ''
        const repeated = repetition === 0 && part === 0 ? raw : repetitions(raw)[Math.max(repetition, 1) - 1]
        const node = part === 0 ? repeated : repeated?.split(component)[part - 1]
        return node === '' ? undefined : node
      }
      const tail = ([, element, repetition, part]: readonly [number, number, number, number]) =>
        `.${element}${repetition === 0 ? '' : `[${repetition}]`}${part === 0 ? '' : `.${part}`}`
      const read = (at: readonly [number, number, number, number]) => readValue(transaction, `EB[${at[0]}]${tail(at)}`)
      const wanted = places.map((at) => naive(rows[at[0] - 1], at))
      expect(places.map(read)).toEqual(wanted)
      expect(places.toReversed().map(read).toReversed()).toEqual(wanted)
    }),
    { numRuns: 50 * scale },
  )
})
