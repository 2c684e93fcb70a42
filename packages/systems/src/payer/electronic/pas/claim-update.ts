import type { JsonObject, Steps } from '@carebench/protocol'
import type { ActionOutcome } from '../../actions/action-outcome.js'
import { resubmitPriorAuth } from '../../actions/prior-auth.js'
import { priorAuthEvent, sentToPayer } from '../../events.js'
import { isGranted, undecided } from '../../model/determination.js'
import { isForPerson, type PriorAuth, recordHistory } from '../../model/prior-auth-row.js'
import { type PayerEffect, type PayerState, putRequest, putRow } from '../../state.js'
import type { ElectronicCall } from '../electronic-call.js'
import { objectsIn, textAt } from '../fhir/element.js'
import type { RequestError } from './claim-response.js'
import { decisionsOn, itemRow, requestOf } from './pas-row.js'
import { type ClaimItem, type ReadClaim, readItem } from './read-claim.js'
import { type ClaimBundle, isCancelled } from './request-bundle.js'
import type { Supplied } from './supporting.js'

/** The rows that an update changes: the row of the request that it replaces, and the portal's row. */
export interface Replaced {
  readonly row: JsonObject
  readonly request: PriorAuth
}

/**
 * Finds the request that a Claim, `own`, updates: undefined if it is a new one, errors if it cannot be updated. By the
 * guide 2.0 an update may name no predecessor; it is then of the request with its own identifier.
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
    const message = 'An item is changed of no request: name it in Claim.related, and add its Claim to the Bundle.'
    return fail('33', message, 'C', 'Bundle.entry[0].resource.related')
  }
  // A sender without earlier requests may begin with an update that names everything; it cannot withdraw anything.
  const isTakingAllBack = isCancelled(own) || claim.items.every((item) => item.isCancelled)
  if (taken.length === 0 && !isTakingAllBack) return undefined
  const identifiers = readIdentifiers(predecessor)
  const rows = taken.filter((row) => isOwn(state, row, claim))
  const named = rows.filter((row) => readIdentifiers(sentClaim(row)).some(isIn(identifiers)))
  const row = named.findLast(({ satisfied_by: earlier }) => earlier === undefined) ?? named.at(-1)
  const request = row && requestOf(state, row)
  if (row === undefined || request === undefined) {
    const values = identifiers.map(({ value }) => value)
    const message = `The payer knows no request ${values.join(', ') || 'without an identifier'} of this member.`
    return fail('AA', message, 'C', 'Bundle.entry[0].resource.related')
  }
  const fault = findStateFault(state, row, request) ?? (isTakingAllBack ? undefined : findAppealFault(request))
  if (fault !== undefined) return fault
  const kept = new Set(claim.items.map(({ sequence }) => sequence))
  const before = objectsIn(sentClaim(row).item).map(readItem)
  const lost = before.filter(({ sequence }) => !kept.has(sequence)).map(({ sequence }) => sequence)
  if (lost.length > 0 && claim.items.length > 0) {
    const repeat = 'repeat every item, and mark what is taken back as cancelled'
    const message = `The update lacks the items ${lost.join(', ')}: ${repeat}.`
    return fail('15', message, 'C', 'Bundle.entry[0].resource.item')
  }
  return { row, request }
}

/** Why a request cannot be updated as it is. */
function findStateFault({ electronic }: PayerState, row: JsonObject, request: PriorAuth) {
  if (row.satisfied_by !== undefined) {
    const { satisfied_by: number, claim_identifier: named } = row
    const message = `Authorization ${number} covers request ${named}: update the request of it.`
    return fail('AA', message, 'C', 'Bundle.entry[0].resource.related')
  }
  if (typeof row.replaced_by === 'string') {
    const message = `Request ${row.claim_identifier} has been replaced by ${row.replaced_by}: update the current one.`
    return fail('33', message, 'C', 'Bundle.entry[0].resource.related')
  }
  if (!electronic.takesUpdates) {
    return fail(
      '33',
      'The payer takes no updates: cancel the request, and send a new one.',
      'N',
      'Bundle.entry[0].resource.related',
    )
  }
  if (request.status === 'denied' || request.status === 'cancelled') {
    const message = `Request ${request.auth_number} is ${request.status}, and cannot be updated: send a new one.`
    return fail('33', message, 'N', 'Bundle.entry[0].resource.related')
  }
  return undefined
}

/** An appeal is decided on what was denied, which an update would change. */
function findAppealFault({ auth_number: number, appeal_status: appeal }: PriorAuth) {
  if (appeal !== 'filed') return undefined
  const message = `An appeal of request ${number} is filed: update it once the appeal is decided.`
  return fail('33', message, 'C', 'Bundle.entry[0].resource.related')
}

/** Whether a row is of the person and the provider of a Claim. */
function isOwn(state: PayerState, row: JsonObject, { birthDate, provider }: ReadClaim): boolean {
  const request = requestOf(state, row)
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

function fail(code: string, message: string, followUp: string, path: string) {
  return { errors: [{ code, message, followUp, element: '2000E', path }] }
}

type Done = Extract<ActionOutcome<PriorAuth>, { readonly kind: 'done' }>

/**
 * Applies an update to the portal's row: unchanged services keep their decision, new or changed services are decided.
 */
export function* applyUpdate(
  { state, context }: ElectronicCall,
  { request }: Replaced,
  claim: ReadClaim,
  bundle: ClaimBundle,
  supplied: Supplied,
): Steps<ActionOutcome<PriorAuth>> {
  const active = claim.items.filter((item) => !item.isCancelled)
  const [first, ...others] = active
  if (first === undefined || isCancelled(bundle.claim)) return cancel(request, context.at)
  const outcome = yield* resubmitPriorAuth(
    state,
    request,
    {
      procedure_code: first.code,
      units: first.units,
      additional_services: others.map(({ code, units }) => ({ procedure_code: code, units })),
      diagnosis_codes: [...claim.diagnoses],
      ...(claim.performer?.npi !== undefined && { performer_npi: claim.performer.npi }),
      service_date: claim.serviceDate ?? request.service_date ?? context.at.slice(0, 10),
      urgency: claim.isUrgent ? 'expedited' : 'standard',
      ...(claim.placeOfService !== null && { place_of_service: claim.placeOfService }),
      ...supplied,
      items: keepApprovals(request, active),
    },
    context,
    true,
  )
  return outcome.kind === 'unchanged' ? { kind: 'done', row: request, effects: [], events: [] } : outcome
}

/** Returns the services of an update: those that it does not change keep their approval. */
function keepApprovals(before: PriorAuth, active: readonly ClaimItem[]): PriorAuth['items'] {
  const left = before.items.filter(isGranted)
  const items = active.map(({ code: procedure_code, units, change }) => {
    const isKept = (one: PriorAuth['items'][number]) => one.procedure_code === procedure_code && one.units === units
    const at = change === null ? left.findIndex(isKept) : -1
    const [kept] = at === -1 ? [] : left.splice(at, 1)
    return kept ?? undecided({ procedure_code, units })
  })
  return items.some(isGranted) ? items : []
}

/** Takes a whole request back. */
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

/** Stores the payer's decisions on a request when it is replaced. */
export function closeReplaced({ row, request }: Replaced, by: string): PayerEffect {
  const items = decisionsOn(sentClaim(row), request).map(itemRow)
  return putRow('pas_requests', String(row.pas_id), { ...row, replaced_by: by, items })
}

/** The Claim that a row was made of. */
function sentClaim({ bundle }: JsonObject): JsonObject {
  return objectsIn((bundle as JsonObject).entry)[0]?.resource as JsonObject
}
