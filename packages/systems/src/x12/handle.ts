import {
  bytesFromBase64,
  formatInstant,
  type JsonObject,
  type RecordedBody,
  randomString,
  type SimulatorCall,
  type Steps,
} from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { buildInterchange, X12Error } from '@carebench/x12'
import { show } from '../json-shape.js'
import { jsonAnswer, refuse, refuseMethod } from '../rest/json-answer.js'
import { answerList } from '../rest/list-page.js'
import type { SimulatorContext, SimulatorOutcome, SimulatorResponse } from '../simulator.js'
import { authorizationInquiries } from './actions/authorization-inquiries.js'
import { authorizations } from './actions/authorizations.js'
import { claimStatus } from './actions/claim-status.js'
import { claims } from './actions/claims.js'
import { eligibility } from './actions/eligibility.js'
import { clearinghouse, writeOptions } from './actions/envelope.js'
import type { Exchange, ExchangeInputs } from './actions/exchange.js'
import { openDirectory } from './actions/member-directory.js'
import { transmit } from './actions/transmission.js'
import { bareId } from './model/json-call.js'
import { patientsAt, type ServedPayer } from './model/served-payer.js'
import { drawControlNumber, type TransactionRow } from './model/transaction-row.js'
import type { X12Effect, X12State } from './state.js'

/** The exchanges by path. */
export const exchanges: readonly Exchange[] = [eligibility, claimStatus, authorizations, authorizationInquiries, claims]

const ediMediaTypes: readonly string[] = ['application/edi-x12', 'application/x12', 'text/plain']

type Body = { readonly edi: string | Uint8Array } | { readonly json: JsonObject } | { readonly refusal: Refusal }
type Refusal = SimulatorOutcome<never>

/**
 * Responds to a call under `clearinghouse/`:
 *
 * - `GET transactions`: a page of interchanges, `{id,direction,transaction,control_number,payload,at}` each
 * - `POST eligibility`, `claim-status`, `authorization-inquiries`: 200; `POST authorizations`, `claims`: 201. The
 *   response is JSON or EDI, as `accept` says, or else like the request.
 *
 * An interchange that violates the standard gets a 200 with a TA1 or a 999, and `"status":"rejected"`. Any other
 * invalid call is rejected with `{"error":{"code","message"}}`: 400 a malformed body or query, or a transaction that
 * the path does not accept, 404 no such path, 405 with `allow`, 413 too many segments, 415 a media type that is neither
 * JSON nor EDI. Accepts any call and never throws.
 */
export function* handleX12Call(
  state: X12State,
  call: SimulatorCall,
  context: SimulatorContext,
): Steps<SimulatorOutcome<X12Effect>> {
  const { method, path } = call
  if (path === 'transactions') {
    if (method !== 'GET') return refuseMethod(method, path, ['GET'])
    return answerList(call.query, path, state.transactions.newestFirst(), (row): TransactionRow => row)
  }
  const exchange = exchanges.find((candidate) => candidate.path === path)
  if (exchange === undefined) {
    const paths = [...exchanges.map((known) => known.path), 'transactions'].join(', ')
    return refuse('RESOURCE_NOT_FOUND', `There is no path ${show(path)}; the clearinghouse has ${paths}.`)
  }
  if (method !== 'POST') return refuseMethod(method, path, ['POST'])
  const body = readBody(exchange, call.body, call.headers['content-type'])
  if ('refusal' in body) return body.refusal
  const inputs = toInputs(state, context)
  const edi = 'edi' in body ? body.edi : yield* writeRequest(exchange, body.json, inputs)
  if (typeof edi === 'object' && 'refusal' in edi) return edi.refusal
  if (hasMoreSegments(edi)) {
    return refuse('PAYLOAD_TOO_LARGE', `An interchange must have at most ${maxSegments} segments, got more.`)
  }
  return yield* answer(exchange, edi, wantsEdi(call.headers.accept, 'edi' in body), inputs)
}

/** Maximum number of segments in one interchange. */
const maxSegments = 8000

/**
 * Whether an interchange exceeds the limit. Counts terminators without parsing; the terminator follows ISA16 at a fixed
 * position.
 */
function hasMoreSegments(edi: string | Uint8Array): boolean {
  const text = typeof edi === 'string' ? edi : latin1.decode(edi)
  const terminator = text.charAt(text.indexOf('ISA') + isaLength - 1)
  let count = 0
  for (let at = text.indexOf(terminator); at !== -1 && terminator !== ''; at = text.indexOf(terminator, at + 1)) {
    if (++count > maxSegments) return true
  }
  return false
}

const latin1 = new TextDecoder('latin1')

/** The length of the ISA segment with its terminator. */
const isaLength = 106

