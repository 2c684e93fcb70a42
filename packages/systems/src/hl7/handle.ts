import { bytesFromBase64, type RecordedBody, type SimulatorCall, type Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../json-shape.js'
import { jsonAnswer, refuse, refuseMethod } from '../rest/json-answer.js'
import { answerList } from '../rest/list-page.js'
import type { SimulatorContext, SimulatorOutcome } from '../simulator.js'
import type { InboxMessage } from './model/message-row.js'
import type { Hl7Effect, Hl7State } from './state.js'
import { receiveTransmission } from './transmission.js'
import { hasTooManyPeople } from './view/patients-of-message.js'

const er7MediaTypes: readonly string[] = ['x-application/hl7-v2+er7', 'application/hl7-v2', 'text/plain']

type Transmission = { readonly input: string | Uint8Array } | { readonly refusal: SimulatorOutcome<never> }

/**
 * Responds to a call under `hl7/`, one message per step:
 *
 * - `GET inbox`: a page of messages, `{id,message_type,control_id,payload,received_at}` each
 * - `POST outbound`: 201 `{id,ack,ack_code}`, whether the message is accepted (AA) or rejected (AE, AR); for a query,
 *   `ack` is the response message
 *
 * A body that is not a transmission is rejected with `{"error":{"code","message"}}`: 400 a malformed body or query, 404
 * no such path, 405 with `allow`, 413 too many messages, segments, repetitions or people, 415 a media type that is
 * neither JSON nor ER7. Accepts any call and never throws.
 */
export function* handleHl7Call(
  state: Hl7State,
  call: SimulatorCall,
  context: SimulatorContext,
): Steps<SimulatorOutcome<Hl7Effect>> {
  const { method, path } = call
  if (path === 'inbox') {
    if (method !== 'GET') return refuseMethod(method, path, ['GET'])
    return answerList(call.query, path, state.inbox.newestFirst(), (message): InboxMessage => message)
  }
  if (path !== 'outbound') {
    return refuse('RESOURCE_NOT_FOUND', `There is no path ${show(path)}; the HL7 interface has inbox and outbound.`)
  }
  if (method !== 'POST') return refuseMethod(method, path, ['POST'])
  const transmission = readBody(call.body, call.headers['content-type'])
  if ('refusal' in transmission) return transmission.refusal
  const excess = findExcess(transmission.input)
  if (excess !== undefined) return refuse('PAYLOAD_TOO_LARGE', excess)
  const { answer, effects, events } = yield* receiveTransmission(transmission.input, state, context)
  return { response: jsonAnswer(201, answer), effects, events }
}

function readBody(body: RecordedBody | null, contentType: string | undefined): Transmission {
  if (body === null) {
    return malformed('The body must be {"payload":"MSH|…"} or a message in ER7, got nothing.')
  }
  if ('json' in body) {
    const { json } = body
    if (!isJsonObject(json)) return malformed(`The body must be an object {"payload":"MSH|…"}, got ${show(json)}.`)
    const unknown = Object.keys(json).find((key) => key !== 'payload')
    if (unknown !== undefined) return malformed(`The body must have only the member "payload", got ${show(unknown)}.`)
    if (typeof json.payload !== 'string') return malformed(`payload must be ER7 text, got ${show(json.payload)}.`)
    return { input: json.payload }
  }
  const [essence = ''] = (contentType ?? 'text/plain').split(';', 1)
  const mediaType = essence.trim().toLowerCase()
  if (!er7MediaTypes.includes(mediaType)) {
    const taken = ['application/json', ...er7MediaTypes].join(', ')
    return { refusal: refuse('UNSUPPORTED_MEDIA_TYPE', `outbound takes ${taken}, got ${show(mediaType)}.`) }
  }
  if ('text' in body) return { input: body.text }
  try {
    return { input: bytesFromBase64(body.base64) }
  } catch {
    return malformed('The body cannot be read as bytes.')
  }
}

/** Maximum numbers of messages and of segments in one transmission. */
const limits = [
  { noun: 'message', most: 1000, pattern: /(?:^|[\r\n])MSH/g },
  { noun: 'segment', most: 50_000, pattern: /[\r\n](?=[^\r\n])/g },
] as const

/** Returns the error if a transmission exceeds the limits. Counts without parsing. */
function findExcess(input: string | Uint8Array): string | undefined {
  const text = typeof input === 'string' ? input : latin1.decode(input)
  for (const { noun, most, pattern } of limits) {
    let count = 0
    for (const _ of text.matchAll(pattern)) {
      if (++count > most) return `A transmission must have at most ${most} ${noun}s, got more.`
    }
  }
  if (hasTooManyRepetitions(text)) {
    return `The fields of a transmission must have at most ${maxRepetitions} repetitions, got more.`
  }
  if (hasTooManyPeople(text)) return 'A transmission must have fewer people in one message; send one message for each.'
  return undefined
}

/** Maximum number of separators of repetitions in all fields of one transmission: one field is read in one piece. */
const maxRepetitions = 20_000

function hasTooManyRepetitions(text: string): boolean {
  let count = 0
  let separator: string | undefined
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    // Each header declares the separators of the lines that follow.
    if (/^(?:MSH|BHS|FHS)/.test(line)) separator = line[5]
    if (separator === undefined) continue
    for (let at = line.indexOf(separator); at >= 0; at = line.indexOf(separator, at + 1)) {
      if (++count > maxRepetitions) return true
    }
  }
  return false
}

const latin1 = new TextDecoder('latin1')

function malformed(message: string): Transmission {
  return { refusal: refuse('INVALID_REQUEST', message) }
}
