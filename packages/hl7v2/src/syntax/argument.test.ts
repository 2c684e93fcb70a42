import { describe, expect, it } from 'vitest'
import { buildAck } from '../building/acknowledge.js'
import { buildBatch, checkBatch, parseBatch, serializeBatch } from '../building/batch.js'
import { buildMessage } from '../building/build.js'
import { setValue } from '../building/set.js'
import { checkStructure } from '../structure/check.js'
import { formatDateTime, parseDateTime } from './date-time.js'
import { standardDelimiters } from './delimiters.js'
import { Hl7Error } from './error.js'
import { escapeText, unescapeText } from './escape.js'
import { issueFromError, issuePath } from './issue.js'
import { encodeMessage, parseHeader, parseMessage, readValue, serializeMessage } from './message.js'
import { createFrameReader, frameMessage, stripFrame } from './mllp.js'
import { compileFieldPath, compilePath } from './path.js'

const message = parseMessage('MSH|^~\\&|A|B|C|D|20260105||ADT^A01|1|P|2.5.1\rPID|1||7||DOE^JANE')
const ack = { code: 'AA', controlId: '1', at: 0 } as const

/** Any value, as an untyped caller may pass it. */
function loose<T>(value: unknown) {
  return value as T
}

const wrong: readonly unknown[] = [undefined, null, 5, true, {}, [], Symbol('x'), () => 1]

describe('an argument of the wrong type throws an Hl7Error with an example', () => {
  it.each<[string, (value: unknown) => unknown]>([
    ['parseMessage', (value) => parseMessage(loose(value))],
    ['parseMessage, charset', (value) => value === undefined || parseMessage('MSH|^~\\&', { charset: loose(value) })],
    ['parseBatch', (value) => parseBatch(loose(value))],
    ['parseBatch, charset', (value) => value === undefined || parseBatch('MSH|^~\\&', { charset: loose(value) })],
    ['serializeMessage', (value) => serializeMessage(loose(value))],
    ['encodeMessage', (value) => encodeMessage(loose(value))],
    ['readValue', (value) => readValue(loose(value), 'PID-5')],
    ['readValue, path', (value) => readValue(message, loose(value))],
    ['message.read', (value) => message.read(loose(value))],
    ['message.segments', (value) => value === undefined || message.segments(loose(value))],
    ['segment.read', (value) => message.segment(2)?.read(loose(value))],
    ['compilePath', (value) => compilePath(loose(value))],
    ['compileFieldPath', (value) => compileFieldPath(loose(value))],
    ['setValue', (value) => setValue(loose(value), 'PID-5', 'x')],
    ['setValue, path', (value) => setValue(message, loose(value), 'x')],
    ['buildMessage', (value) => buildMessage(loose(value))],
    ['buildMessage, a segment', (value) => buildMessage([loose(value)])],
    ['buildMessage, a name', (value) => buildMessage([['MSH', { 9: 'ADT' }], loose([value, {}])])],
    ['buildMessage, the fields', (value) => isFields(value) || buildMessage([['MSH', loose(value)]])],
    ['buildMessage, line end', (value) => isAbsent(value) || build({ lineEnd: loose(value) })],
    ['buildMessage, charset', (value) => value === undefined || build({ charset: loose(value) })],
    ['buildMessage, delimiters', (value) => isAbsent(value) || build({ delimiters: loose(value) })],
    ['serializeBatch', (value) => serializeBatch(loose(value))],
    ['checkBatch', (value) => checkBatch(loose(value))],
    ['buildBatch', (value) => buildBatch(loose(value))],
    ['buildBatch, messages', (value) => buildBatch({ groups: [{ messages: [loose(value)] }] })],
    ['buildAck', (value) => value === undefined || buildAck(loose(value), ack)],
    ['buildAck, options', (value) => buildAck(message, loose(value))],
    ['buildAck, code', (value) => buildAck(message, { ...ack, code: loose(value) })],
    ['buildAck, control id', (value) => buildAck(message, { ...ack, controlId: loose(value) })],
    ['buildAck, time', (value) => value === 5 || buildAck(message, { ...ack, at: loose(value) })],
    ['buildAck, issues', (value) => isEmptyOr(value) || buildAck(message, { ...ack, issues: loose(value) })],
    ['checkStructure', (value) => checkStructure(loose(value))],
    ['checkStructure, most', (value) => isEmptyOr(value, 5) || checkStructure(message, { maxIssues: loose(value) })],
    ['frameMessage', (value) => frameMessage(loose(value))],
    ['stripFrame', (value) => stripFrame(loose(value))],
    ['createFrameReader, most', (value) => isEmptyOr(value, 5) || createFrameReader({ maxBytes: loose(value) })],
    ['push', (value) => createFrameReader().push(loose(value))],
    ['formatDateTime', (value) => value === 5 || formatDateTime(loose(value))],
    ['parseDateTime', (value) => parseDateTime(loose(value))],
    ['escapeText', (value) => escapeText(loose(value), standardDelimiters)],
    ['unescapeText', (value) => unescapeText(loose(value), { delimiters: standardDelimiters, charset: 'utf-8' })],
    ['issueFromError', (value) => issueFromError(loose(value))],
    ['issuePath', (value) => issuePath(loose(value))],
  ])('%s', (_, call) => {
    for (const value of wrong) {
      try {
        // A call that returns true accepts this value because it is valid.
        if (call(value) !== true) throw new Error('was taken')
      } catch (error) {
        expect(error, String(value)).toBeInstanceOf(Hl7Error)
        expect((error as Hl7Error).example).toEqual(expect.any(String))
      }
    }
  })

  it('except that parseHeader returns undefined, because it is called while handling another error', () => {
    for (const value of wrong) expect(parseHeader(loose(value))).toBeUndefined()
  })
})

