import type { JsonObject, RecordedEvent, Steps } from '@carebench/protocol'
import { recordAtEvent } from '../../../records/record-at-event.js'
import type { UrgentRequest } from '../../actions/earlier-request.js'
import { policiesOn } from '../../actions/policy-reading.js'
import { repeatPriorAuth, type Submitted, submitPriorAuth } from '../../actions/prior-auth.js'
import { decisionDeadline, decisionTerm } from '../../model/decision-term.js'
import { isForPerson, isWaiting, type PriorAuth } from '../../model/prior-auth-row.js'
import { type PayerState, putRow } from '../../state.js'
import type { ElectronicAnswer, ElectronicCall } from '../electronic-call.js'
import { createEvent } from '../events.js'
import { objectsIn, textAt } from '../fhir/element.js'
import { findDropped } from '../form/answers.js'
import { responseRows } from '../form/response-row.js'
import { nextId } from '../rows.js'
import { admissionErrors, findClaimErrors, findInsurerErrors } from './admission-errors.js'
import { type RequestError, requestError, writeResponse } from './claim-response.js'
import { applyUpdate, closeReplaced, findReplaced } from './claim-update.js'
import { asksAgain, portalServices, type ReadClaim, readClaim } from './read-claim.js'
import { answerClaimBundle, type ClaimBundle } from './request-bundle.js'
import { findSatisfying } from './satisfying.js'
import { readSupporting, type Supplied, supply } from './supporting.js'

/**
 * Submits a prior authorization (`Claim/$submit`), and responds with the portal's decision. Bodies that are not PAS
 * requests are rejected with 400; a valid request that the payer does not accept gets a ClaimResponse with X12 errors.
 */
export function submitClaim(call: ElectronicCall): ElectronicAnswer | Steps<ElectronicAnswer> {
  return answerClaimBundle(call, false, answerClaim)
}

function* answerClaim(call: ElectronicCall, request: ClaimBundle): Steps<ElectronicAnswer> {
  const { state, context } = call
  const claim = readClaim(request)
  const replaced = findReplaced(state, claim, request.claim)
  const errors = [
    ...findInsurerErrors(request, { organization: state.organization, ask: context.ask }),
    ...findClaimErrors(claim, request),
    ...findNumberErrors(state, claim),
    ...(replaced !== undefined && 'errors' in replaced ? replaced.errors : []),
  ]
  if (errors.length > 0) return rejection(call, request, claim, errors)
  const known = replaced === undefined || 'errors' in replaced ? undefined : replaced
  const wanted = readCase(claim, context.at)
  const earlier = known === undefined ? findSatisfying(state, claim, wanted) : undefined
  const { missing_documents: missing = [] } = known?.request ?? earlier ?? {}
  const { attachments, responses, remarks } = readSupporting(request.claim, request, missing)
  const supplied = supply(state.policy.policies, attachments, responses)
  const outcome =
    earlier !== undefined
      ? yield* repeatPriorAuth(state, earlier, makeSubmission(claim, supplied, context.at, wanted), context)
      : known !== undefined
        ? yield* applyUpdate(call, known, claim, request, supplied)
        : yield* submitPriorAuth(state, makeSubmission(claim, supplied, context.at, wanted), context)
  if (outcome.kind === 'refused') {
    return rejection(call, request, claim, admissionErrors(outcome.errors, request), outcome.events)
  }
  if (outcome.kind !== 'done') {
    return rejection(call, request, claim, [requestError('33', outcome.message, undefined, undefined, 'N')])
  }
  const { auth_number } = outcome.row
  const row: JsonObject = {
    ...createRow(state, context.at, request, claim, outcome.row, textAt(known?.row, 'pas_id') ?? null),
    ...(earlier !== undefined && { satisfied_by: auth_number }),
  }
  const id = String(row.pas_id)
  // Data behind a decision must not change.
  const number = outcome.row === earlier ? null : auth_number
  const forms = responseRows(state, responses, { pas_id: id, auth_number: number, at: context.at })
  const closed = known === undefined ? [] : [closeReplaced(known, id)]
  const notes = [
    ...(earlier === undefined ? [] : [writeRepeated(earlier, outcome.row)]),
    ...remarks,
    ...(responses.length === 0 ? [] : findDropped(policiesOn(state, outcome.row), responses)),
  ]
  return {
    status: 200,
    json: writeResponse(request, state, { id, at: context.at, request: outcome.row, remarks: notes }),
    effects: [...outcome.effects, ...closed, ...forms, putRow('pas_requests', id, row)],
    events: [pasEvent(row), ...outcome.events],
  }
}

