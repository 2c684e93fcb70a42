import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildInterchange } from '../building/build-interchange.js'
import { readTransaction } from '../building/transaction-values.js'
import { sampleEnvelope, sampleResponse, sampleText } from '../testing/sample.js'
import { type Delimiters, standardDelimiters } from './delimiters.js'
import { checkEnvelope } from './envelope.js'
import { parseInterchange } from './parse.js'
import { readSegment, writeSegment } from './segment-value.js'
import type { SegmentValue } from './values.js'

describe('writeSegment', () => {
  it.each<[SegmentValue, string]>([
    [['NM1', 'IL', '1', 'DOE', '', undefined, null], 'NM1*IL*1*DOE~'],
    [['AMT', 'T3', 12.5], 'AMT*T3*12.5~'],
    [['SV1', ['HC', '99213', ''], '', ''], 'SV1*HC:99213~'],
    [['EB', '1', '', { repetitions: ['30', '35'] }], 'EB*1**30^35~'],
    [['EQ', { repetitions: [['A', 'B'], 'C'] }], 'EQ*A:B^C~'],
    [['LS'], 'LS~'],
  ])('writes %j', (segment, expected) => {
    expect(writeSegment(segment)).toBe(expected)
  })

  it.each<[string, SegmentValue, RegExp]>([
    ['a delimiter', ['NM1', 'IL', '1', 'DO*E'], /without delimiters and control characters, got "DO\*E" \(NM103\)/],
    ['a line end', ['NM1', 'IL', '1', 'DO\nE'], /NM103/],
    ['not a number', ['AMT', 'T3', Number.NaN], /finite number written without exponent, got NaN \(AMT02\)/],
    ['a number too large', ['AMT', 'T3', 1e30], /AMT02/],
    ['a bad identifier', ['nm1'], /segment identifier/],
  ])('rejects %s', (_, segment, message) => {
    expect(() => writeSegment(segment)).toThrow(message)
  })

  it('replaces delimiters with spaces on request', () => {
    expect(writeSegment(['MSG', 'a*b~c\nd'], { onDelimiter: 'space' })).toBe('MSG*a b c d~')
  })

  it('rejects repetitions in versions without them', () => {
    const delimiters = { element: '*', component: ':', repetition: undefined, segment: '~' }
    expect(() => writeSegment(['EQ', { repetitions: ['1', '2'] }], { delimiters })).toThrow(/repetition separator/)
    expect(sampleText([{ ...sampleResponse, segments: [] }], { delimiters })).toContain('*U*00401*')
  })
})

describe('buildInterchange', () => {
  it('writes counts and control numbers', () => {
    const text = buildInterchange(
      sampleEnvelope,
      [sampleResponse, sampleResponse, { ...sampleResponse, functionalId: 'HS' }],
      {
        lineEnd: '\n',
      },
    )
    expect(text.split('\n')[0]).toBe(
      'ISA*00*          *00*          *ZZ*EXAMPLEPLAN    *ZZ*EXAMPLECLINIC  *260105*0930*^*00501*000000042*0*T*:~',
    )
    expect(text).toContain('GS*HB*EXAMPLEPLAN*EXAMPLECLINIC*20260105*0930*42*X*005010X279A1~')
    expect(text).toContain('ST*271*0002*005010X279A1~')
    expect(text).toContain('GE*2*42~\nGS*HS*EXAMPLEPLAN*EXAMPLECLINIC*20260105*0930*43*')
    expect(text.endsWith('GE*1*43~\nIEA*2*000000042~\n')).toBe(true)
    expect(checkEnvelope(parseInterchange(text))).toEqual([])
  })

  it.each([
    ['a long sender', { sender: { id: 'A NAME OF SIXTEEN' } }, /1 to 15 printable characters, got .* \(ISA06\)/],
    ['a bad qualifier', { receiver: { id: 'X', qualifier: 'ZZZ' } }, /ISA07/],
    ['a delimiter in the sender', { sender: { id: 'A*B' } }, /without delimiters/],
    [
      'a control number of ten digits',
      { controlNumber: 1e9 },
      /control number as a number from 0 to 999999999, got 1000000000 \(ISA13\)/,
    ],
    ['no time', { at: Number.NaN }, /a time in milliseconds since 1970/],
  ])('rejects %s', (_, change, message) => {
    expect(() => buildInterchange({ ...sampleEnvelope, ...change }, [sampleResponse])).toThrow(message)
  })

  it.each<[string, object, RegExp]>([
    ['no id', { id: '' }, /an id of the transaction, got "" \(ST01\)/],
    ['no version', { version: '' }, /a version of the transaction, got "" \(GS08\)/],
    ['no functional identifier', { functionalId: '' }, /a functionalId of the transaction, got "" \(GS01\)/],
    ['an empty control number', { controlNumber: '' }, /1 to 9 characters, got "" \(ST02\)/],
    ['a control number of ten characters', { controlNumber: '0000000001' }, /1 to 9 characters/],
    ['a control number of another', { controlNumber: '0001' }, /unique in its group, got "0001" \(ST02\)/],
    ['an ST inside', { segments: [['ST', '271', '0001']] }, /transaction body/],
  ])('rejects a transaction with %s', (_, change, message) => {
    expect(() => sampleText([sampleResponse, { ...sampleResponse, ...change }])).toThrow(message)
  })

  it.each([
    ['two that are one', { component: '*' }],
    ['an empty one', { component: '' }],
    ['a long one', { segment: '~~' }],
    ['a letter', { repetition: 'U' }],
    ['none', { element: undefined }],
  ])('rejects delimiters: %s', (_, change) => {
    const delimiters = { ...standardDelimiters, ...change } as Delimiters
    for (const write of [
      () => sampleText([sampleResponse], { delimiters }),
      () => sampleText([], { delimiters }),
      () => writeSegment(['EQ', '30'], { delimiters }),
    ]) {
      expect(write).toThrow(expect.objectContaining({ name: 'X12Error', code: 'invalid-delimiters' }))
    }
  })

  it.each<[string, unknown]>([
    ['true', true],
    ['10n', 10n],
    ['Symbol(x)', Symbol('x')],
    ['a function', () => 1],
    ['an object', { text: 'A' }],
    ['an object', { repetitions: 'A' }],
    ['a list of 1', [['A']]],
    ['an object', [{ repetitions: ['A'] }]],
    ['false', { repetitions: [false] }],
    ['an object', new Date(0)],
  ])('rejects %s as a value', (received, value) => {
    for (const onDelimiter of ['refuse', 'space'] as const) {
      expect(() => writeSegment(['EQ', value] as unknown as SegmentValue, { onDelimiter })).toThrow(
        expect.objectContaining({ name: 'X12Error', code: 'invalid-value', received, segment: 'EQ', element: 1 }),
      )
    }
  })

  it('corrects the counts of a parsed transaction', () => {
    const broken = sampleText()
      .replace(/SE\*\d+\*0001/, 'SE*99*0002')
      .replace('IEA*1', 'IEA*8')
    const [transaction] = parseInterchange(broken).transactions
    if (transaction === undefined) throw new Error('no transaction')
    expect(sampleText([readTransaction(transaction)])).toBe(sampleText())
  })

  it('keeps ST03 if present and leaves it out if absent', () => {
    const remittance = { id: '835', version: '005010X221A1', functionalId: 'HP', segments: [['BPR', 'H']] } as const
    for (const values of [sampleResponse, remittance]) {
      for (const guideInHeader of [true, false]) {
        const text = sampleText([{ ...values, guideInHeader }])
        const [read] = parseInterchange(text).transactions
        if (read === undefined) throw new Error('no transaction')
        expect(read.header.element(3)).toBe(guideInHeader ? values.version : undefined)
        expect(sampleText([readTransaction(read)])).toBe(text)
      }
    }
  })
})