function build(options: Parameters<typeof buildMessage>[1]) {
  return buildMessage([['MSH', { 9: 'ADT' }]], options)
}

function isAbsent(value: unknown) {
  return value === undefined || value === null
}

function isFields(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmptyOr(value: unknown, good?: number) {
  return value === undefined || (good === undefined ? Array.isArray(value) : value === good)
}

describe('the error message for an argument', () => {
  it.each<[() => unknown, string, string]>([
    [() => message.segment(2)?.read(loose(5)), 'invalid-path', 'Expected a path as a string, got 5.'],
    [() => message.read(loose(5)), 'invalid-path', 'Expected a path as a string, got 5.'],
    [() => parseMessage(loose(new ArrayBuffer(2))), 'invalid-value', 'a string or a Uint8Array, got an object'],
    [() => parseMessage(loose(undefined)), 'invalid-value', 'a string or a Uint8Array, got undefined'],
    [() => checkStructure(loose(message.text)), 'invalid-value', 'a message (parseMessage makes one), got "MSH|^~'],
    [() => parseMessage('MSH|^~\\&', { charset: loose('latin1') }), 'invalid-value', 'got "latin1"'],
    [() => frameMessage(loose('MSH|')), 'invalid-value', 'Expected a Uint8Array, got "MSH|".'],
    [
      () => buildAck(message, { ...ack, code: loose('OK') }),
      'invalid-value',
      'one of AA, AE, AR, CA, CE, CR, got "OK" (MSA-1).',
    ],
    [() => buildAck(message, { ...ack, controlId: '' }), 'invalid-value', 'got "" (MSH-10).'],
    [
      () => buildAck(message, { ...ack, issues: [loose({ code: 9, segment: 'PID', occurrence: 1, message: '' })] }),
      'invalid-value',
      'got 9 (ERR-3).',
    ],
    [() => build({ lineEnd: loose('\n\r') }), 'invalid-value', 'a line end CR, LF or CRLF, got "\\n\\r".'],
    [
      () => build({ delimiters: { ...standardDelimiters, component: '^*', subcomponent: undefined } }),
      'invalid-delimiters',
      'one character as the delimiter component, got "^*" (MSH-2).',
    ],
    [
      () => build({ delimiters: { ...standardDelimiters, field: '||' } }),
      'invalid-delimiters',
      'one character as the delimiter field, got "||" (MSH-1).',
    ],
  ])('%s', (call, code, said) => {
    expect(call).toThrow(expect.objectContaining({ name: 'Hl7Error', code, message: expect.stringContaining(said) }))
  })

  it('does not occur for valid arguments: bytes from any realm, a compiled path, a hand-written path', () => {
    const bytes = Buffer.from(message.text)
    expect(parseMessage(bytes).text).toBe(message.text)
    expect(createFrameReader().push(Buffer.from(frameMessage(bytes)))).toHaveLength(1)
    expect(message.read(compilePath('PID-3'))).toBe('7')
    expect(message.segment(2)?.read({ field: 3, repetition: 1, component: 0, subcomponent: 0 })).toBe('7')
  })
})
