import { isResource } from '@carebench/fhir'
import type { JsonObject, Steps } from '@carebench/protocol'
import { read, recordedPatientOf, search } from '../../membership/recorded-members.js'
import { type Chart, chartOf, emptyChart } from '../../policy/chart.js'
import type { CompiledPolicy } from '../../policy/compile-policy.js'
import { readFacts } from '../../policy/decide.js'
import type { Ask } from '../../simulator.js'
import { isInNetwork, policyFor, requestedItems } from '../model/determination.js'
import type { Finding } from '../model/form.js'
import type { PriorAuth } from '../model/prior-auth-row.js'
import type { PayerState } from '../state.js'

/** What is read of a request to know its policies and their facts. */
export type ReadRequest = Pick<
  PriorAuth,
  | 'patient_member_id'
  | 'patient_dob'
  | 'plan'
  | 'procedure_code'
  | 'units'
  | 'additional_services'
  | 'diagnosis_codes'
  | 'service_date'
  | 'provider_npi'
  | 'performer_npi'
  | 'place_of_service'
>

/** Returns the policies with statements that a request's services come under, each once. */
export function policiesOn({ policy }: PayerState, request: ReadRequest): readonly CompiledPolicy[] {
  const found = requestedItems(request).map(({ procedure_code }) => {
    return policyFor(policy.policies, { ...request, procedure_code })
  })
  return [...new Set(found)].filter(({ statements }) => statements.size > 0)
}

/**
 * Reads what the chart and the request say of policies' statements, in steps; undefined if there is nothing to read.
 */
export function* factsOf(
  state: PayerState,
  policies: readonly CompiledPolicy[],
  request: ReadRequest,
  ask: Ask | undefined,
): Steps<NonNullable<PriorAuth['facts']> | undefined> {
  if (policies.length === 0) return undefined
  const chart = yield* chartOn(state, policies, request, ask)
  const facts: NonNullable<PriorAuth['facts']> = {}
  const isIn = isInNetwork(state.policy.plans, request)
  const known = { ...request, ...(isIn !== undefined && { in_network: isIn }) }
  for (const policy of policies) facts[policy.policy.id] = { ...(yield* readFacts(policy, chart, known)) }
  return facts
}

/** The resources that policies ask for, of the patient of a request. */
function* chartOn(
  state: PayerState,
  policies: readonly CompiledPolicy[],
  { patient_member_id: memberId, patient_dob: born, service_date: day }: ReadRequest,
  ask: Ask | undefined,
): Steps<Chart> {
  const types = new Set(policies.flatMap(({ resourceTypes }) => resourceTypes))
  if (types.size === 0 || ask === undefined) return emptyChart
  const options = { day: day ?? '', organization: state.organization }
  const own = state.tables.get('patients')?.get(memberId)?.patient_id
  const recorded = yield* recordedPatientOf(ask, memberId, born, options)
  const patient = recorded ?? (typeof own === 'string' ? `Patient/${own}` : undefined)
  if (patient === undefined) return emptyChart
  const resources: JsonObject[] = []
  for (const type of types) {
    const found = type === 'Patient' ? [read(ask, patient)] : yield* search(ask, type, `patient=${patient}`)
    resources.push(...found.filter((one) => one !== undefined))
  }
  return chartOf(resources.filter(isResource))
}

/** The answers of a request after more of them; null takes one back. */
export function mergeAnswers(before: JsonObject, more: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...before, ...more }).filter(([, answer]) => answer !== null))
}

/** Returns what is wrong with answers: those to no question of the policies, and those of another type. */
export function findAnswerFaults(policies: readonly CompiledPolicy[], answers: JsonObject): readonly Finding[] {
  const asked = policies.flatMap(({ statements }) =>
    [...statements.values()].filter(({ statement }) => statement.question !== undefined),
  )
  return Object.entries(answers).flatMap(([name, answer]) => {
    const field = `answers.${name}`
    const own = asked.filter((one) => one.name === name)
    if (own.length === 0) {
      const known = [...new Set(asked.map((one) => one.name))].join(', ') || 'none'
      return [{ field, message: `${field} answers no question. The questions about these services are: ${known}.` }]
    }
    const fault = own.flatMap((one) => one.findAnswerFault(answer) ?? [])[0]
    return fault === undefined ? [] : [{ field, message: `${field} ${fault}.` }]
  })
}