function toInputs(state: X12State, context: SimulatorContext): ExchangeInputs {
  const now = Date.parse(context.at)
  const today = formatInstant(now).slice(0, 10)
  const inputsFor = (payer: ServedPayer): ExchangeInputs => {
    const options = { day: today, organization: payer.organization }
    const members = openDirectory(payer.members, context.ask, (id) => patientsAt(context, payer, id), options)
    return { state, context, now, today, payer, members, of }
  }
  const opened = new Map<ServedPayer, ExchangeInputs>()
  const of = (payerId: string | undefined): ExchangeInputs | undefined => {
    const payer = state.payers.find(({ id }) => id === payerId)
    if (payer === undefined) return undefined
    const inputs = opened.get(payer) ?? inputsFor(payer)
    opened.set(payer, inputs)
    return inputs
  }
  return inputsFor(state.payers[0])
}

/**
 * Returns the inputs for the payer of a JSON call: the named payer, else the first that knows the patient, else the
 * first.
 */
function* addressed(json: JsonObject, inputs: ExchangeInputs): Steps<ExchangeInputs | { readonly problem: string }> {
  const { payer_id: id, patient_id: patient } = json
  const { payers } = inputs.state
  if (id !== undefined) {
    const named = typeof id === 'string' ? inputs.of(id) : undefined
    const ids = payers.map((payer) => payer.id).join(', ')
    return named ?? { problem: `payer_id: expected one of ${ids}, got ${show(id)}` }
  }
  if (payers.length === 1 || typeof patient !== 'string') return inputs
  const candidates = payers.flatMap((payer) => inputs.of(payer.id) ?? [])
  for (const candidate of candidates) if (yield* candidate.members.knows(bareId(patient))) return candidate
  return inputs
}

function* answer(
  exchange: Exchange,
  edi: string | Uint8Array,
  asEdi: boolean,
  inputs: ExchangeInputs,
): Steps<SimulatorOutcome<X12Effect>> {
  const outcome = yield* transmit(exchange, edi, inputs)
  if (outcome.kind === 'misdirected') return refuse('INVALID_REQUEST', outcome.reason)
  const { effects, events, x12 } = outcome
  if (outcome.kind === 'rejected') {
    const errors = [{ code: outcome.by, message: outcome.reason }]
    return { response: reply(200, { status: 'rejected', errors, x12 }, x12, asEdi), effects, events }
  }
  return { response: reply(exchange.status, { ...outcome.json, x12 }, x12, asEdi), effects, events }
}

function reply(status: number, json: JsonObject, x12: string, asEdi: boolean): SimulatorResponse {
  // Without an acknowledgment there may be no EDI to send.
  if (!asEdi || x12 === '') return jsonAnswer(status, json)
  return { status, headers: { 'content-type': 'application/edi-x12' }, body: { text: x12 } }
}

/** Returns the interchange equivalent to a JSON call. */
function* writeRequest(
  exchange: Exchange,
  json: JsonObject,
  inputs: ExchangeInputs,
): Steps<string | { readonly refusal: Refusal }> {
  const { random } = inputs.context
  try {
    const reference = `R${randomString(random, 9, '0123456789')}`
    const payer = yield* addressed(json, inputs)
    if ('problem' in payer) return malformed(`${payer.problem}. Example: ${JSON.stringify(exchange.example)}`)
    const values = yield* exchange.write(json, reference, payer)
    if ('problem' in values) return malformed(`${values.problem}. Example: ${JSON.stringify(exchange.example)}`)
    const sender = { id: inputs.state.provider.npi }
    const envelope = { sender, receiver: clearinghouse, at: inputs.now, controlNumber: drawControlNumber(random) }
    return buildInterchange(envelope, [values], writeOptions)
  } catch (error) {
    if (error instanceof X12Error) return malformed(error.message)
    throw error
  }
}

function readBody(exchange: Exchange, body: RecordedBody | null, contentType: string | undefined): Body {
  const { path, set } = exchange
  const example = JSON.stringify(exchange.example)
  if (body === null) return malformed(`The body must be ${example} or a ${set} interchange, got nothing.`)
  if ('json' in body) {
    return isJsonObject(body.json)
      ? { json: body.json }
      : malformed(`The body must be ${example}, got ${show(body.json)}.`)
  }
  const mediaType = readEssence(contentType ?? 'text/plain')
  if (!ediMediaTypes.includes(mediaType)) {
    const taken = ['application/json', ...ediMediaTypes].join(', ')
    return { refusal: refuse('UNSUPPORTED_MEDIA_TYPE', `${path} takes ${taken}, got ${show(mediaType)}.`) }
  }
  if ('text' in body) return { edi: body.text }
  try {
    return { edi: bytesFromBase64(body.base64) }
  } catch {
    return malformed('The body cannot be read as bytes.')
  }
}

/** Whether to respond in EDI: the first supported type in `accept` decides, else the format of the request. */
function wantsEdi(accept: string | undefined, sentEdi: boolean): boolean {
  const asked = (accept ?? '').split(',').map(readEssence)
  const first = asked.find((type) => type === 'application/json' || ediMediaTypes.includes(type))
  return first === undefined ? sentEdi : first !== 'application/json'
}

function readEssence(mediaType: string): string {
  const [essence = ''] = mediaType.split(';', 1)
  return essence.trim().toLowerCase()
}

function malformed(message: string): { readonly refusal: Refusal } {
  return { refusal: refuse('INVALID_REQUEST', message) }
}
