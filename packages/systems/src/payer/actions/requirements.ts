import type { JsonObject, Steps } from '@carebench/protocol'
import { isDate } from '../../calendar-date.js'
import { show } from '../../json-shape.js'
import { recordedPatient } from '../../membership/recorded-members.js'
import type { CompiledPolicy } from '../../policy/compile-policy.js'
import { decideOn, type Facts } from '../../policy/decide.js'
import type { Ask } from '../../simulator.js'
import { describeQuestion, policyFor } from '../model/determination.js'
import type { PayerState } from '../state.js'
import { findPatientPolicy } from './admission.js'
import { gatherFacts } from './policy-reading.js'
import type { PortalRequest } from './portal-actions.js'
import { type PortalAnswer, refuse, refuseAll } from './portal-answer.js'
import { readFilters } from './portal-query.js'
import { findMember } from './roster.js'

const filterNames = [
  'procedure_code',
  'patient_member_id',
  'patient_id',
  'diagnosis_code',
  'provider_npi',
  'service_date',
  'units',
  'place_of_service',
] as const

type Filters = Partial<Record<(typeof filterNames)[number], string>>

/**
 * Returns whether a service needs an authorization, and the payer's questions about it. For a member, questions that
 * the payer can already answer are left out; without a member, all possible questions of the policy are listed.
 */
export function requirements({ state, context, query }: PortalRequest): PortalAnswer | Steps<PortalAnswer> {
  const filters = readFilters<(typeof filterNames)[number]>(query, [...filterNames])
  if (!filters.ok) return refuseAll(400, filters.errors)
  const { procedure_code: code } = filters.value
  if (code === undefined) return refuse(400, 'procedure_code', 'procedure_code is required, for example 72148.')
  const { service_date: date } = filters.value
  if (date !== undefined && !isDate(date)) {
    return refuse(400, 'service_date', `service_date must be a date written YYYY-MM-DD, got ${show(date)}.`)
  }
  return answerInSteps(state, { ...filters.value, procedure_code: code }, context.at.slice(0, 10), context.ask)
}

function* answerInSteps(
  state: PayerState,
  filters: Filters & { readonly procedure_code: string },
  today: string,
  ask: Ask | undefined,
): Steps<PortalAnswer> {
  const day = filters.service_date ?? today
  const member = yield* readMember(state, filters, day, ask)
  const request = {
    ...member,
    procedure_code: filters.procedure_code,
    units: Number(filters.units ?? 1) || 1,
    additional_services: [],
    diagnosis_codes: filters.diagnosis_code?.split(',') ?? [],
    provider_npi: filters.provider_npi ?? null,
    service_date: day,
    place_of_service: filters.place_of_service ?? null,
    urgency: 'standard' as const,
    answers: {},
    documents: [],
  }
  const policy = policyFor(state.policy.policies, request, request.procedure_code)
  const isUnknown = member.patient_member_id === ''
  const facts = isUnknown ? undefined : yield* gatherFacts(state, [policy], request, ask)
  const json =
    facts === undefined
      ? listEverything(policy)
      : listRemaining(policy, (facts[policy.policy.id] ?? {}) as Facts, request)
  const people = namedIn(filters)
  const returned = people.length === 0 ? [] : [{ collection: 'portal.patients', people, shown: false }]
  return { status: 200, json: { procedure_code: filters.procedure_code, ...json }, returned }
}

/** Returns the people whom the query names. The query discloses to the payer that they may need the service. */
function namedIn({ patient_member_id: number, patient_id: patient }: Filters): readonly string[] {
  return [...(number === undefined ? [] : [number]), ...(patient === undefined ? [] : [`Patient/${patient}`])]
}

/** Lists everything that a policy can ask for. */
function listEverything(policy: CompiledPolicy): JsonObject {
  const { authorization, statements, policy: written } = policy
  const asked = [...statements.values()].filter(({ statement }) => statement.question !== undefined)
  const documents = [...statements.values()].flatMap(({ statement }) => statement.accepts?.slice(0, 1) ?? [])
  return {
    ...aboutPolicy(policy),
    requires_authorization: typeof authorization === 'boolean' ? authorization : null,
    documents: [...new Set([...(written.documents ?? []), ...documents])],
    questions: asked.map(({ name }) => describeQuestion(policy, name)),
  }
}

/** Returns the remaining questions, as in the decision on a request without answers or documents. */
function listRemaining(policy: CompiledPolicy, facts: Facts, request: Parameters<typeof decideOn>[2]): JsonObject {
  const { isRequired, missing_documents, questions } = decideOn(policy, facts, request)
  return {
    ...aboutPolicy(policy),
    requires_authorization: isRequired ?? null,
    documents: [...missing_documents],
    questions: questions.map((name) => describeQuestion(policy, name)),
  }
}

/** Returns the policy's id, title and version; nothing for a rule, which has no published id. */
function aboutPolicy({ statements, policy: { id, title, version } }: CompiledPolicy): JsonObject {
  return statements.size === 0 ? {} : { policy: { id, title, version } }
}

/** Returns the member with a number, or the one who is a patient of the chart. */
function* readMember(
  state: PayerState,
  { patient_member_id: number, patient_id: patient }: Filters,
  day: string,
  ask: Ask | undefined,
): Steps<{ patient_member_id: string; patient_dob: string | null; plan: string | null }> {
  const recorded =
    patient !== undefined && ask !== undefined
      ? yield* recordedPatient(ask, patient, { day, organization: state.organization })
      : undefined
  const born = recorded?.person.birthDate ?? null
  const memberId = number ?? recorded?.insured?.subscriber.memberId ?? ''
  const member = memberId === '' ? undefined : yield* findMember(state, memberId, day, ask)
  const plan = member && findPatientPolicy(member, born, day)?.plan
  return { patient_member_id: memberId, patient_dob: born ?? member?.subscriber.birthDate ?? null, plan: plan ?? null }
}
