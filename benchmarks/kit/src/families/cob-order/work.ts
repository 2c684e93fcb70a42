import type { JsonObject } from '@carebench/protocol'
import {
  add,
  type Closing,
  closedMembers,
  closeTask,
  get,
  namedDocument,
  patchChart,
  post,
  put,
} from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { askInEdi, type EligibilityQuestion } from '../../builders/eligibility-inquiry.js'
import { tradingPartners } from '../../clinic/clearinghouse.js'
import {
  coordinationReasonSystem,
  coordinationReasons,
  type MissingFact,
  missingFactSystem,
} from '../../clinic/coordination.js'
import { today } from '../../clinic/today.js'
import type { SolutionCall } from '../../task.js'
import type { Branch, Case, Course, Facts, Policy } from './facts.js'
import { coverageResource, workItem } from './records.js'

/** Asks the payer of a policy about its beneficiary, in JSON. `changes` replace members of the body. */
export function ask({ payer, number, beneficiary }: Policy, changes: JsonObject = {}): SolutionCall {
  return post('clearinghouse/eligibility', {
    patient_id: beneficiary.id,
    member_id: number,
    payer_id: tradingPartners[payer].id,
    service_type: '30',
    date: today,
    ...changes,
  })
}

export function toQuestion({ payer, number, subscriber, beneficiary }: Policy): EligibilityQuestion {
  const dependent = subscriber === beneficiary ? undefined : beneficiary
  return { payer, number, subscriber, dependent, serviceType: '30', day: today }
}

/** Writes on a policy whether it pays first (1) or second (2). */
export function rank({ id }: Policy, order: number): SolutionCall {
  return patchChart(`Coverage/${id}`, add('/order', order))
}

/** Returns how to close a work item with a reason. */
export function closingFor({ branch, missing }: Pick<Course, 'branch' | 'missing'>): Closing {
  return {
    status: coordinationReasons[branch].status,
    outcome: [coordinationReasonSystem, branch],
    reason: missing !== null && [missingFactSystem, missing],
  }
}

/** Closes the work item with the reason, and names the document that decided. */
export function closeItem({ taskId }: Case, { branch, missing = null, document }: Reason): SolutionCall {
  return closeTask(taskId, closingFor({ branch, missing }), namedDocument(document))
}

/** What to write on a work item when closing it. */
export interface Reason {
  readonly branch: Branch
  readonly missing?: MissingFact | null
  readonly document: string
}

/** Returns the calls that ask and write by the handbook. */
export function courseCalls({ patient, pair, course }: Facts): readonly SolutionCall[] {
  return [...pair.map((policy) => ask(policy)), ...courseWrites(course, patient)]
}

/** Returns the same calls, with the inquiries in EDI. */
export function courseInEdi({ patient, pair, course }: Facts): readonly SolutionCall[] {
  const inEdi = pair.map((policy, index) => askInEdi(toQuestion(policy), 960000001 + index))
  return [...inEdi, ...courseWrites(course, patient)]
}

export function courseWrites(course: Course, patient: Case): readonly SolutionCall[] {
  return [...course.order.map((policy, index) => rank(policy, index + 1)), closeItem(patient, course)]
}

/** Returns the same work with the payers in reverse order, whole resources, and the Task before the policies. */
export function otherCourseCalls({ patient, pair, course }: Facts): readonly SolutionCall[] {
  return [
    ...pair.toReversed().map((policy) => ask(policy)),
    put(`fhir/Task/${patient.taskId}`, {
      ...workItem(patient),
      ...closedMembers(closingFor(course)),
      ...namedDocument(course.document),
    }),
    ...course.order.map((policy, index) => put(`fhir/Coverage/${policy.id}`, coverageResource(policy, index + 1))),
  ]
}

/** Returns the calls that read, before anything is written. */
export function readings({ patient, relatives }: Facts): readonly SolutionCall[] {
  const { id, mrn } = patient.person
  const own = relatives.filter(({ child }) => child === patient.person)
  return collect<SolutionCall>(
    get('files/inbox/handbook/coordination.txt'),
    get('files/inbox/handbook/clearinghouse.txt'),
    get(`fhir/Patient?identifier=${mrn}`),
    get(`fhir/Task?patient=Patient/${id}&status=requested`),
    get(`fhir/Coverage?beneficiary=Patient/${id}`),
    get(`fhir/DocumentReference?subject=Patient/${id}`),
    relatives.length > 0 && get(`fhir/RelatedPerson?patient=Patient/${id}`),
    own.map(({ person }) => get(`fhir/Patient?identifier=${person.mrn}`)),
  )
}

/**
 * Returns calls that ask about every policy and mark it as first, and close every work item by the birthday rule.
 */
export function makeFlood({ patient, others, policies, questionnaires }: Facts): readonly SolutionCall[] {
  const document = questionnaires.toSorted((one, other) => one.age - other.age)[0]?.id ?? ''
  return [
    ...policies.flatMap((policy) => [ask(policy), rank(policy, 1)]),
    ...[patient, ...others].map((one) => closeItem(one, { branch: 'birthday-rule', document })),
  ]
}
