import type { JsonObject, SimulatorCall } from '@carebench/protocol'
import { type Static, Type } from 'typebox'
import { normalizePhoneNumber, queriedPhoneNumber } from '../addresses/phone-number.js'
import { show } from '../json-shape.js'
import { directions } from '../rest/described-list.js'
import { jsonAnswer, refuse, refuseMethod, unchanged } from '../rest/json-answer.js'
import { answerFilteredList, asWritten } from '../rest/list-filters.js'
import { readBody } from '../rest/read-json.js'
import type { SimulatorContext, SimulatorOutcome } from '../simulator.js'
import { inOrderOfTime } from '../timeline.js'
import { deliver } from './delivery.js'
import { readDocument, readText } from './document.js'
import { sentEvent } from './events.js'
import { faxExample, faxForm } from './fax-form.js'
import { drawFaxId, type FaxRow, faxStatuses, recordAttempt } from './fax-row.js'
import { readPages } from './pages.js'
import type { FaxEffect, FaxState } from './state.js'

// Accepts more than the declared schema: other spellings of numbers, and parameters of media types. Missing and surplus
// content get separate messages.
const sentFax = Type.Object(
  {
    ...faxForm.properties,
    to_number: Type.String({ maxLength: 64 }),
    media_type: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false },
)

const filters = {
  direction: directions,
  status: faxStatuses,
  document_type: asWritten,
  to_number: queriedPhoneNumber,
  from_number: queriedPhoneNumber,
}

/**
 * Responds to a call under `faxes`:
 *
 * - `POST` of `{to_number, document_type, text}` or `{…, content_base64, media_type}`: 201 with the fax, already
 *   delivered or `sending`
 * - `GET`: a page of faxes without their text; `GET {id}`: one fax with its text
 * - `GET {id}/content`: the pages of a received fax as a PDF
 *
 * Errors are `{"error":{"code","message"}}`: 400 a malformed body or query, or an unreadable document, 404 no such fax,
 * 405 with `allow`, 413 a document that is too large, 415 a body that is not JSON, or a PDF if there is no service that
 * reads or writes it. Accepts any call; throws only while that service's answer is not available.
 */
export function handleFaxCall(
  state: FaxState,
  call: SimulatorCall,
  context: SimulatorContext,
): SimulatorOutcome<FaxEffect> {
  const { method, path } = call
  if (path === '') {
    if (method === 'POST') return sendFax(state, call, context)
    if (method !== 'GET') return refuseMethod(method, 'faxes', ['GET', 'POST'])
    const newestFirst = [...state.faxes.values()].map((item, index) => ({ rank: index + 1, item })).reverse()
    return answerFilteredList(call.query, 'faxes', filters, newestFirst, withoutText)
  }
  if (method !== 'GET') return refuseMethod(method, `faxes/{id}${isContent(path) ? '/content' : ''}`, ['GET'])
  if (isContent(path)) return readPages(state.faxes, path.slice(0, -contentSuffix.length), context)
  const fax = state.faxes.get(path)
  if (fax === undefined) return refuse('RESOURCE_NOT_FOUND', `There is no fax ${show(path)}.`)
  return unchanged(jsonAnswer(200, fax))
}

const contentSuffix = '/content'

function isContent(path: string): boolean {
  return path.endsWith(contentSuffix)
}

function sendFax(state: FaxState, call: SimulatorCall, context: SimulatorContext): SimulatorOutcome<FaxEffect> {
  const body = readBody(sentFax, call.body, faxExample)
  if ('refusal' in body) return body.refusal
  const form = body.value
  const to_number = normalizePhoneNumber(form.to_number)
  if (to_number === undefined) {
    const got = show(form.to_number)
    return refuse('INVALID_REQUEST', `to_number must be a telephone number, for example +15550100142, got ${got}.`)
  }
  const reading = readContent(form, context)
  if ('refusal' in reading) return reading.refusal
  const fax: FaxRow = {
    id: drawFaxId(context.random),
    direction: 'outbound',
    to_number,
    from_number: state.fromNumber,
    document_type: form.document_type,
    ...reading.content,
    status: 'sending',
    error: null,
    attempts: [],
    created_at: context.at,
    completed_at: null,
  }
  const delivery = inOrderOfTime(deliver(state, fax, context.at))
  let present = fax
  for (const effect of delivery.effects) {
    if (effect.op === 'attempt') present = recordAttempt(present, effect.attempt, effect.ended)
  }
  return {
    response: jsonAnswer(201, withoutText(present), { location: fax.id }),
    effects: [{ op: 'record', fax }, ...delivery.effects],
    events: [sentEvent(fax), ...delivery.events],
  }
}

function readContent(form: Static<typeof sentFax>, context: SimulatorContext) {
  const { text, content_base64, media_type } = form
  if (text !== undefined) {
    if (content_base64 === undefined && media_type === undefined) return readText(text)
    return {
      refusal: refuse('INVALID_REQUEST', 'The body must have text, or content_base64 with media_type, not both.'),
    }
  }
  if (content_base64 === undefined || media_type === undefined) {
    return { refusal: refuse('INVALID_REQUEST', 'The body must have text, or content_base64 with media_type.') }
  }
  return readDocument(content_base64, media_type, context)
}

function withoutText({ text: _, ...rest }: FaxRow): JsonObject {
  return rest
}
