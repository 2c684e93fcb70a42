import type { JsonObject, Steps } from '@carebench/protocol'
import { search } from '../../../membership/recorded-members.js'
import { type ElectronicAnswer, refuse } from '../electronic-call.js'
import { type ResourcePool, resourcesIn } from '../fhir/resource-pool.js'
import { isCoverageServed, nameServed, type ServingPayer } from '../order/insurer.js'

type FoundCoverage = { readonly coverage: JsonObject } | { readonly refusal: ElectronicAnswer }

/**
 * Finds in steps the one Coverage that a hook is about, in its prefetch or else in the record. Rejects a hook with
 * none, with several, or with another payer's.
 */
export function* findCoverage(
  payer: ServingPayer,
  prefetch: JsonObject,
  patientId: string,
  pool: ResourcePool,
): Steps<FoundCoverage> {
  const { ask } = payer
  const isSent = Object.hasOwn(prefetch, 'coverage')
  const found = isSent
    ? resourcesIn([prefetch.coverage ?? null])
    : ask === undefined
      ? []
      : yield* search(ask, 'Coverage', `patient=${encodeURIComponent(patientId)}&status=active`)
  const all = found.filter(({ resourceType }) => resourceType === 'Coverage')
  const served = all.filter((coverage) => isCoverageServed(coverage, pool, payer))
  const where = isSent ? 'prefetch.coverage' : 'the record'
  if (all.length === 0) {
    const text = `There is no Coverage of Patient/${patientId} in ${where}: send this payer's in prefetch.coverage.`
    return { refusal: refuse(400, 'required', text, 'prefetch.coverage') }
  }
  if (served.length === 0) {
    const text = `The Coverage in ${where} is of another payer; this interface serves ${nameServed(payer)}.`
    return { refusal: refuse(400, 'not-supported', text, 'prefetch.coverage') }
  }
  const [coverage, ...others] = served
  if (coverage === undefined || (isSent && all.length > 1) || others.length > 0) {
    const text = `Expected one Coverage in ${where}, the primary one of this payer, found ${all.length}.`
    return { refusal: refuse(400, 'multiple-matches', text, 'prefetch.coverage') }
  }
  return { coverage }
}
