import type { AdmissionReason } from '../../actions/admission.js'
import { admissionRefusals } from '../../actions/rejection-code.js'
import { isProcedureCode } from '../../model/code-formats.js'
import type { Finding } from '../../model/form.js'
import { isBillingSystem, objectsIn, textAt } from '../fhir/element.js'
import { isCoverageServed, isServed, nameServed, type ServingPayer } from '../order/insurer.js'
import { type RequestError, requestError } from './claim-response.js'
import type { ReadClaim } from './read-claim.js'
import { type ClaimBundle, locate } from './request-bundle.js'

/** Returns the errors of a valid request that cannot be processed: X12 would reject it with an AAA segment. */
export function findClaimErrors(claim: ReadClaim, request: ClaimBundle): readonly RequestError[] {
  const errors: RequestError[] = []
  if (claim.memberId === undefined) {
    const path = `${locate(request, focalCoverage(request))}.subscriberId`
    errors.push(requestError('72', 'The Coverage has no member number.', '2010C-NM109', path))
  }
  if (!/^\d{10}$/.test(claim.provider?.npi ?? '')) {
    const message = 'The requesting provider needs its National Provider Identifier, ten digits.'
    errors.push(requestError('43', message, '2010B-NM109', `${locate(request, request.claim.provider)}.identifier`))
  }
  for (const [index, { code, system, sequence }] of claim.items.entries()) {
    if (code !== '' && (!isBillingSystem(system ?? '') || isProcedureCode(code))) continue
    const path = `Bundle.entry[0].resource.item[${index}].productOrService`
    const message = `Item ${sequence} has no code of its system: ${JSON.stringify(code)}.`
    errors.push(requestError('AG', message, '2000F-SV101', path))
  }
  return errors
}

/**
 * Returns the errors of a request whose insurer, or whose Coverage's payor, is another payer. Hooks and questionnaires
 * check the Coverage in the same way.
 */
export function findInsurerErrors(request: ClaimBundle, payer: ServingPayer): readonly RequestError[] {
  const { insurer } = request.claim
  const coverage = focalCoverage(request)
  const served = () => `this interface serves ${nameServed(payer)}. Send the request to the payer of the coverage.`
  if (!isServed([insurer], request, payer)) {
    const name = textAt(request.resolve(insurer), 'name') ?? 'not named'
    const path =
      request.findEntry(insurer) === undefined ? 'Bundle.entry[0].resource.insurer' : locate(request, insurer)
    return [requestError('79', `The insurer is ${name}; ${served()}`, '2010A-NM109', path)]
  }
  if (isCoverageServed(request.resolve(coverage), request, payer)) return []
  const path = `${locate(request, coverage)}.payor`
  return [requestError('79', `The Coverage is of another payer; ${served()}`, '2010A-NM109', path)]
}

const elements: Readonly<Record<string, string>> = {
  patient_member_id: '2010C-NM109',
  patient_dob: '2010C-DMG02',
  service_date: '2000E-DTP03',
  provider_npi: '2010B-NM109',
}

/** Converts the reasons of a refused admission to errors of the ClaimResponse. */
export function admissionErrors(findings: readonly Finding[], request: ClaimBundle): readonly RequestError[] {
  return findings.map(({ field, message, reason = '' }) => {
    const code = Object.hasOwn(admissionRefusals, reason) ? admissionRefusals[reason as AdmissionReason] : '33'
    const place = {
      patient_member_id: focalCoverage(request),
      patient_dob: request.claim.patient,
      provider_npi: request.claim.provider,
    }[field]
    return requestError(code, message, elements[field], locate(request, place))
  })
}

function focalCoverage({ claim }: ClaimBundle) {
  return objectsIn(claim.insurance).find(({ focal }) => focal === true)?.coverage
}
