import { describe, expect, it } from 'vitest'
import { checkStructure } from '../structure/check.js'
import { Hl7Error } from '../syntax/error.js'
import type { Issue } from '../syntax/issue.js'
import { issueFromError } from '../syntax/issue.js'
import { encodeMessage, parseHeader, parseMessage } from '../syntax/message.js'
import { type AckOptions, buildAck } from './acknowledge.js'

const options: AckOptions = { code: 'AA', controlId: 'A1', at: Date.UTC(2026, 0, 5, 9) }
const issues: Issue[] = [
  { code: 101, segment: 'PID', occurrence: 1, field: 5, message: 'Expected the patient name | nothing.' },
  { code: 102, segment: 'OBX', occurrence: 2, field: 5, repetition: 3, component: 1, message: 'No number.' },
  { code: 100, segment: 'PV1', occurrence: 1, message: 'Missing.' },
]
function lines(text: string) {
  return text.split('\r')
}

describe('buildAck', () => {
  it('addresses the sender in the same version and echoes the control id', () => {
    const received = parseMessage(
      'MSH|^~\\&|EHR|CLINIC^1|LAB|SITE|20260105||ADT^A01^ADT_A01|x\\T\\7|T^I|2.5.1^USA||||||UNICODE UTF-8',
    )
    expect(lines(buildAck(received, options).text)).toEqual([
      'MSH|^~\\&|LAB|SITE|EHR|CLINIC^1|20260105090000+0000||ACK^A01^ACK|A1|T^I|2.5.1^USA||||||UNICODE UTF-8',
      'MSA|AA|x\\T\\7',
      '',
    ])
  })

  it('reports location, condition and reason from version 2.5 on', () => {
    const ack = buildAck(parseMessage('MSH|^~\\&|||||||ORU^R01|7|P|2.7'), { ...options, code: 'AE', issues })
    expect(lines(ack.text).slice(1)).toEqual([
      'MSA|AE|7',
      'ERR||PID^1^5^1|101^Required field missing^HL70357|E||||Expected the patient name \\F\\ nothing.',
      'ERR||OBX^2^5^3^1|102^Data type error^HL70357|E||||No number.',
      'ERR||PV1^1|100^Segment sequence error^HL70357|E||||Missing.',
      '',
    ])
  })

  it('writes one ERR with a repeating ERR-1 before version 2.5', () => {
    const received = parseMessage('MSH|^~\\&|LAB||EHR||20260105||ORU^R01|7|P|2.3')
    const repetitions = [
      'PID^1^5^101&Required field missing&HL70357',
      'OBX^2^5^102&Data type error&HL70357',
      'PV1^1^^100&Segment sequence error&HL70357',
    ]
    expect(lines(buildAck(received, { ...options, code: 'AR', issues }).text)).toEqual([
      'MSH|^~\\&|EHR||LAB||20260105090000+0000||ACK^R01|A1|P|2.3',
      'MSA|AR|7|Expected the patient name \\F\\ nothing.',
      `ERR|${repetitions.join('~')}`,
      '',
    ])
    expect(lines(buildAck(received, options).text)).toHaveLength(3)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Date.UTC(10_000, 0)])('rejects the time %s', (at) => {
    const refusal = { name: 'Hl7Error', code: 'invalid-value', received: String(at) }
    expect(() => buildAck(undefined, { ...options, at })).toThrow(expect.objectContaining(refusal))
  })

  it.each([
    ['2.3.1', 'ACK^R01^ACK'],
    ['2.4', 'ACK^R01^ACK'],
    ['2.10', 'ACK^R01^ACK'],
    ['2.2', 'ACK^R01'],
    ['', 'ACK^R01^ACK'],
  ])('writes the type of version %j', (version, type) => {
    const ack = buildAck(parseMessage(`MSH|^~\\&|||||||ORU^R01|7|P|${version}`), options)
    expect([ack.read('MSH-9'), ack.version]).toEqual([type, version || '2.5.1'])
  })

  it('keeps the delimiters of the message unless there are too few', () => {
    expect(lines(buildAck(parseMessage('MSH$*@!%$a*b$$$$$$ADT*A01$7'), options).text)).toEqual([
      'MSH$*@!%$$$a*b$$20260105090000+0000$$ACK*A01*ACK$A1$P$2.5.1',
      'MSA$AA$7',
      '',
    ])
    const few = buildAck(parseMessage('MSH|*|a&b||||||ADT*A01|7'), { ...options, issues })
    expect([few.read('MSH-2'), few.read('MSH-5'), few.read('MSA-2'), few.read('MSH-9')]).toEqual([
      '^~\\&',
      'a&b',
      '7',
      'ACK^A01^ACK',
    ])
  })

  it('acknowledges unreadable messages', () => {
    expect(lines(buildAck(parseHeader('garbage'), { ...options, code: 'AR' }).text)).toEqual([
      'MSH|^~\\&|||||20260105090000+0000||ACK|A1|P|2.5.1',
      'MSA|AR',
      '',
    ])
  })
})

