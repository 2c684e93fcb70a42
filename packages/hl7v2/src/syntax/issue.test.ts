import { describe, expect, it } from 'vitest'
import { buildAck } from '../building/acknowledge.js'
import { parseBatch } from '../building/batch.js'
import { Hl7Error } from './error.js'
import { type Issue, issueFromError, issuePath } from './issue.js'
import { parseHeader, parseMessage } from './message.js'
import { createFrameReader } from './mllp.js'

const header = 'MSH|^~\\&|EHR|CLINIC|LAB|SITE|20260105||ADT^A01^ADT_A01|77|P|2.5.1'
function bytes(text: string) {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Returns the error that a call throws. */
function catchError(run: () => unknown): Hl7Error {
  try {
    run()
  } catch (error) {
    if (error instanceof Hl7Error) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

/** Builds the acknowledgment that rejects an input. */
function refusal(input: string | Uint8Array): { issue: Issue; error: Hl7Error; lines: string[] } {
  const error = catchError(() => parseMessage(input))
  const issue = issueFromError(error)
  const ack = buildAck(parseHeader(input), { code: 'AR', controlId: 'A1', at: 0, issues: [issue] })
  return { issue, error, lines: ack.text.split('\r').slice(1, -1) }
}

describe('issueFromError', () => {
  it.each([
    ['empty', '', '100 MSH', 0],
    ['no-header', 'PID|1', '100 MSH', 0],
    ['invalid-delimiters', 'MSH|^^', '102 MSH-2', 4],
    ['invalid-segment', `${header}\rPID|1\rpid|2|x`, '100 pid', header.length + 7],
    ['invalid-segment', `${header}\r|2`, '100 |2', header.length + 1],
    ['several-messages', `${header}\rPID|1\rMSH|^~\\&`, '100 MSH', header.length + 7],
    ['several-messages', `${header}\rBTS|1`, '100 BTS', header.length + 1],
    ['invalid-encoding', bytes(`${header}\rPID|\xe9|`), '102 MSH-18', header.length + 5],
  ])('locates %s in %j', (code, input, place, offset) => {
    const { issue, error } = refusal(input)
    expect([error.code, `${issue.code} ${issuePath(issue)}`, issue.offset]).toEqual([code, place, offset])
    expect(issue.message).toBe(error.message)
  })

  it('assigns a condition to errors that do not concern a single message', () => {
    const frames = [...createFrameReader({ maxBytes: 2 }).push(bytes('\vABC')), ...createFrameReader().push(bytes('x'))]
    const codes = frames.map((frame) => frame.kind === 'error' && [frame.error.code, issueFromError(frame.error).code])
    expect(codes).toEqual([
      ['too-large', 207],
      ['invalid-frame', 207],
    ])
    expect(issueFromError(catchError(() => parseBatch(`${header}\rBTS|1\rFTS|1\rPID`)))).toMatchObject({
      code: 100,
      segment: 'PID',
    })
    expect(issueFromError(catchError(() => parseMessage(header).read('pid-5'))).code).toBe(207)
  })

  it('names a line that is not a segment, and its position, in the acknowledgment', () => {
    const { issue, lines } = refusal(`${header}\rEVN|\rpid^x|1|2`)
    expect(issue).toMatchObject({ code: 100, segment: 'pid^x', occurrence: 1, position: 3 })
    expect(lines).toEqual([
      'MSA|AR|77',
      'ERR||pid\\S\\x^1|100^Segment sequence error^HL70357|E||||' +
        'Expected segment 3 to begin with three upper-case letters or digits and the field separator, ' +
        `got "pid\\S\\x\\F\\1\\F\\2" (byte ${header.length + 6}). Example: ` +
        'PID\\F\\1\\F\\\\F\\12345\\S\\\\S\\\\S\\CLINIC\\S\\MR\\F\\\\F\\DOE\\S\\JANE',
    ])
  })

  it('quotes only the beginning of a line without separators, and never splits a character', () => {
    const { issue } = refusal(`${header}\r${'\u{1f600}'.repeat(1000)}`)
    expect(issue.segment).toBe('\u{1f600}'.repeat(8))
  })
})

describe('issuePath', () => {
  it('omits unknown parts', () => {
    const issue: Issue = { code: 102, segment: 'OBX', occurrence: 1, message: '' }
    expect(issuePath(issue)).toBe('OBX')
    expect(issuePath({ ...issue, occurrence: 2, field: 3 })).toBe('OBX[2]-3')
    expect(issuePath({ ...issue, field: 3, repetition: 2, component: 1 })).toBe('OBX-3[2].1')
  })
})
