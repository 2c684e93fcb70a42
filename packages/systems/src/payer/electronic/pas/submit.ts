import type { JsonObject, Steps } from '@carebench/protocol'
import type { ActionOutcome } from '../../actions/action-outcome.js'
import { type Submitted, submitPriorAuth } from '../../actions/prior-auth.js'
import { decisionTerm } from '../../model/decision-term.js'
import { isForPerson, type PriorAuth } from '../../model/prior-auth-row.js'
import type { PayerState } from '../../state.js'
import { putRow } from '../../state.js'
import type { ElectronicAnswer, ElectronicCall } from '../electronic-call.js'
import { pasEvent } from '../events.js'
import { objectsIn, textAt } from '../fhir/element.js'
import { answersTo, documentsTo, type FormAnswers, findStaleVersion } from '../form/answers.js'
import { responseRows } from '../form/response-row.js'
import { nextId } from '../rows.js'
import { admissionErrors, findClaimErrors, findInsurerErrors } from './admission-errors.js'
import { type RequestError, writeDecision, writeErrors } from './claim-response.js'
import { applyUpdate, closeReplaced, findReplaced } from './claim-update.js'
import { type ReadClaim, readClaim } from './read-claim.js'
import { answerClaimBundle, type ClaimBundle } from './request-bundle.js'
import { findSatisfying } from './satisfying.js'
import { readSupporting, type Supplied } from './supporting.js'

/**
 * Takes a request for prior authorization, and answers it with the portal's decision. Bodies that cannot be requests
 * are rejected with 400; requests that the payer reads but does not accept are answered with errors after X12.
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
  const { attachments, responses } = readSupporting(request.claim, request, known?.request.missing_documents ?? [])
  const supplied: Supplied = {
    attachments: [...documentsTo(state.policy.policies, attachments)],
    answersFor: (policies) => answersTo(policies, responses),
  }
  const earlier = known === undefined ? findSatisfying(state, claim, context.at) : undefined
  if (earlier !== undefined) return answerSatisfied(call, request, claim, earlier, responses)
  const outcome =
    known === undefined
      ? yield* submitPriorAuth(state, makeSubmission(claim, supplied, context.at), context)
      : yield* applyUpdate(call, known, claim, request, supplied)
  if (outcome.kind === 'refused') {
    return rejection(call, request, claim, admissionErrors(outcome.errors, request), outcome.events)
  }
  if (outcome.kind !== 'done') {
    const error = {
      code: '33',
      message: outcome.message,
      followUp: 'N',
      element: '2000E',
      path: 'Bundle.entry[0].resource',
    }
    return rejection(call, request, claim, [error])
  }
  const row = rowOf(state, context.at, request, claim, outcome.row, textAt(known?.row, 'pas_id') ?? null)
  const { auth_number } = outcome.row
  const forms = responseRows(state, responses, { pas_id: String(row.pas_id), auth_number, at: context.at })
  const closed = known === undefined ? [] : [closeReplaced(known, String(row.pas_id))]
  const remarks = responses.flatMap((one) => findStaleVersion(state.policy.policies, one) ?? [])
  return decided(call, request, row, { ...outcome, effects: [...outcome.effects, ...closed, ...forms] }, remarks)
}

/** Returns what the portal would be sent for a Claim. */
export function makeSubmission(claim: ReadClaim, supplied: Supplied, at: string): Submitted {
  const [first, ...others] = claim.items.filter(({ isCancelled }) => !isCancelled)
  return {
    patient_member_id: claim.memberId ?? '',
    patient_name: claim.patientName ?? null,
    patient_dob: claim.birthDate ?? null,
    procedure_code: first?.code ?? '',
    units: first?.units ?? 1,
    additional_services: others.map(({ code, units }) => ({ procedure_code: code, units })),
    diagnosis_codes: [...claim.diagnoses],
    provider_npi: claim.provider?.npi ?? null,
    ...(claim.performer?.npi !== undefined && { performer_npi: claim.performer.npi }),
    service_date: claim.serviceDate ?? at.slice(0, 10),
    urgency: claim.isUrgent ? 'expedited' : 'standard',
    place_of_service: claim.placeOfService,
    clinical_notes: claim.notes,
    answers: {},
    ...supplied,
  }
}

/** Renewals, extensions and appeals need the authorization that they are about. */
function findNumberErrors({ requests }: PayerState, claim: ReadClaim): readonly RequestError[] {
  const types = [claim.certification, ...claim.items.map(({ certification }) => certification)]
  if (!types.some((type) => type !== null && ['R', '4', '1', '2', 'N'].includes(type))) return []
  const { previousNumber: number } = claim
  const known = number === null ? undefined : requests.get(number)
  if (known !== undefined && known.patient_member_id === claim.memberId && isForPerson(known, claim.birthDate))
    return []
  const message =
    number === null ? 'The authorization that the request is about is missing.' : `There is no authorization ${number}.`
  return [{ code: 'AA', message, followUp: 'C', element: '2000E-REF02', path: 'Bundle.entry[0].resource.extension' }]
}

/** Returns the response to an accepted request. */
function decided(
  { state, context }: ElectronicCall,
  request: ClaimBundle,
  row: JsonObject,
  outcome: Extract<ActionOutcome<PriorAuth>, { readonly kind: 'done' }>,
  remarks: readonly string[],
): ElectronicAnswer {
  const json = writeDecision(request, { state, id: String(row.pas_id), at: context.at, request: outcome.row, remarks })
  return {
    status: 200,
    json,
    effects: [...outcome.effects, putRow('pas_requests', String(row.pas_id), row)],
    events: [pasEvent('pas.submitted', row), ...outcome.events],
  }
}

/**
 * Returns the response to a request for services that an earlier one already authorizes: the earlier decision, under
 * its number. The portal has no second request.
 */
function answerSatisfied(
  call: ElectronicCall,
  request: ClaimBundle,
  claim: ReadClaim,
  earlier: PriorAuth,
  responses: readonly FormAnswers[],
): ElectronicAnswer {
  const { state, context } = call
  const { auth_number } = earlier
  const row: JsonObject = { ...rowOf(state, context.at, request, claim, earlier, null), satisfied_by: auth_number }
  // The data behind the earlier decision do not change.
  const effects = responseRows(state, responses, { pas_id: String(row.pas_id), auth_number: null, at: context.at })
  const outcome = { kind: 'done' as const, row: earlier, effects, events: [] }
  return decided(call, request, row, outcome, [`Authorization ${auth_number} covers the request already.`])
}

/** The answer to a request that the payer does not take: it is kept, without a number. */
function rejection(
  { state, context }: ElectronicCall,
  request: ClaimBundle,
  claim: ReadClaim,
  errors: readonly RequestError[],
  events: ElectronicAnswer['events'] = [],
): ElectronicAnswer {
  const row: JsonObject = {
    ...rowOf(state, context.at, request, claim, undefined, null),
    errors: errors.map(({ code, message }) => ({ code, message })),
  }
  const json = writeErrors(request, { state, id: String(row.pas_id), at: context.at, errors })
  return {
    status: 200,
    json,
    effects: [putRow('pas_requests', String(row.pas_id), row)],
    events: [pasEvent('pas.submitted', row), ...(events ?? [])],
  }
}

/**
 * A row of `pas_requests`: what was asked, and the portal's number of it. The decisions are those of the portal's row.
 */
function rowOf(
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
    decision_due_at: request === undefined ? null : decisionTerm(at, claim.isUrgent),
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
