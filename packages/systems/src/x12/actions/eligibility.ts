import type { JsonObject, Steps } from '@carebench/protocol'
import {
  type Benefit,
  buildEligibilityInquiry,
  buildEligibilityResponse,
  type EligibilityResponse,
  type Person,
  type ReadEligibilityInquiry,
  readEligibilityInquiry,
} from '@carebench/x12'
import { findDependent, foldName, isActiveOn, isBornAs, type Member } from '../../membership/member.js'
import { readCall } from '../../rest/read-json.js'
import { eligibilityForm, exchangeExamples } from '../model/call-forms.js'
import { bareId } from '../model/json-call.js'
import { refusalJson } from '../model/refusal-reason.js'
import { accumulated } from './accumulator.js'
import type { Exchange, ExchangeInputs } from './exchange.js'

/** EB03 for the whole plan. */
const wholePlan = '30'

/**
 * Eligibility: the response to a 270 is a 271 on the member's policy, or has an AAA: 79 another payer, 72 no member id,
 * 75 unknown member id, 73 another name, 71 another date of birth, 67 no such dependent.
 */
export const eligibility: Exchange = {
  path: 'eligibility',
  set: '270',
  status: 200,
  acknowledged: false,
  example: exchangeExamples.eligibility,
  *write(json, reference, { state, payer, members, now }) {
    const call = readCall(eligibilityForm, json)
    if ('problem' in call) return call
    const { patient_id, member_id, service_type, date } = call.value
    const { name, npi } = state.provider
    return buildEligibilityInquiry({
      payer,
      provider: { name, id: npi },
      ...(yield* members.insuredOf(bareId(patient_id), member_id)),
      serviceTypes: [service_type ?? wholePlan],
      ...(date !== undefined && { date }),
      reference,
      at: now,
    })
  },
  *settle(transaction, _from, inputs) {
    const inquiry = readEligibilityInquiry(transaction)
    yield
    const own = inputs.of(inquiry.payer?.id)
    const { payer } = own ?? inputs
    const decided = yield* decide(inquiry, own)
    const { reference, originator } = inquiry
    const response: EligibilityResponse = {
      payer,
      provider: inquiry.provider ?? { name: 'UNKNOWN', id: 'UNKNOWN' },
      subscriber: decided.subscriber ?? { lastName: 'UNKNOWN' },
      ...(decided.dependent && { dependent: decided.dependent }),
      ...('refusal' in decided
        ? { refusal: { code: decided.refusal } }
        : { benefits: decided.benefits, ...(decided.plan && { plan: decided.plan }) }),
      reference: reference ?? inputs.today,
      ...(originator !== undefined && { originator }),
      at: inputs.now,
    }
    return { json: toJson(response, decided), replies: [buildEligibilityResponse(response)], effects: [] }
  },
}

type Decided = Pick<EligibilityResponse, 'plan' | 'dependent'> & {
  readonly subscriber: ReadEligibilityInquiry['subscriber']
} & ({ readonly refusal: string } | { readonly active: boolean; readonly benefits: readonly Benefit[] })

function* decide(inquiry: ReadEligibilityInquiry, own: ExchangeInputs | undefined): Steps<Decided> {
  const { subscriber, dependent, serviceTypes } = inquiry
  const refuse = (refusal: string): Decided => ({ subscriber, refusal })
  if (own === undefined) return refuse('79')
  const { members, today } = own
  if (subscriber?.memberId === undefined) return refuse('72')
  const member = yield* members.ofMember(subscriber.memberId)
  if (member === undefined) return refuse('75')
  const mismatch = findMismatch(subscriber, member)
  if (mismatch !== undefined) return refuse(mismatch)
  const day = inquiry.date ?? today
  const patient = dependent === undefined ? member : findDependent(member, dependent, day)
  if (patient === undefined) return { ...refuse('67'), ...(dependent && { dependent }) }
  const { policy } = patient
  const asked = serviceTypes.length === 0 ? [wholePlan] : serviceTypes
  const active = isActiveOn(policy, day)
  const coverage: Benefit = {
    code: active ? '1' : '6',
    coverageLevel: 'IND',
    serviceTypes: [...new Set(asked)],
    ...(policy.plan !== undefined && { plan: policy.plan }),
  }
  const concerned = active ? policy.shares.filter((share) => concerns(share, asked)) : []
  const shares = accumulated(own.state, own.payer, subscriber.memberId, concerned)
  const { begin, end } = policy
  return {
    subscriber: member.subscriber,
    ...('person' in patient && { dependent: patient.person }),
    active,
    benefits: [coverage, ...shares, ...(active && asked.includes(wholePlan) ? coveredServices(policy.shares) : [])],
    ...(begin !== undefined && { plan: { begin, ...(end !== undefined && begin <= end && { end }) } }),
  }
}

/**
 * Returns the benefit that lists the service types of a plan, for an inquiry about the whole plan (section 1.4.7.1 of
 * the guide, X12 RFI 1911).
 */
function coveredServices(shares: readonly Benefit[]): readonly Benefit[] {
  const covered = new Set(
    shares.flatMap(({ code, serviceTypes }) => (code === 'I' ? [] : serviceTypes)).filter((type) => type !== wholePlan),
  )
  return covered.size === 0 ? [] : [{ code: '1', coverageLevel: 'IND', serviceTypes: [...covered].sort() }]
}

function findMismatch(asked: Person, { subscriber }: Member): string | undefined {
  if (foldName(asked.lastName) !== foldName(subscriber.lastName.slice(0, 60))) return '73'
  return isBornAs(asked, subscriber) ? undefined : '71'
}

function concerns({ serviceTypes }: Benefit, asked: readonly string[]): boolean {
  return (
    asked.includes(wholePlan) ||
    serviceTypes.some((serviceType) => serviceType === wholePlan || asked.includes(serviceType))
  )
}

function toJson({ subscriber, dependent, plan }: EligibilityResponse, decided: Decided): JsonObject {
  const refused = 'refusal' in decided
  return {
    status: refused ? 'rejected' : decided.active ? 'active' : 'inactive',
    member: { member_id: subscriber.memberId ?? null, ...personJson(subscriber) },
    dependent: dependent === undefined ? null : personJson(dependent),
    plan: plan === undefined ? null : { begin: plan.begin, end: plan.end ?? null },
    benefits: refused ? [] : decided.benefits.map(benefitJson),
    errors: refused ? [refusalJson(decided.refusal)] : [],
  }
}

function personJson({ lastName, firstName, birthDate }: Person): JsonObject {
  return { last_name: lastName, first_name: firstName ?? null, birth_date: birthDate ?? null }
}

function benefitJson(benefit: Benefit): JsonObject {
  return {
    code: benefit.code,
    coverage_level: benefit.coverageLevel ?? null,
    service_types: [...benefit.serviceTypes],
    plan: benefit.plan ?? null,
    period: benefit.period ?? null,
    amount: benefit.amount ?? null,
    percent: benefit.percent ?? null,
    in_network: benefit.inNetwork ?? null,
    message: benefit.message ?? null,
  }
}
