import type { JsonObject, JsonValue } from '@carebench/protocol'
import { askInEdi, type EligibilityQuestion } from '../../builders/eligibility-inquiry.js'
import { tradingPartners } from '../../clinic/clearinghouse.js'
import {
  type CoordinationReason,
  coordinationReasonSystem,
  coordinationReasons,
  type MissingFact,
  missingFactSystem,
} from '../../clinic/coordination.js'
import { today } from '../../clinic/today.js'
import type { SolutionCall } from '../../task.js'
import type { Case, Course, Facts, Policy } from './facts.js'
import { coverageResource, workItem } from './records.js'

const patchType = { 'content-type': 'application/json-patch+json' }

/** Asks the payer of a policy about its beneficiary. */
export function ask({ payer, number, beneficiary }: Policy, changes: JsonObject = {}): SolutionCall {
  return {
    method: 'POST',
    path: 'clearinghouse/eligibility',
    body: {
      patient_id: beneficiary.id,
      member_id: number,
      payer_id: tradingPartners[payer].id,
      service_type: '30',
      date: today,
      ...changes,
    },
  }
}

export function questionOf({ payer, number, subscriber, beneficiary }: Policy): EligibilityQuestion {
  const dependent = subscriber === beneficiary ? undefined : beneficiary
  return { payer, number, subscriber, dependent, serviceType: '30', day: today }
}

/** Gives a policy its place. */
export function rank({ id }: Policy, order: number): SolutionCall {
  return {
    method: 'PATCH',
    path: `fhir/Coverage/${id}`,
    headers: patchType,
    body: [{ op: 'add', path: '/order', value: order }],
  }
}

function closingOf(reason: CoordinationReason, missing: MissingFact | null): JsonObject {
  return {
    status: coordinationReasons[reason].status,
    businessStatus: { coding: [{ system: coordinationReasonSystem, code: reason }] },
    ...(missing !== null && { statusReason: { coding: [{ system: missingFactSystem, code: missing }] } }),
  }
}

/** Records the reason on the work item. */
export function closeItem(
  { taskId }: Case,
  reason: CoordinationReason,
  missing: MissingFact | null = null,
): SolutionCall {
  const body: JsonValue[] = Object.entries(closingOf(reason, missing)).map(([name, value]) => ({
    op: name === 'status' ? 'replace' : 'add',
    path: `/${name}`,
    value: value ?? null,
  }))
  return { method: 'PATCH', path: `fhir/Task/${taskId}`, headers: patchType, body }
}

/** The calls that ask and write, as the handbook says. */
export function courseCalls({ patient, pair, course }: Facts): readonly SolutionCall[] {
  return [...pair.map((policy) => ask(policy)), ...courseWrites(course, patient)]
}

/** The same with the inquiries in EDI. */
export function courseInEdi({ patient, pair, course }: Facts): readonly SolutionCall[] {
  const inEdi = pair.map((policy, index) => askInEdi(questionOf(policy), 960000001 + index))
  return [...inEdi, ...courseWrites(course, patient)]
}

export function courseWrites({ branch, order, missing }: Course, patient: Case): readonly SolutionCall[] {
  return [...order.map((policy, index) => rank(policy, index + 1)), closeItem(patient, branch, missing)]
}

/** The same the other way round, with whole resources. */
export function otherCourseCalls({ patient, pair, course }: Facts): readonly SolutionCall[] {
  const { branch, order, missing } = course
  return [
    ...pair.toReversed().map((policy) => ask(policy)),
    {
      method: 'PUT',
      path: `fhir/Task/${patient.taskId}`,
      body: { ...workItem(patient), ...closingOf(branch, missing) } as JsonObject,
    },
    ...order.map((policy, index): SolutionCall => {
      return { method: 'PUT', path: `fhir/Coverage/${policy.id}`, body: coverageResource(policy, index + 1) }
    }),
  ]
}

/** What is read before anything is written. */
export function readings({ patient, relatives }: Facts): readonly SolutionCall[] {
  const get = (path: string): SolutionCall => ({ method: 'GET', path })
  const { id, mrn } = patient.person
  return [
    get('files/inbox/handbook/coordination.txt'),
    get('files/inbox/handbook/clearinghouse.txt'),
    get(`fhir/Patient?identifier=${mrn}`),
    get(`fhir/Task?patient=Patient/${id}&status=requested`),
    get(`fhir/Coverage?beneficiary=Patient/${id}`),
    get(`fhir/DocumentReference?subject=Patient/${id}`),
    ...(relatives.length === 0
      ? []
      : [
          get(`fhir/RelatedPerson?patient=Patient/${id}`),
          ...relatives
            .filter(({ child }) => child === patient.person)
            .map(({ person }) => get(`fhir/Patient?identifier=${person.mrn}`)),
        ]),
  ]
}

/** Everybody is asked about, and every policy is put first. */
export function floodOf({ patient, others, policies }: Facts): readonly SolutionCall[] {
  return [
    ...policies.flatMap((policy) => [ask(policy), rank(policy, 1)]),
    ...[patient, ...others].map((one) => closeItem(one, 'birthday-rule')),
  ]
}
