import { isResource } from '@carebench/fhir'
import type { JsonObject, Steps } from '@carebench/protocol'
import { findRecordedPatient, read, search } from '../../membership/recorded-members.js'
import { type Chart, chartOf, emptyChart } from '../../policy/chart.js'
import type { CompiledPolicy } from '../../policy/compile-policy.js'
import { readFacts } from '../../policy/decide.js'
import type { ReturnedRecord } from '../../returned-records.js'
import type { Ask } from '../../simulator.js'
import { isInNetwork, policyFor } from '../model/determination.js'
import type { Finding } from '../model/form.js'
import type { PriorAuth } from '../model/prior-auth-row.js'
import { listServices, nameFacts, servedOn } from '../model/requested-service.js'
import type { PayerState } from '../state.js'

/** The members of a request that determine its policies and their facts. */
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

/** Returns the policies with statements that apply to a request's services, without duplicates. */
export function policiesOn({ policy }: PayerState, request: ReadRequest): readonly CompiledPolicy[] {
  const items = listServices(request)
  const found = items.map((item) => policyFor(policy.policies, servedOn(request, item), item.procedure_code))
  return [...new Set(found)].filter(({ statements }) => statements.size > 0)
}

/** The facts found for policies, and the chart records that they come from. */
export interface ChartReading {
  readonly facts: NonNullable<PriorAuth['facts']>
  readonly records: readonly ReturnedRecord[]
}

/**
 * Reads in steps the facts that policies' statements need from the chart and the request; undefined without policies.
 */
export function* gatherFacts(
  state: PayerState,
  policies: readonly CompiledPolicy[],
  request: ReadRequest,
  ask: Ask | undefined,
): Steps<ChartReading['facts'] | undefined> {
  return (yield* readChart(state, policies, request, ask))?.facts
}

/** Does the same as {@link gatherFacts}, and also returns the chart records of the facts. */
export function* readChart(
  state: PayerState,
  policies: readonly CompiledPolicy[],
  request: ReadRequest,
  ask: Ask | undefined,
): Steps<ChartReading | undefined> {
  if (policies.length === 0) return undefined
  const types = new Set(policies.flatMap(({ resourceTypes }) => resourceTypes))
  const patient = types.size === 0 || ask === undefined ? undefined : yield* patientOn(state, request, ask)
  const chart = patient === undefined || ask === undefined ? emptyChart : yield* chartOn(types, patient, ask)
  const facts: ChartReading['facts'] = {}
  const isIn = isInNetwork(state.policy.plans, request)
  const known = { ...request, ...(isIn !== undefined && { in_network: isIn }) }
  for (const policy of policies) facts[policy.policy.id] = { ...(yield* readFacts(policy, chart, known)) }
  for (const item of listServices(request)) {
    const served = servedOn(known, item)
    const policy = policyFor(state.policy.policies, served, item.procedure_code)
    if (policies.includes(policy)) facts[nameFacts(policy, item)] ??= { ...(yield* readFacts(policy, chart, served)) }
  }
  const found = new Set(
    Object.values(facts).flatMap((byStatement) => Object.values(byStatement).flatMap((one) => one.found)),
  )
  const people = patient === undefined ? [] : [patient]
  const records = [...found].map((reference) => ({ collection: `fhir.${reference.split('/', 1)[0]}`, people }))
  return { facts, records: patient === undefined ? [] : records }
}

/** Returns the reference of a request's patient in the chart; undefined if the chart does not have them. */
function* patientOn(
  state: PayerState,
  { patient_member_id: memberId, patient_dob: born, service_date: day }: ReadRequest,
  ask: Ask,
): Steps<string | undefined> {
  const options = { day: day ?? '', organization: state.organization }
  const own = state.tables.get('patients')?.get(memberId)?.patient_id
  const recorded = yield* findRecordedPatient(ask, memberId, born, options)
  return recorded ?? (typeof own === 'string' ? `Patient/${own}` : undefined)
}

/** Returns a patient's resources of these types. */
function* chartOn(types: ReadonlySet<string>, patient: string, ask: Ask): Steps<Chart> {
  const resources: JsonObject[] = []
  for (const type of types) {
    const found = type === 'Patient' ? [read(ask, patient)] : yield* search(ask, type, `patient=${patient}`)
    resources.push(...found.filter((one) => one !== undefined))
  }
  return chartOf(resources.filter(isResource))
}

/** Returns the answers of a request merged with later ones; a later null removes an answer. */
export function mergeAnswers(before: JsonObject, more: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...before, ...more }).filter(([, answer]) => answer !== null))
}

/** Returns the errors in answers: those to no question of the policies, and those of the wrong type. */
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
