import fc from 'fast-check'
import { X12Interchange, X12Parser } from 'node-x12'
import { expect, it } from 'vitest'
import { parseInterchange } from './syntax/parse.js'
import type { ElementValue, SegmentValue } from './syntax/values.js'
import { sampleResponse, sampleText } from './testing/sample.js'

function ours(text: string) {
  const { groups } = parseInterchange(text)
  return groups.map(({ transactions }) =>
    transactions.map((transaction) =>
      transaction
        .segments()
        .slice(1, -1)
        .map((segment) => [segment.id, ...segment.elements()]),
    ),
  )
}

function theirs(text: string) {
  const interchange = new X12Parser(true).parse(text)
  if (!(interchange instanceof X12Interchange)) throw new Error('node-x12 found several interchanges')
  return interchange.functionalGroups.map(({ transactions }) =>
    transactions.map(({ segments }) =>
      segments.map(({ tag, elements }) => [tag, ...elements.map(({ value }) => value)]),
    ),
  )
}

it('splits an interchange as node-x12 does', () => {
  const text = sampleText([sampleResponse, sampleResponse, { ...sampleResponse, functionalId: 'HS' }])
  expect(ours(text)).toEqual(theirs(text))
  expect(ours(text)).toMatchObject([[{ length: 14 }, { length: 14 }], [{ length: 14 }]])
})

it('splits any written interchange into the values that node-x12 reads', () => {
  const value = fc.string({ unit: fc.constantFrom(...'ABZ019 .-/'), maxLength: 5 })
  const filled = fc.string({ unit: fc.constantFrom(...'ABZ019'), minLength: 1, maxLength: 5 })
  const composite = fc.tuple(filled, filled)
  const element = fc.oneof(
    value,
    composite,
    fc.array(fc.oneof(filled, composite), { minLength: 2, maxLength: 4 }).map((repetitions) => ({ repetitions })),
  )
  const segment = fc
    .tuple(fc.constantFrom('NM1', 'EB', 'DTP', 'N1'), fc.array(element, { maxLength: 6 }), filled)
    .map(([id, elements, last]): SegmentValue => [id, ...elements, last])
  const lineEnd = fc.constantFrom('' as const, '\n' as const, '\r\n' as const)
  const textOf = (one: ElementValue): string =>
    Array.isArray(one)
      ? one.join(':')
      : typeof one === 'object' && one !== null && 'repetitions' in one
        ? one.repetitions.map(textOf).join('^')
        : String(one)
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 8 }), lineEnd, (segments, end) => {
      const text = sampleText([{ ...sampleResponse, segments }], { lineEnd: end })
      const written = segments.map(([id, ...elements]) => [id, ...elements.map(textOf)])
      expect(ours(text)).toEqual([[written]])
      expect(theirs(text)).toEqual([[written]])
    }),
  )
})
