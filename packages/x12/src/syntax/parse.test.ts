/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { sampleResponse, sampleText, sampleTime } from '../testing/sample.js'
import { acknowledge } from '../validation/acknowledge.js'
import { readHierarchy } from '../validation/loops.js'
import { validateTransaction } from '../validation/validate.js'
import { standardDelimiters } from './delimiters.js'
import { checkEnvelope } from './envelope.js'
import { encodeInterchange, serializeInterchange } from './interchange.js'
import { parseInterchange, parseInterchanges, parseTransactions } from './parse.js'
import { X12Error } from './x12-error.js'

const scale = inject('scale')
const text = sampleText()
function toBytes(input: string) {
  return new TextEncoder().encode(input)
}

describe('parseInterchange', () => {
  it('reads envelope, groups and transactions', () => {
    const interchange = parseInterchange(
      sampleText([sampleResponse, sampleResponse, { ...sampleResponse, functionalId: 'HS' }]),
    )
    expect(interchange.header.element(13)).toBe('000000042')
    expect(interchange.trailer?.text).toBe('IEA*2*000000042')
    expect(interchange.groups.map((group) => group.transactions.length)).toEqual([2, 1])
    expect(interchange.groups[1]?.header?.element(1)).toBe('HS')
    expect(interchange.transactions).toHaveLength(3)
    const [first] = interchange.transactions
    expect(first).toMatchObject({ id: '271', controlNumber: '0001', version: '005010X279A1', hasTrailer: true })
    expect(first?.segment(2)?.id).toBe('BHT')
    expect(first?.segment(99)).toBeUndefined()
    expect(first?.trailer?.element(1)).toBe(String(first?.segmentCount))
    expect(first?.segments().map(({ id }) => id)).toEqual(first?.text.split('~').map((line) => line.split('*')[0]))
    expect(first?.groupHeader?.id).toBe('GS')
  })

  it.each(['\n', '\r\n', '\r', '\n\n'])('accepts %j after terminators', (end) => {
    const broken = `\uFEFF${end}${text.replaceAll('~', `~${end}`)} `
    const interchange = parseInterchange(broken)
    expect(interchange.transactions[0]?.segments().map((segment) => segment.text)).toEqual(
      parseInterchange(text)
        .transactions[0]?.segments()
        .map((segment) => segment.text),
    )
    expect(checkEnvelope(interchange)).toEqual([])
    expect(encodeInterchange(interchange)).toEqual(toBytes(broken))
  })

  it('accepts a line end as the terminator', () => {
    const lines = sampleText(undefined, {
      delimiters: { element: '|', component: '>', repetition: '^', segment: '\n' },
    })
    const interchange = parseInterchange(lines)
    expect(checkEnvelope(interchange)).toEqual([])
    expect(interchange.transactions[0]?.segments('EB')).toHaveLength(3)
  })

  it('reads transactions without an envelope, and keeps stray segments', () => {
    const bare = text.replace(/GS[^~]*~/, 'NTE*ADD*STRAY~').replace(/GE[^~]*~/, '')
    const interchange = parseInterchange(bare)
    expect(interchange.strays.map((segment) => segment.text)).toEqual(['NTE*ADD*STRAY'])
    expect(interchange.groups).toMatchObject([{ header: undefined, trailer: undefined }])
    expect(interchange.transactions).toHaveLength(1)
  })

  it('reads several interchanges with different delimiters', () => {
    const other = sampleText(undefined, {
      delimiters: { element: '|', component: '>', repetition: '^', segment: '\n' },
    })
    const both = parseInterchanges(`${text}\n${other}`)
    expect(both.map(({ source }) => source.delimiters.element)).toEqual(['*', '|'])
    expect(both.map(serializeInterchange)).toEqual([`${text}\n`, other])
    expect(parseInterchanges(`\n${text}${other}`).map(serializeInterchange)).toEqual([`\n${text}`, other])
    expect(() => parseInterchange(`${text}\n${other}`)).toThrow(/Expected one interchange, got another ISA/)
    expect(parseTransactions(`${text}\n${other}`)).toHaveLength(2)
  })

  it('reads bare transactions', () => {
    const bare = text.slice(text.indexOf('ST*'), text.indexOf('GE*'))
    const [transaction] = parseTransactions(`\n${bare.replaceAll('*', '|')}`)
    expect(transaction).toMatchObject({ id: '271', groupHeader: undefined })
    expect(transaction?.segments('EB')).toHaveLength(3)
    expect(() => parseTransactions('hello')).toThrow(X12Error)
  })

  it('throws on a broken envelope only in strict mode', () => {
    const broken = text.replace(/SE\*\d+/, 'SE*3')
    expect(parseInterchange(broken).transactions).toHaveLength(1)
    expect(() => parseInterchange(broken, { strict: true })).toThrow(/Expected a count of \d+ segments, got "3" \(SE01/)
    expect(parseInterchange(text, { strict: true }).transactions).toHaveLength(1)
  })
})

/** Cuts, doubles, swaps and overwrites bytes of a valid interchange. */
const mutated = fc
  .array(
    fc.record({
      kind: fc.constantFrom('cut', 'double', 'set', 'insert'),
      at: fc.nat(),
      size: fc.nat(30),
      piece: fc.constantFrom(
        '~',
        '*',
        ':',
        '^',
        'ISA*',
        'GS*',
        'ST*',
        'SE*',
        'IEA*',
        'HL*',
        'TA1*',
        '\0',
        '\n',
        'é',
        '\uD800',
        '99',
      ),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((changes) =>
    changes.reduce((now, { kind, at, size, piece }) => {
      const start = at % (now.length + 1)
      const end = Math.min(now.length, start + size)
      const middle = kind === 'cut' ? '' : kind === 'double' ? now.slice(start, end).repeat(2) : piece
      return now.slice(0, start) + middle + now.slice(kind === 'insert' ? start : end)
    }, text),
  )

describe('any bytes', () => {
  const any = fc.oneof(
    { weight: 3, arbitrary: mutated.map(toBytes) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 500 }) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 300 })
        .map((tail) => new Uint8Array([...toBytes(text.slice(0, 106)), ...tail])),
    },
  )

  it('parse to an interchange that encodes to the same bytes, or throw an X12Error', () => {
    fc.assert(
      fc.property(any, (bytes) => {
        try {
          const parts = parseInterchanges(bytes).map(encodeInterchange)
          expect(parts.flatMap((part) => [...part])).toEqual([...bytes])
        } catch (error) {
          if (!(error instanceof X12Error)) throw error
        }
      }),
      { numRuns: 40 * scale },
    )
  })

  it('are always acknowledged, with a valid acknowledgment', () => {
    fc.assert(
      fc.property(any, (bytes) => {
        const answer = acknowledge(bytes, { at: sampleTime, controlNumber: 5 })
        if (answer.kind === 'none') return
        const reply = parseInterchange(answer.text, { strict: true })
        expect(reply.header.element(13)).toBe('000000005')
        expect(
          reply.transactions.flatMap((found) => [...validateTransaction(found), ...readHierarchy(found).problems]),
        ).toEqual([])
        const again = acknowledge(answer.text, { at: sampleTime, controlNumber: 6 })
        expect(again).toMatchObject({ kind: 'none', problems: [] })
      }),
      { numRuns: 30 * scale },
    )
  })

  it('are acknowledged at any size', () => {
    const size = Math.min(10_000, 4000 * scale)
    const acknowledged = (tail: string) => acknowledge(text.slice(0, 106) + tail, { at: sampleTime, controlNumber: 5 })
    for (const piece of ['A~', '~', 'ST~', 'GS~', 'HL*1*1~', 'é*~', 'NM1*:^*~']) {
      expect(acknowledged(piece.repeat(size)).kind).toBe('TA1')
    }
    const sets = 'ST*271*0001~SE*2*0001~'.repeat(size)
    const many = acknowledged(`GS*HB*A*B*20260105*0900*1*X*1~${sets}GE*${size}*1~IEA*1*000000042~`)
    expect(many.transactions).toHaveLength(size)
    expect(acknowledged(`EB${'*'.repeat(300_000)}`).kind).toBe('TA1')
  })
})

