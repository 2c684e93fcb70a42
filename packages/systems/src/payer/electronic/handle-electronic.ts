import type { SimulatorCall, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { tellReturned } from '../../returned-records.js'
import type { SimulatorContext, SimulatorOutcome, SimulatorResponse } from '../../simulator.js'
import { decodeSegment, matchesPath } from '../route-path.js'
import type { PayerEffect, PayerState } from '../state.js'
import { createOutcome, type ElectronicAnswer, refuse } from './electronic-call.js'
import { electronicRoutes } from './electronic-routes.js'
import { findBodyFault } from './request-size.js'

/**
 * Answers a call under `payer/`: `cds-services/*` as in CDS Hooks 2.0 and the Da Vinci CRD guide, and `fhir/*` with the
 * operations of DTR, PAS and CDex. An error is an OperationOutcome:
 *
 * - 400 the body is not a request of the operation; 422 it breaks a rule of the guide, or is too long
 * - 404 no such path, service or resource; 405 with `allow`
 *
 * A request that the payer reads but does not accept gets a 200 with the reasons. Works in steps. Accepts any call and
 * never throws.
 */
export function* handleElectronicCall(
  state: PayerState,
  call: SimulatorCall,
  context: SimulatorContext,
): Steps<SimulatorOutcome<PayerEffect>> {
  const answered = answerCall(state, call, context)
  const {
    status,
    json,
    headers = {},
    effects = [],
    events = [],
    returned = [],
  }: ElectronicAnswer = 'status' in answered ? answered : yield* answered
  const isFhir = isJsonObject(json) && typeof json.resourceType === 'string'
  const type = isFhir ? 'application/fhir+json' : 'application/json'
  const response: SimulatorResponse = {
    status,
    headers: { ...(json !== undefined && { 'content-type': type }), ...headers },
    body: json === undefined ? null : { json },
  }
  return { response, effects, events: yield* tellReturned(events, returned) }
}

/** Returns the response to a body that is not valid JSON. */
export function refuseElectronicJson(message: string): SimulatorResponse {
  const json = createOutcome([{ severity: 'error', code: 'structure', diagnostics: message }])
  return { status: 400, headers: { 'content-type': 'application/fhir+json' }, body: { json } }
}

function answerCall(
  state: PayerState,
  call: SimulatorCall,
  context: SimulatorContext,
): ElectronicAnswer | Steps<ElectronicAnswer> {
  const segments = call.path.split('/').map(decodeSegment)
  const offered = electronicRoutes.filter(({ of }) => of === undefined || state.electronic.offers.includes(of))
  // A path without parameters comes before one with them.
  const nearest = offered.find(({ path }) => matchesPath(path, segments))
  if (nearest === undefined) {
    const paths = [...new Set(offered.map((route) => route.path))].join(', ')
    const known = paths === '' ? 'has a portal only' : `has ${paths}`
    return refuse(404, 'not-found', `There is no path ${call.path || '/'}; the payer ${known}.`)
  }
  const same = offered.filter(({ path }) => path === nearest.path)
  const route = same.find(({ method }) => method === call.method)
  if (route === undefined) {
    const allow = same.map(({ method }) => method)
    const text = `${nearest.path} does not allow ${call.method}; allowed: ${allow.join(', ')}.`
    return { ...refuse(405, 'not-supported', text), headers: { allow: allow.join(', ') } }
  }
  const fault = call.body !== null && 'json' in call.body ? findBodyFault(call.body.json) : undefined
  if (fault !== undefined) return refuse(fault.status, fault.code, fault.text)
  return route.answer({ state, context, path: segments, query: call.query, body: call.body })
}
