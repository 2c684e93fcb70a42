import type { JsonObject, Steps } from '@carebench/protocol'
import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import { decideOn, type Facts } from '../../../policy/decide.js'
import type { ReturnedRecord } from '../../../returned-records.js'
import type { Ask } from '../../../simulator.js'
import { readChart } from '../../actions/policy-reading.js'
import { isInNetwork, judgesNetwork, policyFor, usedUnits } from '../../model/determination.js'
import type { PayerState } from '../../state.js'
import { systems } from '../fhir/urls.js'
import { createCanonical, hasQuestionnaire } from '../form/questionnaire.js'
import { findApproval } from '../order/approval.js'
import { type CoveredMember, type Lapse, policyRequest } from '../order/covered-member.js'
import type { ReadOrder } from '../order/order.js'

/**
 * A payer's assertion about the coverage of an order. The members are those of the `ext-coverage-information`
 * extension.
 */
export interface Assertion {
  readonly covered: 'covered' | 'not-covered' | 'conditional' | 'indeterminate'
  readonly paNeeded?: 'no-auth' | 'auth-needed' | 'satisfied' | 'performpa' | 'conditional' | 'indeterminate'
  readonly docNeeded: readonly string[]
  readonly infoNeeded: readonly string[]
  readonly reasons: readonly AssertionReason[]
  readonly details: readonly JsonObject[]
  readonly questionnaires: readonly string[]
  readonly satisfiedId?: string
  readonly expiry?: string
  /** The policy behind the assertion; undefined if no policy with statements applies. */
  readonly policy?: CompiledPolicy
  /** The chart records behind the assertion; the response does not show them. */
  readonly examined?: readonly ReturnedRecord[]
}

/** A code of the guide, with or without text, or the payer's own text. */
export type AssertionReason = { readonly code: string; readonly text?: string } | { readonly text: string }

const nothing = { docNeeded: [], infoNeeded: [], reasons: [], details: [], questionnaires: [] } as const

/** Returns the assertion that an order is not covered. */
export function notCovered(lapse: Lapse): Assertion {
  return { ...nothing, covered: 'not-covered', reasons: [lapse] }
}

/** The circumstances of an assertion. */
export interface AssertionPlace {
  readonly today: string
  readonly ask: Ask | undefined
  /** Whether clinicians may be asked for documentation at this hook. */
  readonly mayAsk: boolean
}

/**
 * Predicts in steps how the payer would decide on a member's order: whether an authorization is needed, and which
 * questions the payer would ask. Reads the same policies and requests as the portal, so the assertion agrees with the
 * later determination.
 */
export function* assertCoverage(
  state: PayerState,
  order: ReadOrder,
  member: CoveredMember,
  { today, ask, mayAsk }: AssertionPlace,
): Steps<Assertion> {
  const { code } = order
  if (code === undefined) {
    const text = 'The order names no service: the payer needs its CPT or HCPCS code.'
    return conditional('detail-code', { text })
  }
  const day = order.serviceDate ?? today
  const satisfied = findApproval(state, member, { code: code.code, units: order.units }, day)
  if (satisfied !== undefined) {
    const { valid_until: end } = satisfied.item
    return {
      ...nothing,
      covered: 'covered',
      paNeeded: 'satisfied',
      satisfiedId: satisfied.request.auth_number,
      ...(end !== null && { expiry: end }),
    }
  }
  const asPerformed = policyRequest(member, order, today)
  const request = {
    ...asPerformed,
    provider_npi: order.requester?.npi ?? asPerformed.provider_npi,
    urgency: order.isUrgent ? ('expedited' as const) : ('standard' as const),
    answers: {},
    documents: [],
  }
  const claimed = state.electronic.coverageClaims.get(code.code)
  if (claimed !== undefined) return { ...nothing, covered: 'covered', paNeeded: claimed }
  const policy = policyFor(state.policy.policies, request, code.code)
  const isIn = isInNetwork(state.policy.plans, asPerformed)
  if (!judgesNetwork(policy) && isIn !== true) {
    const text = `The performer is not in the network of ${member.plan}.`
    const unknown = `The order names no performer: ${member.plan} covers those of its network.`
    return conditional('performer', isIn === undefined ? { text: unknown } : { code: 'auth-out-network', text })
  }
  const hasStatements = policy.statements.size > 0
  const reading = hasStatements ? yield* readChart(state, [policy], asPerformed, ask) : undefined
  const others = () => state.requests.find('patient_member_id', member.patient_member_id)
  const limits = {
    coverage_end: member.coverage_end,
    approved_units: null,
    used_units: usedUnits(policy, request, { others }),
  }
  const decision = decideOn(policy, (reading?.facts[policy.policy.id] ?? {}) as Facts, request, limits)
  const examined = reading?.records.map((one) => ({ ...one, shown: false })) ?? []
  const own = { ...(hasStatements && { policy }), details: listDetails(policy), examined }
  if (decision.isRequired === false && decision.outcome === 'denied') {
    const reasons = decision.reason === null ? [] : [{ text: decision.reason }]
    return { ...nothing, ...own, covered: 'covered', paNeeded: 'auth-needed', reasons }
  }
  if (decision.isRequired === false) {
    const isGold = decision.outcome !== 'not_required'
    const reasons = isGold ? [{ code: 'gold-card' }] : []
    return { ...nothing, ...own, covered: 'covered', paNeeded: 'no-auth', reasons }
  }
  const documents = decision.missing_documents
  const isAsked = mayAsk && (decision.questions.length > 0 || documents.length > 0)
  const asked = {
    docNeeded: isAsked ? ['clinical'] : [],
    questionnaires: isAsked && hasQuestionnaire(policy) ? [createCanonical(policy)] : [],
  }
  if (decision.isRequired === undefined) {
    const text = 'Whether an authorization is needed depends on what the questionnaire asks.'
    return { ...conditional('OTH', { text }), ...own, covered: 'covered', ...asked }
  }
  const wanted = documents.length > 0 ? [{ text: `Documents: ${documents.join(', ').replaceAll('_', ' ')}.` }] : []
  const reasons = isAsked
    ? [...wanted, { text: 'The payer decides by the documentation that goes with the request.' }].slice(0, 1)
    : []
  return { ...nothing, ...own, covered: 'covered', paNeeded: 'auth-needed', ...asked, reasons }
}

function conditional(info: string, reason: AssertionReason): Assertion {
  return { ...nothing, covered: 'conditional', paNeeded: 'conditional', infoNeeded: [info], reasons: [reason] }
}

function listDetails({ policy: { limits } }: CompiledPolicy): readonly JsonObject[] {
  if (limits?.units === undefined) return []
  const days =
    limits.period_days === undefined ? [] : [{ url: 'qualification', valueString: `In ${limits.period_days} days.` }]
  const code = { coding: [{ system: systems.coverageInformation, code: 'allowed-quantity' }] }
  return [
    {
      url: 'detail',
      extension: [
        { url: 'category', valueCode: 'cat-limitation' },
        { url: 'code', valueCodeableConcept: code },
        { url: 'value', valueQuantity: { value: limits.units } },
        ...days,
      ],
    },
  ]
}
