import type { LoggedCall, RecordedBody, RefusedBody, SimulatorCall, Steps } from '@carebench/protocol'
import type { SimulatorResponse } from '@carebench/systems'
import type { LoggedChange } from './answer-call.js'
import { readShortText, summarizeBody } from './body-digest.js'

/** A refused body is kept whole up to this many characters; of a longer one this many are kept, with its digest. */
const keptCharacters = 4096

/**
 * Returns in steps a call in the form of the log. For a refused call without effects, only a digest and the beginning
 * of a long body are kept: anybody can send megabytes that are refused.
 */
export function* loggedCallInSteps(
  call: SimulatorCall,
  own: LoggedChange,
  response: SimulatorResponse,
): Steps<LoggedCall> {
  const { body } = call
  if (response.status < 400 || body === null || own.effects.length > 0 || own.events.length > 0) return call
  const text = readShortText(body)
  if (text !== undefined && text.length <= keptCharacters) return call
  const { digest, length, head } = yield* summarizeBody(body, keptCharacters)
  if (length <= keptCharacters) return call
  return { ...call, body: { refused: { digest, length, head: copyText(head) } } }
}

/** Copies a part of a longer string, because a slice may keep the whole string in memory. */
function copyText(head: string): string {
  return JSON.parse(JSON.stringify(head))
}

/** Whether the log kept only the digest of a body, so that the call cannot be executed again. */
export function isRefusedBody(body: RecordedBody | RefusedBody | null): body is RefusedBody {
  return body !== null && 'refused' in body
}
