import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { parseMessage } from './syntax/message.js'

const scale = inject('scale')
function split(text: string, separator: string) {
  return separator === '' ? [text] : text.split(separator)
}

/** Reads a value according to the path grammar, using only `split`; the escape sequences are those of `units`. */
function naive(
  rows: readonly (readonly string[])[],
  encoding: string,
  at: readonly number[],
): string | null | undefined {
  const [occurrence = 0, field = 0, repetition = 0, component = 0, subcomponent = 0] = at
  const [c = '', r = '', e = '', s = ''] = encoding
  let node = split(rows[occurrence - 1]?.[field] ?? '', r)[repetition - 1] ?? ''
  if (component > 0) node = split(node, c)[component - 1] ?? ''
  if (subcomponent > 0) node = split(node, s)[subcomponent - 1] ?? ''
  if (node === '""') return null
  if (Array.from(node).every((one) => one === c || one === s)) return undefined
  if ((c !== '' && node.includes(c)) || (s !== '' && node.includes(s)) || e === '') return node
  return node.replaceAll(`${e}T${e}`, s === '' ? `${e}T${e}` : s)
}

it('reads the same value at every position as an implementation by `split`, with any delimiters', () => {
  const encodings = fc.constantFrom('^~\\&', '*@!%', '^', '^~', '^~\\', '^~\\&#', '§µ¶÷')
  const drawn = encodings.chain((encoding) => {
    const [c = '', r = '', e = '', s = ''] = encoding
    const units = ['A', 'b7', '""', ' ', c, c, r, s, e === '' ? '' : `${e}T${e}`, '\u00e9']
    const field = fc.string({ unit: fc.constantFrom(...units.filter((one) => one !== '')), maxLength: 7 })
    return fc.record({
      encoding: fc.constant(encoding),
      rows: fc.array(fc.tuple(fc.constantFrom('ZAA', 'ZAA', 'ZAB'), fc.array(field, { maxLength: 5 })), {
        maxLength: 6,
      }),
      lineEnd: fc.constantFrom('\r', '\n', '\r\n', '\r\r\n'),
      separator: fc.constantFrom('|', '$', '\u00a6'),
    })
  })
  const place = fc.tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 0, max: 4 }),
    fc.integer({ min: 0, max: 4 }),
  )
  fc.assert(
    fc.property(
      drawn,
      fc.array(place, { minLength: 1, maxLength: 12 }),
      ({ encoding, rows, lineEnd, separator }, at) => {
        const lines = [`MSH${separator}${encoding}`, ...rows.map(([name, fields]) => [name, ...fields].join(separator))]
        const message = parseMessage(new TextEncoder().encode(lines.join(lineEnd)))
        const own = rows.flatMap(([name, fields]) => (name === 'ZAA' ? [[name, ...fields]] : []))
        const read = ([occurrence, field, repetition, component, subcomponent]: readonly number[]) => {
          const deeper = component === 0 ? '' : subcomponent === 0 ? `.${component}` : `.${component}.${subcomponent}`
          return message.read(`ZAA[${occurrence}].${field}[${repetition}]${deeper}`)
        }
        const wanted = at.map((one) => naive(own, encoding, one[3] === 0 ? [...one.slice(0, 3), 0, 0] : one))
        expect(at.map(read)).toEqual(wanted)
        expect(at.toReversed().map(read).toReversed()).toEqual(wanted)
      },
    ),
    { numRuns: 60 * scale },
  )
})
