import type { JsonObject, Steps } from '@carebench/protocol'
import type { ActionOutcome } from '../../actions/action-outcome.js'
import { resubmitPriorAuth } from '../../actions/prior-auth.js'
import { priorAuthEvent, sentToPayer } from '../../events.js'
import { isForPerson, type PriorAuth, recordHistory } from '../../model/prior-auth-row.js'
import { isGranted, requestedItems, servedOn } from '../../model/requested-service.js'
import { type PayerEffect, type PayerState, putRequest, putRow } from '../../state.js'
import type { ElectronicCall } from '../electronic-call.js'
import { objectsIn, textAt } from '../fhir/element.js'
import { type RequestError, requestError } from './claim-response.js'
import { decisionsOn, findRequest, itemRow, sentClaim } from './pas-row.js'
import { type ClaimItem, portalServices, type ReadClaim, readItems } from './read-claim.js'
import { type ClaimBundle, isCancelled } from './request-bundle.js'
import type { Supplied } from './supporting.js'

/** The rows that an update changes: the PAS row of the request that it replaces, and the portal's row. */
export interface Replaced {
  readonly row: JsonObject
  readonly request: PriorAuth
}

/**
 * Finds the request that a Claim, `own`, updates: undefined if the Claim is a new request, errors if the earlier one
 * cannot be updated. In version 2.0 of the guide an update may omit its predecessor; it then updates the request with
 * the same identifier.
 */
export function findReplaced(
  state: PayerState,
  claim: ReadClaim,
  own: JsonObject,
): Replaced | { readonly errors: readonly RequestError[] } | undefined {
  const isChanged = claim.items.some(({ isCancelled: isTakenBack, change }) => isTakenBack || change !== null)
  const predecessor = claim.predecessor ?? (isChanged && state.electronic.version === '2.0' ? own : undefined)
  const known = state.tables.get('pas_requests')?.find('patient_member_id', claim.memberId ?? '') ?? []
  const taken = known.filter(({ outcome }) => outcome === 'complete')
  if (predecessor === undefined) {
    if (!isChanged) return undefined
    const message =
      'An item is marked as changed, but the Claim names no earlier request: name it in Claim.related, and add its ' +
      'Claim to the Bundle.'
    return fail('33', message, relatedPath)
  }
  // A sender without earlier requests may begin with an update, which is then a new request; it cannot cancel anything.
  const isTakingAllBack = isCancelled(own) || claim.items.every((item) => item.isCancelled)
  if (taken.length === 0 && !isTakingAllBack) return undefined
  const identifiers = readIdentifiers(predecessor)
  const rows = taken.filter((row) => isOwn(state, row, claim))
  const named = rows.filter((row) => readIdentifiers(sentClaim(row)).some(isIn(identifiers)))
  const isCase = ({ satisfied_by: earlier }: JsonObject) => earlier === undefined
  // A repeated Claim may have the identifiers of the first; cancelling the repetition leaves the first unchanged.
  const meant = named.filter((row) => sentClaim(row).id === predecessor.id)
  const isRepeated = meant.length > 0 && !meant.some(isCase)
  const row = (isRepeated ? undefined : named.findLast(isCase)) ?? (isRepeated ? meant : named).at(-1)
  const request = row && findRequest(state, row)
  if (row === undefined || request === undefined) {
    const values = identifiers.map(({ value }) => value)
    const message = `The payer knows no request ${values.join(', ') || 'without an identifier'} of this member.`
    return fail('AA', message, relatedPath)
  }
  const fault = findStateFault(state, row, request) ?? (isTakingAllBack ? undefined : findReviewFault(request))
  if (fault !== undefined) return fault
  const kept = new Set(claim.items.map(({ sequence }) => sequence))
  const before = readItems(sentClaim(row))
  const lost = before.filter(({ sequence }) => !kept.has(sequence)).map(({ sequence }) => sequence)
  if (lost.length > 0 && claim.items.length > 0) {
    const repeat = 'repeat every item, and mark what is taken back as cancelled'
    const message = `The update lacks the items ${lost.join(', ')}: ${repeat}.`
    return fail('15', message, 'Bundle.entry[0].resource.item')
  }
  return { row, request }
}

/** Returns the error if the state of a request forbids an update; undefined if it does not. */
function findStateFault({ electronic }: PayerState, row: JsonObject, request: PriorAuth) {
  if (row.satisfied_by !== undefined) {
    const { satisfied_by: number, claim_identifier: named } = row
    const message = `Authorization ${number} covers request ${named}: update the request of it.`
    return fail('AA', message, relatedPath)
  }
  if (typeof row.replaced_by === 'string') {
    const message = `Request ${row.claim_identifier} has been replaced by ${row.replaced_by}: update the current one.`
    return fail('33', message, relatedPath)
  }
  if (!electronic.takesUpdates) {
    return fail('33', 'The payer takes no updates: cancel the request, and send a new one.', relatedPath, 'N')
  }
  if (request.status === 'denied' || request.status === 'cancelled') {
    const message = `Request ${request.auth_number} is ${request.status}, and cannot be updated: send a new one.`
    return fail('33', message, relatedPath, 'N')
  }
  return undefined
}