it('reads back what it wrote, with any delimiters', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ABC 019.é-/'), maxLength: 6 })
  const filled = fc.string({ unit: fc.constantFrom(...'ABC019é'), minLength: 1, maxLength: 4 })
  const composite = fc.tuple(text, filled).map((parts): readonly string[] => parts)
  const single = fc.oneof(text, composite)
  const element = fc.oneof(
    single,
    fc.array(single, { minLength: 2, maxLength: 4 }).map((repetitions) => ({ repetitions })),
  )
  const segment = fc
    .tuple(fc.constantFrom('NM1', 'EB', 'HL', 'ZZZ', 'N1'), fc.array(element, { maxLength: 5 }), filled)
    .map(([id, elements, last]): SegmentValue => [id, ...elements, last])
  const delimiters = fc.constantFrom(
    { element: '*', component: ':', repetition: '^', segment: '~' },
    { element: '|', component: '>', repetition: '!', segment: '\n' },
    { element: '\u001d', component: '\u001f', repetition: '\u001e', segment: '\u001c' },
  )
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 10 }), delimiters, (segments, own) => {
      const values = { ...sampleResponse, controlNumber: '0001', segments }
      const [read] = parseInterchange(sampleText([values], { delimiters: own }), { strict: true }).transactions
      if (read === undefined) throw new Error('no transaction')
      expect(readTransaction(read)).toEqual(values)
      expect(read.segments().map(readSegment).slice(1, -1)).toEqual(segments)
    }),
  )
})

describe('hostile values', () => {
  it('cannot contain half of a surrogate pair, which has no encoding', () => {
    expect(() => writeSegment(['NM1', 'IL', '1', 'DO\ud83d'])).toThrow(/whole characters.*NM103/)
    expect(writeSegment(['NM1', 'IL', '1', '\udc00D\ud83d'], { onDelimiter: 'space' })).toBe('NM1*IL*1* D ~')
    expect(writeSegment(['NM1', 'IL', '1', '\u{1F600}'])).toBe('NM1*IL*1*\u{1F600}~')
  })

  it.each(['ISA', 'IEA', 'GS', 'GE', 'ST', 'SE'])('cannot put %s inside a transaction', (id) => {
    const segments: SegmentValue[] = [[id, '1']]
    expect(() => sampleText([{ ...sampleResponse, segments }])).toThrow(/segments of the transaction body/)
  })

  it.each([
    { element: 'A' },
    { element: '' },
    { element: '**' },
    { component: '*' },
    { repetition: 'U' },
    { repetition: '~' },
    { repetition: '\u20ac' },
    { segment: ' ' },
  ])('cannot use the delimiter %j, which would not be read back', (own) => {
    const delimiters = { element: '*', component: ':', repetition: '^', segment: '~', ...own }
    expect(() => sampleText([sampleResponse], { delimiters })).toThrow(
      expect.objectContaining({ code: 'invalid-delimiters' }),
    )
  })
})

it('continues numbering groups from zero after the largest control number', () => {
  const two = [sampleResponse, { ...sampleResponse, functionalId: 'HS' }]
  const text = buildInterchange({ ...sampleEnvelope, controlNumber: 999_999_999 }, two)
  const { groups } = parseInterchange(text, { strict: true })
  expect(groups.map(({ header }) => header?.element(6))).toEqual(['999999999', '0'])
})
