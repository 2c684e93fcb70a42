import type { JsonObject } from '@carebench/protocol'
import {
  buildClaimStatusRequest,
  buildClaimStatusResponse,
  type ClaimStatus,
  type ReadClaimStatusRequest,
  readClaimStatusRequest,
} from '@carebench/x12'
import { readCall } from '../../rest/read-json.js'
import { claimStatusForm, exchangeExamples } from '../model/call-forms.js'
import type { ClaimRow } from '../model/claim-row.js'
import { bareId } from '../model/json-call.js'
import type { X12State } from '../state.js'
import { clearinghouse } from './envelope.js'
import type { Exchange, ExchangeInputs } from './exchange.js'

/** The category and code of STC01 for each status of a claim. */
const statusCodes = {
  pending: ['P1', '20'],
  paid: ['F1', '65'],
  denied: ['F2', '585'],
  unknown: ['A4', '35'],
} as const

/**
 * Claim status: the response to a 276 is a 277 on the member's claim with the payer's claim number, or else the
 * provider's: pending P1:20, paid F1:65, denied F2:585, not found A4:35.
 */
export const claimStatus: Exchange = {
  path: 'claim-status',
  set: '276',
  status: 200,
  acknowledged: false,
  example: exchangeExamples['claim-status'],
  *write(json, reference, { state, payer, members, now }) {
    const call = readCall(claimStatusForm, json)
    if ('problem' in call) return call
    const { claim_number, patient_account, patient_id } = call.value
    const knownClaim = findClaim(state, undefined, claim_number, patient_account, undefined)
    const { name, npi } = state.provider
    return buildClaimStatusRequest({
      payer,
      receiver: { name, id: npi },
      provider: { name, id: npi },
      subscriber: (yield* members.insuredOf(bareId(patient_id ?? knownClaim?.member_id ?? 'UNKNOWN'))).subscriber,
      claim: {
        trace: reference,
        ...(claim_number !== undefined && { payerClaimNumber: claim_number }),
        ...(patient_account !== undefined && { patientAccount: patient_account }),
      },
      reference,
      at: now,
    })
  },
  *settle(transaction, _from, inputs) {
    const request = readClaimStatusRequest(transaction)
    yield
    const { claim, subscriber } = request
    const found = findClaim(
      inputs.state,
      request.payer?.id,
      claim.payerClaimNumber,
      claim.patientAccount,
      subscriber?.memberId ?? '',
    )
    const status = toStatus(found, inputs.today)
    const own = inputs.of(request.payer?.id) ?? inputs
    return { json: toJson(request, found, status), replies: [respond(request, found, status, own)], effects: [] }
  },
}

function respond(
  request: ReadClaimStatusRequest,
  found: ClaimRow | undefined,
  status: ClaimStatus,
  { payer, now, today }: ExchangeInputs,
) {
  const { claim } = request
  const patientAccount = found?.patient_account ?? claim.patientAccount
  return buildClaimStatusResponse({
    payer,
    receiver: request.receiver ?? clearinghouse,
    provider: request.provider ?? { name: 'UNKNOWN', id: 'UNKNOWN' },
    subscriber: request.subscriber ?? { lastName: 'UNKNOWN', memberId: 'UNKNOWN' },
    claim: {
      trace: claim.trace ?? request.reference ?? today,
      ...(found !== undefined && { payerClaimNumber: found.claim_number }),
      ...(patientAccount !== undefined && { patientAccount }),
      ...(found?.service_date && { serviceDate: found.service_date }),
    },
    statuses: [status],
    reference: request.reference ?? today,
    at: now,
  })
}

/**
 * Returns the claim with a claim number, or else the latest with a patient account; if given, the payer and the member
 * must match too.
 */
function findClaim(
  { claims }: X12State,
  payerId: string | undefined,
  claimNumber: string | undefined,
  patientAccount: string | undefined,
  memberId: string | undefined,
): ClaimRow | undefined {
  const isMeant = (claim: ClaimRow) =>
    (memberId === undefined || claim.member_id === memberId) &&
    (payerId === undefined || claim.payer_id === null || claim.payer_id === payerId)
  const numbered = claimNumber === undefined ? undefined : claims.get(claimNumber)
  if (claimNumber !== undefined) return numbered !== undefined && isMeant(numbered) ? numbered : undefined
  let latest: ClaimRow | undefined
  for (const claim of claims.values()) {
    if (claim.patient_account === patientAccount && isMeant(claim)) latest = claim
  }
  return latest
}

function toStatus(claim: ClaimRow | undefined, today: string): ClaimStatus {
  const [category, code] = statusCodes[claim?.status ?? 'unknown']
  if (claim === undefined) return { category, code, date: today }
  const { charge, decision, received_at } = claim
  if (claim.status === 'pending' || decision === null) return { category, code, date: received_at.slice(0, 10), charge }
  const day = decision.at.slice(0, 10)
  const { paid } = decision
  return { category, code, date: day, charge, paid, paidDate: day }
}

function toJson({ claim }: ReadClaimStatusRequest, found: ClaimRow | undefined, status: ClaimStatus): JsonObject {
  return {
    status: found?.status ?? 'not_found',
    claim_number: found?.claim_number ?? claim.payerClaimNumber ?? null,
    patient_account: found?.patient_account ?? claim.patientAccount ?? null,
    category: status.category,
    code: status.code,
    charge: status.charge ?? null,
    paid: status.paid ?? null,
  }
}