describe('delimiter collisions', () => {
  it.each([':', '^', '~'])('are rejected if a bare transaction uses the delimiter %j', (mark) => {
    expect(() => parseTransactions(`ST${mark}271${mark}0001~EB${mark}1~`)).toThrow(
      expect.objectContaining({ code: 'no-header' }),
    )
  })

  it('leave shared values unchanged', () => {
    expect(Object.isFrozen(standardDelimiters)).toBe(true)
  })

  it.each([
    ['one byte short', text.replace('EXAMPLEPLAN    ', 'EXAMPLEPLAN   '), 'invalid-header', 6],
    ['one byte long', text.replace('EXAMPLEPLAN    ', 'EXAMPLEPLAN     '), 'invalid-header', 6],
    ['ISA16 the element separator', text.replace('*:~', '**~'), 'invalid-delimiters', undefined],
    ['a letter as terminator', text.replace('*:~', '*:A'), 'invalid-delimiters', undefined],
    ['ISA11 the terminator', text.replace('*^*', '*~*'), 'invalid-delimiters', undefined],
    ['cut after ISA16', text.slice(0, 105), 'invalid-delimiters', undefined],
  ])('are rejected in a header: %s', (_, broken, code, element) => {
    expect(() => parseInterchange(broken)).toThrow(expect.objectContaining({ code, segment: 'ISA', element }))
    expect(acknowledge(broken, { at: sampleTime, controlNumber: 5 })).toMatchObject({ kind: 'TA1', error: { code } })
  })
})

describe('text around segments', () => {
  it.each(['\x1a', '\0', '\r\n\x1a\0', '\t \uFEFF'])('is skipped if it is %j', (tail) => {
    const interchange = parseInterchange(`${tail}${text}${tail}`)
    expect(checkEnvelope(interchange)).toEqual([])
    expect(serializeInterchange(interchange)).toBe(`${tail}${text}${tail}`)
  })

  it('does not mistake a longer identifier for ISA', () => {
    const odd = text.replace('EB*C*FAM', 'ISAAC*1~EB*C*FAM')
    expect(parseInterchanges(odd)).toHaveLength(1)
    expect(parseInterchange(odd).transactions[0]?.segments('ISAAC')).toHaveLength(1)
  })

  it('has no element 0', () => {
    const segment = parseInterchange(text).transactions[0]?.segment(2)
    expect([segment?.element(0), segment?.element(-1), segment?.element(1e9), segment?.component(1, 0)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

it.each(['\n', '\r\n', '\r'])('parses a bare transaction with one segment per line: %j', (end) => {
  const lines = ['ST*271*0001', 'EB*1', 'SE*3*0001', '']
  const [own, more] = parseTransactions(lines.join(end))
  expect(more).toBeUndefined()
  expect(own?.segments().map((segment) => segment.text)).toEqual(lines.slice(0, 3))
  expect(own?.hasTrailer).toBe(true)
  const [tilde] = parseTransactions(lines.join(`~${end}`))
  expect(tilde?.segments().map((segment) => segment.text)).toEqual(lines.slice(0, 3))
})
