import { randomBytes } from 'node:crypto'
import {
  acknowledgmentDue,
  buildAck,
  encodeMessage,
  Hl7Error,
  type Issue,
  issueFromError,
  parseHeader,
  parseMessage,
} from '@carebench/hl7v2'
import { isJsonObject } from '@carebench/protocol'
import { textOfBody } from '@carebench/service'
import { type CallAsAgent, readMessage } from '../agent-calls.js'
import type { Answer } from './answer.js'

/** Whether a rejection is temporary, so that the same message may be sent again. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500
}

/**
 * Passes a message to the HL7 interface of a sandbox, and returns the acknowledgment for the peer: `ack` in the HTTP
 * response.
 */
export async function answerMessage(call: CallAsAgent, message: Uint8Array, now: () => number): Promise<Answer> {
  if (message.byteLength === 0) return { bytes: rejectFrame(emptyBlock(), now), counts: false, ends: false }
  const response = await call({
    method: 'POST',
    path: 'outbound',
    headers: { 'content-type': 'x-application/hl7-v2+er7' },
    body: message,
  })
  if (response.status === 201) return toAnswer(JSON.parse(textOfBody(response)))
  return makeRefusal(message, { status: response.status, reason: readMessage(textOfBody(response)) }, now)
}

/** Returns the acknowledgment of a message that was rejected with an HTTP status. */
export function makeRefusal(
  message: Uint8Array,
  { status, reason }: { readonly status: number; readonly reason: string },
  now: () => number,
): Answer {
  const header = parseHeader(message)
  const code = isPassing(status) ? 'AE' : 'AR'
  const issue: Issue = { code: 207, segment: 'MSH', occurrence: 1, message: reason }
  const due = header === undefined ? code : acknowledgmentDue(header, code)
  const nak = due && buildAck(header, { code: due, controlId: newControlId(), at: now(), issues: [issue] })
  // The playground has ended, or does not exist.
  return { bytes: nak === undefined ? null : toBytes(nak.text), counts: false, ends: status === 409 || status === 404 }
}

/** Returns the acknowledgment in a response of the interface. */
export function toAnswer(response: unknown): Answer {
  const { ack, ack_code: code } = isJsonObject(response) ? response : {}
  return {
    bytes: typeof ack === 'string' ? toBytes(ack) : null,
    counts: !['AE', 'AR', 'CE', 'CR'].includes(String(code)),
    ends: false,
  }
}

/** Returns the AR for bytes that are not an MLLP block; it names no control id. */
export function rejectFrame(error: Hl7Error, now: () => number): Uint8Array {
  const options = { code: 'AR', controlId: newControlId(), at: now(), issues: [issueFromError(error)] } as const
  return toBytes(buildAck(undefined, options).text)
}

function emptyBlock(): Hl7Error {
  return new Hl7Error({
    code: 'invalid-frame',
    expected: 'a message between 0B and 1C 0D',
    received: 'an empty block',
    offset: 1,
    example: '<0B>MSH|^~\\&|...<0D><1C><0D>',
  })
}

function newControlId(): string {
  return randomBytes(8).toString('hex').toUpperCase()
}

/**
 * Encodes an acknowledgment in the character set that it states, which is that of the message; batches, and text that
 * the set lacks, in UTF-8.
 */
function toBytes(text: string): Uint8Array {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these two frame a block.
  const framable = text.replaceAll(/[\u000b\u001c]/g, ' ')
  try {
    const bytes = encodeMessage(parseMessage(framable))
    if (!bytes.includes(0x0b) && !bytes.includes(0x1c)) return bytes
  } catch {}
  return new TextEncoder().encode(framable)
}
