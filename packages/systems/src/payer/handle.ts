import type { RecordedBody, RecordedEvent, SimulatorCall, Steps } from '@carebench/protocol'
import { tellReturned } from '../returned-records.js'
import type { SimulatorContext, SimulatorOutcome } from '../simulator.js'
import { type PortalAnswer, refuse } from './actions/portal-answer.js'
import { portalRoutes } from './actions/portal-routes.js'
import { viewed } from './events.js'
import { decodeSegment, matchesPath } from './route-path.js'
import type { PayerEffect, PayerState } from './state.js'

/**
 * Answers a call under `portal/`. The portal's own errors are `{"errors":[{"field","message"}]}`:
 *
 * - 400 the body is not a JSON object, or the list does not support the query
 * - 404 no such path, prior authorization or attachment
 * - 405 with `allow`
 * - 409 the state of the request forbids it; the message names the state
 * - 422 missing, unknown or invalid fields, one error per field, or nothing to resubmit
 *
 * Works in steps, because the payer may look for a member in a large record. Accepts any call and never throws.
 */
export function* handlePortalCall(
  state: PayerState,
  call: SimulatorCall,
  context: SimulatorContext,
): Steps<SimulatorOutcome<PayerEffect>> {
  const answered = answerCall(state, call, context)
  const answer = 'status' in answered ? answered : yield* answered
  const body: RecordedBody = answer.document ?? { json: answer.json }
  return {
    response: { status: answer.status, headers: { 'content-type': 'application/json', ...answer.headers }, body },
    effects: answer.effects ?? [],
    events: yield* tellReturned(listEvents(answer), answer.returned ?? []),
  }
}

/** Returns the events of a response; a view has one event if it showed rows or named a person. */
function listEvents({ events = [], returned = [] }: PortalAnswer): readonly RecordedEvent[] {
  const [first] = returned
  if (first === undefined) return events
  return [viewed(first.collection, returned.filter(({ shown }) => shown !== false).length)]
}

function answerCall(
  state: PayerState,
  call: SimulatorCall,
  context: SimulatorContext,
): PortalAnswer | Steps<PortalAnswer> {
  const segments = call.path.split('/')
  const matches = portalRoutes.filter((route) => matchesPath(route.path, segments))
  if (matches.length === 0) {
    const paths = [...new Set(portalRoutes.map((route) => route.path))].join(', ')
    return refuse(404, '', `There is no path ${call.path || '/'}; the portal has ${paths}.`)
  }
  const route = matches.find(({ method }) => method === call.method)
  if (!route) {
    const allow = matches.map(({ method }) => method).join(', ')
    return { ...refuse(405, '', `${call.path} does not allow ${call.method}; allowed: ${allow}.`), headers: { allow } }
  }
  return route.answer({
    state,
    context,
    authNumber: decodeSegment(segments[1] ?? ''),
    attachmentId: decodeSegment(segments[3] ?? ''),
    query: call.query,
    body: call.body,
  })
}