/** Rejects updates during a review, because they would change the denied services under review. */
function findReviewFault({ auth_number: number, status, ...request }: PriorAuth) {
  const isDiscussed = request.peer_to_peer_status === 'requested' && request.decision_due_at !== null
  const isReviewed = request.appeal_status === 'filed' || (isDiscussed && status === 'partially_approved')
  if (!isReviewed) return undefined
  const what = request.appeal_status === 'filed' ? 'An appeal' : 'A peer-to-peer review'
  const message = `${what} of request ${number} is under way: update the request once it is decided.`
  return fail('33', message, relatedPath)
}

/** Whether a row has the same person and provider as a Claim. */
function isOwn(state: PayerState, row: JsonObject, { birthDate, provider }: ReadClaim): boolean {
  const request = findRequest(state, row)
  return request !== undefined && isForPerson(request, birthDate) && request.provider_npi === (provider?.npi ?? null)
}

interface ReadIdentifier {
  readonly system: string | undefined
  readonly value: string
}

function readIdentifiers({ identifier }: JsonObject): readonly ReadIdentifier[] {
  return objectsIn(identifier).flatMap((one) => {
    const value = textAt(one, 'value')
    return value === undefined ? [] : [{ system: textAt(one, 'system'), value }]
  })
}

function isIn(known: readonly ReadIdentifier[]) {
  return ({ system, value }: ReadIdentifier) => known.some((one) => one.system === system && one.value === value)
}

const relatedPath = 'Bundle.entry[0].resource.related'

function fail(code: string, message: string, path: string, followUp?: string) {
  return { errors: [requestError(code, message, '2000E', path, followUp)] }
}

type Done = Extract<ActionOutcome<PriorAuth>, { readonly kind: 'done' }>

/**
 * Applies an update to the portal's row: unchanged services keep their approval, new or changed services are decided.
 */
export function* applyUpdate(
  { state, context }: ElectronicCall,
  { request }: Replaced,
  claim: ReadClaim,
  bundle: ClaimBundle,
  supplied: Supplied,
): Steps<ActionOutcome<PriorAuth>> {
  const active = claim.items.filter((item) => !item.isCancelled)
  if (active.length === 0 || isCancelled(bundle.claim)) return cancel(request, context.at)
  const after = portalServices(claim, request.service_date ?? context.at.slice(0, 10))
  const { service_date, ...services } = after
  const outcome = yield* resubmitPriorAuth(
    state,
    request,
    {
      ...services,
      diagnosis_codes: [...claim.diagnoses],
      ...(claim.performer?.npi !== undefined && { performer_npi: claim.performer.npi }),
      service_date,
      urgency: claim.urgency,
      ...(claim.placeOfService !== null && { place_of_service: claim.placeOfService }),
      ...supplied,
      items: keepApprovals(request, after, active),
    },
    context,
    true,
  )
  return outcome.kind === 'unchanged' ? { kind: 'done', row: request, effects: [], events: [] } : outcome
}

/** Returns the services after an update; unchanged ones keep their approval. Empty if none does. */
function keepApprovals(
  before: PriorAuth,
  after: ReturnType<typeof portalServices>,
  active: readonly ClaimItem[],
): PriorAuth['items'] {
  const left = before.items.filter(isGranted)
  const items = requestedItems(after).map((wanted, index) => {
    const day = servedOn(after, wanted).service_date
    const at = left.findIndex(
      (one) =>
        one.procedure_code === wanted.procedure_code &&
        one.units === wanted.units &&
        servedOn(before, one).service_date === day,
    )
    const [kept] = at === -1 || active[index]?.change !== null ? [] : left.splice(at, 1)
    if (kept === undefined) return wanted
    const { service_date: _, ...decision } = kept
    return wanted.service_date === undefined ? decision : { ...decision, service_date: wanted.service_date }
  })
  return items.some(isGranted) ? items : []
}

/** Cancels a whole request. */
export function cancel(request: PriorAuth, at: string): Done {
  const cancelled = recordHistory(
    {
      ...request,
      status: 'cancelled',
      decision_due_at: null,
      items: request.items.map((item) => ({ ...item, status: 'cancelled' as const, approved_units: null })),
      missing_documents: [],
      ...(request.questions !== undefined && { questions: [] }),
      appeals_left: null,
      appeal_deadline: null,
    },
    'cancelled',
    at,
    null,
  )
  const event = sentToPayer(priorAuthEvent('prior_auth.updated', cancelled, { change: 'cancelled' }), cancelled)
  return { kind: 'done', row: cancelled, effects: [putRequest(cancelled)], events: [event] }
}

/** Marks a request as replaced, and stores the decisions that it had until then. */
export function closeReplaced({ row, request }: Replaced, by: string): PayerEffect {
  const items = decisionsOn(sentClaim(row), request).map(itemRow)
  return putRow('pas_requests', String(row.pas_id), { ...row, replaced_by: by, items })
}
