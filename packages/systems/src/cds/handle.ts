import type { JsonValue, SimulatorCall, Steps } from '@carebench/protocol'
import { show } from '../json-shape.js'
import { jsonAnswer, refuse, refuseMethod, unchanged } from '../rest/json-answer.js'
import type { SimulatorContext, SimulatorOutcome } from '../simulator.js'
import { calledEvent } from './events.js'
import { takeFeedback } from './feedback.js'
import { readHookRequest } from './hook-request.js'
import type { Card, CardTemplate } from './model/card.js'
import type { CdsCallRow } from './model/cds-call-row.js'
import { requirementCards } from './requirement-cards.js'
import type { CdsEffect, CdsState, ReadyService } from './state.js'

/** The header that CDS Hooks 2.0 requires for discovery only. */
const crossOrigin = { 'access-control-allow-origin': '*' } as const

/**
 * Responds to a call under `cds`, according to CDS Hooks 2.0:
 *
 * - `GET cds-services`: the services, for any origin
 * - `POST cds-services/{id}` of a request of its hook: 200 with `{cards}`
 * - `POST cds-services/{id}/feedback` of `{feedback}`: 200
 *
 * Errors are `{"error":{"code","message"}}`: 400 a request that violates CDS Hooks or the service's definition, 404 no
 * such service, 405 with `allow`, 409 a card that already has its outcome, 412 a prefetch that was not sent and is
 * unavailable, 415 a body that is not JSON. Accepts any call and never throws. Works in steps.
 */
export function* handleCdsCall(
  state: CdsState,
  call: SimulatorCall,
  context: SimulatorContext,
): Steps<SimulatorOutcome<CdsEffect>> {
  const { method } = call
  const [root, id, last, ...rest] = call.path.split('/')
  if (root !== 'cds-services' || rest.length > 0 || (last !== undefined && last !== 'feedback')) {
    return refuse('RESOURCE_NOT_FOUND', `There is no path ${show(call.path)}; services are listed at cds-services.`)
  }
  if (id === undefined) {
    if (method !== 'GET') return refuseMethod(method, 'cds-services', ['GET'])
    const services = [...state.services.values()].map(({ described }) => described)
    return unchanged(jsonAnswer(200, { services }, crossOrigin))
  }
  const place = last === undefined ? 'cds-services/{id}' : 'cds-services/{id}/feedback'
  if (method !== 'POST') return refuseMethod(method, place, ['POST'])
  const service = state.services.get(id)
  if (service === undefined) return refuse('RESOURCE_NOT_FOUND', `There is no service ${show(id)}.`)
  return last === undefined ? yield* askService(state, service, call, context) : takeFeedback(state, service, call.body)
}

function* askService(
  state: CdsState,
  service: ReadyService,
  call: SimulatorCall,
  { at, random, ask }: SimulatorContext,
): Steps<SimulatorOutcome<CdsEffect>> {
  const read = readHookRequest(service, call.body)
  if ('refusal' in read) return read.refusal
  const { hookInstance, context, prefetch: sent, recorded } = read.request
  const prefetch: Record<string, JsonValue> = { ...sent }
  for (const [key, template] of service.prefetch) {
    if (Object.hasOwn(sent, key)) continue
    const fetched = template(context, ask)
    if ('problem' in fetched) return lacksData(`prefetch.${key} was not sent, and ${fetched.problem}.`)
    prefetch[key] = fetched.value
  }
  const values = { context, prefetch }
  const holding: CardTemplate[] = []
  for (const { holds, card } of service.rules) {
    if (yield* holds(values)) holding.push(card)
  }
  const cards: Card[] = holding.map((card) => card(values, random))
  const { requirements } = service
  if (requirements !== undefined) cards.push(...(yield* requirementCards(requirements, context, random, ask)))
  const row: CdsCallRow = {
    number: state.calls.size + 1,
    service: service.id,
    hook: service.hook,
    request: recorded,
    cards,
    feedback: [],
    at,
  }
  return {
    response: jsonAnswer(200, { cards }),
    effects: [{ op: 'answer', call: row }],
    events: [calledEvent(row, hookInstance, String(context.patientId))],
  }
}

/** Returns the 412 with which a service responds if it lacks prefetch data. */
function lacksData(message: string): SimulatorOutcome<never> {
  return unchanged(jsonAnswer(412, { error: { code: 'PRECONDITION_FAILED', message } }))
}
