import type { AdmissionReason } from '../../actions/admission.js'
import { admissionRefusals } from '../../actions/rejection-code.js'
import { isProcedureCode } from '../../model/code-formats.js'
import type { Finding } from '../../model/form.js'
import { textAt } from '../fhir/element.js'
import { isServed, nameServed, type ServingPayer } from '../order/insurer.js'
import type { RequestError } from './claim-response.js'
import type { ReadClaim } from './read-claim.js'
import { type ClaimBundle, locate } from './request-bundle.js'

/** Returns the errors of a valid request that cannot be processed: X12 would reject it with an AAA segment. */
export function findClaimErrors(claim: ReadClaim, request: ClaimBundle): readonly RequestError[] {
  const errors: RequestError[] = []
  if (claim.memberId === undefined) {
    const path = `${locate(request, focalCoverage(request))}.subscriberId`
    errors.push({
      code: '72',
      message: 'The Coverage has no member number.',
      followUp: 'C',
      element: '2010C-NM109',
      path,
    })
  }
  if (!/^\d{10}$/.test(claim.provider?.npi ?? '')) {
    const message = 'The requesting provider needs its National Provider Identifier, ten digits.'
    errors.push({
      code: '43',
      message,
      followUp: 'C',
      element: '2010B-NM109',
      path: `${locate(request, request.claim.provider)}.identifier`,
    })
  }
  for (const { code, system, sequence } of claim.items) {
    const isBilling = system !== null && /ama-assn|HCPCS/i.test(system)
    if (code !== '' && (!isBilling || isProcedureCode(code))) continue
    const path = `Bundle.entry[0].resource.item[${claim.items.findIndex((one) => one.sequence === sequence)}].productOrService`
    const message = `Item ${sequence} has no code of its system: ${JSON.stringify(code)}.`
    errors.push({ code: 'AG', message, followUp: 'C', element: '2000F-SV101', path })
  }
  return errors
}

/**
 * The error of a request to another payer: neither the reference nor an identifier nor the name of its insurer is this
 * payer's. A payer whose organization is not configured takes every insurer for itself.
 */
export function findInsurerErrors(request: ClaimBundle, payer: ServingPayer): readonly RequestError[] {
  const { claim, resolve } = request
  if (isServed(claim.insurer, request, payer)) return []
  const name = textAt(resolve(claim.insurer), 'name') ?? 'not named'
  const path = locate(request, claim.insurer)
  const served = `this interface serves ${nameServed(payer)}`
  return [
    {
      code: '79',
      message: `The insurer is ${name}; ${served}. Send the request to the payer of the coverage.`,
      followUp: 'C',
      element: '2010A-NM109',
      path: path === locate(request, undefined) ? `${path}.insurer` : path,
    },
  ]
}

const elements: Readonly<Record<string, string>> = {
  patient_member_id: '2010C-NM109',
  patient_dob: '2010C-DMG02',
  service_date: '2000E-DTP03',
  provider_npi: '2010B-NM109',
}

/** Returns why the payer does not accept a request, as errors of its response. */
export function admissionErrors(findings: readonly Finding[], request: ClaimBundle): readonly RequestError[] {
  return findings.map(({ field, message, reason = '' }) => {
    const code = Object.hasOwn(admissionRefusals, reason) ? admissionRefusals[reason as AdmissionReason] : '33'
    const place = {
      patient_member_id: focalCoverage(request),
      patient_dob: request.claim.patient,
      provider_npi: request.claim.provider,
    }[field]
    return { code, message, followUp: 'C', element: elements[field] ?? '2000E', path: locate(request, place) }
  })
}

function focalCoverage({ claim }: ClaimBundle) {
  const insurance = Array.isArray(claim.insurance) ? claim.insurance : []
  const focal = insurance.find((one) => typeof one === 'object' && one !== null && 'focal' in one && one.focal === true)
  return typeof focal === 'object' && focal !== null && 'coverage' in focal ? focal.coverage : undefined
}