describe('buildAck for hostile messages', () => {
  it('can be written in the character set of the message, however long the quoted values are', () => {
    const header = 'MSH|^~\\&|A|B|C|D|20260105||ADT^A01|1|P|2.5||||||8859/1'
    const received = parseMessage(`${header}\rEVN||${'\u00e9'.repeat(60)}\rPID|1`)
    const found = checkStructure(received)
    expect(found.some(({ message }) => message.includes('...'))).toBe(true)
    expect(encodeMessage(buildAck(received, { ...options, code: 'AE', issues: found })).length).toBeGreaterThan(0)
    try {
      parseMessage(`${header}\r${'?'.repeat(60)}`)
    } catch (error) {
      if (!(error instanceof Hl7Error)) throw error
      const ack = buildAck(parseHeader(header), { ...options, code: 'AR', issues: [issueFromError(error)] })
      expect(encodeMessage(ack).length).toBeGreaterThan(0)
    }
  })

  it('escapes delimiters in every part of an issue', () => {
    const issue: Issue = { code: 100, segment: '|^~', occurrence: 1, field: 2, message: '|' }
    for (const version of ['2.3', '2.5']) {
      const ack = buildAck(parseMessage(`MSH|^~\\&|||||||ADT^A01|7|P|${version}`), {
        ...options,
        code: 'AR',
        issues: [issue],
      })
      const field = version === '2.3' ? 1 : 2
      expect([ack.read(`ERR-${field}.1`), ack.read(`ERR-${field}.2`)]).toEqual(['|^~', '1'])
    }
  })

  it.each([
    ['MSH+^~\\&+A+B+C+D+2026++ADT^A01+7+P'],
    ['MSH ^~\\& A B C D 2026  ADT^A01 7 P 2.5'],
    ['MSH|+~\\.|A|B|C|D|2026||ADT+A01|7'],
  ])('can be parsed again if it contains %j', (text) => {
    const received = parseMessage(text)
    const ack = buildAck(received, { ...options, code: 'AE', issues })
    expect([ack.read('MSH-7'), ack.read('MSA-1'), ack.read('ERR-3.2'), ack.read('ERR-4'), ack.version]).toEqual([
      '20260105090000+0000',
      'AE',
      'Required field missing',
      'E',
      received.version || '2.5.1',
    ])
  })

  it('acknowledges an acknowledgment', () => {
    const first = buildAck(parseMessage('MSH|^~\\&|A|B|C|D|||ADT^A01|7|P|2.4'), options)
    const second = buildAck(first, { ...options, controlId: 'A2' })
    expect(lines(second.text)).toEqual(['MSH|^~\\&|A|B|C|D|20260105090000+0000||ACK^A01^ACK|A2|P|2.4', 'MSA|AA|A1', ''])
  })
})

it('encodes an acknowledgment in the character set that the message was read in', () => {
  const received = parseMessage('MSH|^~\\&|A|B|C|D|||ADT^A01|7|P|2.5', { charset: 'iso-8859-1' })
  expect(buildAck(received, options).charset).toBe('iso-8859-1')
})