function writeRepeated(earlier: PriorAuth, { urgency }: PriorAuth): string {
  const { auth_number } = earlier
  if (!isWaiting(earlier)) return `Authorization ${auth_number} covers the request already.`
  const expedited = urgency === earlier.urgency ? '' : ' It is expedited from now on.'
  return `Request ${auth_number} asks for the same, and has what came with this one.${expedited}`
}

/** Returns the members of a Claim that are compared with earlier requests. */
function readCase(claim: ReadClaim, at: string): UrgentRequest {
  return {
    patient_name: claim.patientName ?? null,
    diagnosis_codes: [...claim.diagnoses],
    place_of_service: claim.placeOfService,
    ...(claim.performer?.npi !== undefined && { performer_npi: claim.performer.npi }),
    patient_member_id: claim.memberId ?? '',
    patient_dob: claim.birthDate ?? null,
    provider_npi: claim.provider?.npi ?? null,
    ...portalServices(claim, at.slice(0, 10)),
  }
}

/** Returns the portal submission that corresponds to a Claim. */
export function makeSubmission(
  claim: ReadClaim,
  supplied: Supplied,
  at: string,
  { provider_npi, service_date, ...wanted } = readCase(claim, at),
): Submitted {
  return {
    ...wanted,
    provider_npi,
    service_date: service_date ?? '',
    urgency: claim.urgency,
    place_of_service: claim.placeOfService,
    clinical_notes: claim.notes,
    answers: {},
    ...supplied,
  }
}

/** Returns an error if a renewal, extension or appeal names no authorization of the member. */
function findNumberErrors({ requests }: PayerState, claim: ReadClaim): readonly RequestError[] {
  if (!asksAgain(claim)) return []
  const { previousNumber: number } = claim
  const known = number === null ? undefined : requests.get(number)
  if (known !== undefined && known.patient_member_id === claim.memberId && isForPerson(known, claim.birthDate))
    return []
  const message =
    number === null ? 'The authorization that the request is about is missing.' : `There is no authorization ${number}.`
  return [requestError('AA', message, '2000E-REF02', 'Bundle.entry[0].resource.extension')]
}

/** Returns the event of a PAS request, with the row as it reached the payer. */
function pasEvent(row: JsonObject): RecordedEvent {
  return createEvent('pas.submitted', row, [recordAtEvent('portal.pas_requests', row, String(row.pas_id))])
}

/** Returns the response to a rejected request, which is stored without an authorization number. */
function rejection(
  { state, context }: ElectronicCall,
  request: ClaimBundle,
  claim: ReadClaim,
  errors: readonly RequestError[],
  events: ElectronicAnswer['events'] = [],
): ElectronicAnswer {
  const row: JsonObject = {
    ...createRow(state, context.at, request, claim, undefined, null),
    errors: errors.map(({ code, message }) => ({ code, message })),
  }
  return {
    status: 200,
    json: writeResponse(request, state, { id: String(row.pas_id), at: context.at, errors }),
    effects: [putRow('pas_requests', String(row.pas_id), row)],
    events: [pasEvent(row), ...(events ?? [])],
  }
}

/**
 * Returns a row of `pas_requests`: the request, and its authorization number. The decisions are in the portal's row.
 */
function createRow(
  state: PayerState,
  at: string,
  { bundle, claim: resource }: ClaimBundle,
  claim: ReadClaim,
  request: PriorAuth | undefined,
  replaces: string | null,
): JsonObject {
  const [identifier] = objectsIn(resource.identifier)
  return {
    pas_id: nextId(state, 'pas_requests', 'PAS'),
    auth_number: request?.auth_number ?? null,
    outcome: request === undefined ? 'error' : 'complete',
    errors: [],
    patient_member_id: claim.memberId ?? null,
    patient_name: claim.patientName ?? null,
    provider_npi: claim.provider?.npi ?? null,
    claim_identifier: textAt(identifier, 'value') ?? null,
    bundle_identifier: textAt(bundle.identifier, 'value') ?? null,
    level_of_service: claim.levelOfService,
    certification: claim.certification ?? claim.items[0]?.certification ?? null,
    previous_number: claim.previousNumber,
    replaces,
    replaced_by: null,
    supporting_info: selectSupporting(resource),
    submitted_at: at,
    decision_due_at: request === undefined ? null : (decisionDeadline(request) ?? decisionTerm(at, claim.urgency)),
    bundle,
  }
}

function selectSupporting(claim: JsonObject): JsonObject[] {
  return objectsIn(claim.supportingInfo).map((one) => ({
    sequence: typeof one.sequence === 'number' ? one.sequence : null,
    reference: textAt(one, 'valueReference', 'reference') ?? null,
    text: textAt(one, 'valueString') ?? null,
  }))
}
