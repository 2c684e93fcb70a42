import type { JsonObject, RecordedBody, RecordedEvent, SimulatorCall } from '@carebench/protocol'
import { bytesFromBase64, isJsonObject } from '@carebench/protocol/wire'
import type { SimulatorOutcome } from '../simulator.js'
import { namedPeople } from './named-people.js'
import { recordAtEvent } from './record-at-event.js'

/** How the log reports calls that a system rejects. */
export interface RefusalDescription {
  /** The type of the event: `fax.refused`. */
  readonly event: string
  /** The collection of the records that such calls would have created: `faxes`. */
  readonly collection: string
}

/**
 * Creates the event of a rejected call: `{reason, people}`. `people` are those named in its fields for people. Guards
 * read the whole content, unless it is too long for the log.
 */
export function refusedEvent(
  { event, collection }: RefusalDescription,
  content: JsonObject,
  reason: string | null,
): RecordedEvent {
  const data = { reason, people: [...namedPeople(content)] }
  return { type: event, data, refused: [recordAtEvent(collection, content)] }
}

/**
 * Adds the rejected content to the outcome of a call, if the system rejected it: as a new event, or to the event that
 * the rejection already has.
 */
export function noteRefusal<Effect>(
  outcome: SimulatorOutcome<Effect>,
  call: SimulatorCall,
  refusal: RefusalDescription,
): SimulatorOutcome<Effect> {
  const { response, effects, events } = outcome
  const content = response.status < 400 || effects.length > 0 ? undefined : readContent(call)
  if (content === undefined) return outcome
  const refused = refusedEvent(refusal, content, reasonIn(response.body))
  const [first, ...others] = events
  const extended =
    first === undefined ? refused : { ...first, refused: [...(first.refused ?? []), ...(refused.refused ?? [])] }
  return { ...outcome, events: [extended, ...others] }
}

/** Returns the content that a call tried to send, with the path in `to`; undefined for a call without a body. */
function readContent({ method, path, body }: SimulatorCall): JsonObject | undefined {
  if (method === 'GET' || body === null) return undefined
  const to = decodedPath(path)
  if ('json' in body) return isJsonObject(body.json) ? { to, ...body.json } : { to, content: body.json }
  return { to, content: readText(body) }
}

/** Decodes text of any encoding so that its ASCII characters stay readable. */
function readText(body: Exclude<RecordedBody, { readonly json: unknown }>): string {
  if ('text' in body) return body.text
  try {
    return new TextDecoder().decode(bytesFromBase64(body.base64))
  } catch {
    return body.base64
  }
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the first message of an error in any system's format. */
function reasonIn(body: RecordedBody | null): string | null {
  if (body === null || !('json' in body) || !isJsonObject(body.json)) return null
  const { error, errors } = body.json
  const [first] = Array.isArray(errors) ? errors : [error]
  return isJsonObject(first) && typeof first.message === 'string' ? first.message : null
}
