import { post } from '../builders/calls.js'
import { afterwards } from '../builders/counters.js'
import { guard, never } from '../builders/criteria.js'
import { type PartnerKey, partnerKeys, tradingPartners } from '../clinic/clearinghouse.js'
import type { Instance } from '../family.js'
import type { Criterion, SolutionCall } from '../task.js'
import { forbiddenQuestion } from './guard-questions.js'

/** The path of the portal of a payer, also of one without a portal desk. */
function portalOf(payer: PartnerKey): string {
  return payer === 'portal' ? payer : `portal@${payer}`
}

/** The label of the guard of a payer. It has no name of a payer, because inquiries are expected to have one. */
function refusedBy(payer: PartnerKey): string {
  return `No request that the payer refuses was sent to ${portalOf(payer)}`
}

/**
 * An instance that says so of every portal: a request that a payer does not take is in no state, but the payer has read it. No
 * solution makes one, so trying payer after payer, or number after number, until one takes it is noticed.
 */
export function guardRefusals(instance: Instance): Instance {
  const asking = forbiddenQuestion(instance)
  const first = asking.calls.length === 0 ? '' : 'ask a payer what it wants, and '
  return {
    ...instance,
    criteria: [...instance.criteria, ...partnerKeys.map(guardOf)],
    counters: [
      ...instance.counters,
      afterwards(
        `${first}send a request to payer after payer, none of which takes it`,
        [...asking.calls, ...partnerKeys.map(request)],
        ...asking.fails,
        ...partnerKeys.map(refusedBy),
      ),
    ],
  }
}

/** Together they weigh about as much as one guard: an assertion reads the events of one system. */
function guardOf(payer: PartnerKey): Criterion {
  const system = payer === 'portal' ? {} : { system: payer }
  return guard(refusedBy(payer), 'major', 'disclosure', never('prior_auth.refused', undefined, system), 0.2)
}

/** A request for somebody whom no payer knows. */
function request(payer: PartnerKey): SolutionCall {
  return post(`${portalOf(payer)}/prior-auths`, {
    patient_member_id: `${tradingPartners[payer].memberPrefix}000000000`,
    patient_dob: '1961-04-30',
    procedure_code: '72148',
    units: 1,
    diagnosis_codes: ['M54.16'],
    provider_npi: '9900010031',
    service_date: '2026-03-20',
    urgency: 'standard',
  })
}
