import type { LoggedCall, RecordedBody, RefusedBody, SimulatorCall } from '@carebench/protocol'
import type { SimulatorResponse } from '@carebench/systems'
import type { LoggedChange } from './answer-call.js'
import { digestText, textOf } from './body-digest.js'

/** A refused body is kept whole up to this many characters; of a longer one this many are kept, with its digest. */
const keptCharacters = 4096

/**
 * A call as the log keeps it. Of the long body of a refused one without consequences only a digest and its beginning remain:
 * anybody can send megabytes that are refused.
 */
export function loggedCall(call: SimulatorCall, own: LoggedChange, response: SimulatorResponse): LoggedCall {
  const { body } = call
  if (response.status < 400 || body === null || own.effects.length > 0 || own.events.length > 0) return call
  const text = textOf(body)
  if (text.length <= keptCharacters) return call
  return { ...call, body: { refused: { digest: digestText(text), length: text.length, head: headOf(text) } } }
}

/** A part of a longer string may keep that in memory; this copy does not. */
function headOf(text: string): string {
  return JSON.parse(JSON.stringify(text.slice(0, keptCharacters)))
}

/** Whether the log kept only the digest of a body, so that the call cannot be executed again. */
export function isRefusedBody(body: RecordedBody | RefusedBody | null): body is RefusedBody {
  return body !== null && 'refused' in body
}
