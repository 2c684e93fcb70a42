import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { Hl7Error } from '../syntax/error.js'
import { parseMessage } from '../syntax/message.js'
import { buildBatch, checkBatch, parseBatch, serializeBatch } from './batch.js'

const file = [
  'FHS|^~\\&|LAB',
  'BHS|^~\\&|LAB',
  'MSH|^~\\&|||||||ADT^A01|1',
  'PID|1',
  'MSH$*@!%$$$$$$$ADT*A04$2',
  'PID$2',
  'BTS|2',
  'BHS|^~\\&',
  'MSH|^~\\&|||||||ADT^A01|3',
  'BTS|1',
  'FTS|2',
  '',
].join('\r')

describe('parseBatch', () => {
  it('parses files, batches and messages, each with its own delimiters', () => {
    const batch = parseBatch(file)
    expect(batch.groups.map((group) => group.messages.map((message) => message.controlId))).toEqual([['1', '2'], ['3']])
    expect([batch.fileHeader?.read('3'), batch.groups[0]?.header?.read('3'), batch.fileTrailer?.read('1')]).toEqual([
      'LAB',
      'LAB',
      '2',
    ])
    expect(batch.groups[0]?.messages[1]?.read('PID-1')).toBe('2')
    expect(checkBatch(batch)).toEqual([])
    expect(serializeBatch(batch)).toBe(file)
    expect(parseBatch(new TextEncoder().encode(`\v${file}\x1c\r`)).text).toBe(file)
  })

  it('reads messages without an envelope, with any line end', () => {
    const batch = parseBatch('MSH|^~\\&|A\nPID|1\n\nMSH|^~\\&|B\r\n')
    expect(batch.groups.map((group) => group.messages.map((message) => message.read('MSH-3')))).toEqual([['A', 'B']])
  })

  it.each([
    ['', 'empty', 0],
    ['PID|1', 'invalid-segment', 0],
    ['BTS|1', 'invalid-segment', 0],
    ['BHS|^~\\&\rPID|1', 'invalid-segment', 9],
    ['BHS|^~\\&\rFHS|^~\\&', 'invalid-segment', 9],
    ['FHS|^~\\&\rFTS|0\rMSH|^~\\&', 'invalid-segment', 15],
    ['BHS|aa', 'invalid-delimiters', 4],
    ['MSH|^~\\&\rMSH|^~\\&\rpid', 'invalid-segment', 18],
  ])('rejects %j', (text, code, offset) => {
    expect(() => parseBatch(text)).toThrow(expect.objectContaining({ name: 'Hl7Error', code, offset }))
  })

  it('reproduces any mutated batch byte for byte, or rejects it', () => {
    fc.assert(
      fc.property(fc.nat(file.length), fc.nat(9), fc.string({ unit: 'binary', maxLength: 6 }), (at, cut, put) => {
        const text = file.slice(0, at) + put + file.slice(at + cut)
        try {
          const batch = parseBatch(text)
          checkBatch(batch)
          expect(text).toContain(serializeBatch(batch))
        } catch (error) {
          expect(error).toBeInstanceOf(Hl7Error)
        }
      }),
      { numRuns: 60 * inject('scale') },
    )
  })
})

describe('checkBatch', () => {
  it('reports wrong counts and missing trailers', () => {
    const batch = parseBatch('FHS|^~\\&\rBHS|^~\\&\rMSH|^~\\&\rBTS|2\rBHS|^~\\&\rMSH|^~\\&')
    expect(checkBatch(batch).map(({ code, segment, occurrence }) => [code, segment, occurrence])).toEqual([
      [102, 'BTS', 1],
      [100, 'BTS', 2],
      [100, 'FTS', 1],
    ])
  })
})

describe('buildBatch', () => {
  it('writes correct counts', () => {
    const one = parseMessage('MSH|^~\\&|A')
    const batch = buildBatch({
      fileHeader: { 3: 'X' },
      groups: [{ header: { 4: 'Y' }, messages: [one, one] }, { messages: [] }],
    })
    expect(batch.text).toBe('FHS|^~\\&|X\rBHS|^~\\&||Y\rMSH|^~\\&|A\rMSH|^~\\&|A\rBTS|2\rBHS|^~\\&\rBTS|0\rFTS|2\r')
    expect(checkBatch(batch)).toEqual([])
  })
})

describe('hostile batches', () => {
  it('computes byte offsets only for an error, not for each header', () => {
    const text = 'BHS|^~\\&\rMSH|^~\\&\rBTS|1\r'.repeat(20_000)
    expect(parseBatch(text).groups).toHaveLength(20_000)
  })

  it('rejects a message in a different character set from the first if it would be misread', () => {
    const latin = `MSH|^~\\&${'|'.repeat(16)}8859/1\r`
    const bytes = (rest: string) => new TextEncoder().encode(`\v${latin}${rest}`)
    expect(parseBatch(bytes('MSH|^~\\&\rPID|e')).groups[0]?.messages).toHaveLength(2)
    expect(() => parseBatch(bytes('MSH|^~\\&\rPID|\u00e9'))).toThrow(
      expect.objectContaining({ code: 'invalid-encoding', segment: 'MSH', field: 18, offset: latin.length + 1 }),
    )
    expect(parseBatch(`${latin}MSH|^~\\&\rPID|\u00e9`).groups[0]?.messages[1]?.read('PID-1')).toBe('\u00e9')
  })

  it('reads a trailer with the delimiters of its header, or of the message before it', () => {
    const issues = (text: string) => checkBatch(parseBatch(text)).map(({ segment, message }) => `${segment} ${message}`)
    expect(issues('FHS|^~\\&\rBHS$^~\\&\rMSH#^~\\&\rBTS$1$x\rFTS|1|x')).toEqual([])
    expect(issues('FHS|^~\\&\rBHS$^~\\&\rMSH#^~\\&\rBTS$1\rMSH#^~\\&\rBTS|1|x\rFTS|2|x')).toEqual([])
    expect(issues('MSH$^~\\&\rBTS$1$x')).toEqual([])
    expect(issues('MSH$^~\\&\rBTS$2$x')).toHaveLength(1)
  })

  it('can be built from messages that began with a byte order mark or white space', () => {
    const odd = parseMessage('\uFEFF\n MSH|^~\\&|B\r')
    const batch = buildBatch({ groups: [{ messages: [odd, odd] }] })
    expect(batch.groups[0]?.messages.map((message) => message.read('MSH-3'))).toEqual(['B', 'B'])
    expect(checkBatch(batch)).toEqual([])
  })
})

it('skips white space after FTS', () => {
  expect(parseBatch('FHS|^~\\&\rFTS|0\r \r\t\r').fileTrailer?.read('1')).toBe('0')
})

describe('a stream of MLLP frames', () => {
  const one = 'MSH|^~\\&|A\rPID|1'
  it.each([
    [`\v${one}\r\x1c\r\v${one}\r\x1c\r`, one.length + 2],
    [`\v${one}\x1c\r\v${one}\x1c\r`, one.length + 3],
    [`\v${one}\r\x1c\v${one}\r\x1c`, one.length + 2],
  ])('is rejected with a reference to createFrameReader: %j', (stream, offset) => {
    for (const read of [parseBatch, parseMessage]) {
      expect(() => read(stream)).toThrow(
        expect.objectContaining({
          code: 'invalid-frame',
          offset,
          message: expect.stringContaining('createFrameReader'),
        }),
      )
    }
  })
})
