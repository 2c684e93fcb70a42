import type { JsonObject, JsonValue } from '@carebench/protocol'
import { base64 } from '../../base64.js'
import {
  authorizationNumberSystem,
  documentTypeSystem,
  type Outcome,
  outcomeSystem,
  outcomes,
} from '../../clinic/handbook.js'
import { askRequirements, type Order, orderResource } from '../../clinic/orders.js'
import { type Paper, paperText } from '../../clinic/papers.js'
import { type PaperType, type PayerKey, portalPath } from '../../clinic/payer-rules.js'
import { fullName, type Person } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import type { SolutionCall } from '../../task.js'
import { type Course, type Facts, isAsked, isSent, type LookAlike } from './facts.js'
import { workItem } from './records.js'

const patchType = { 'content-type': 'application/json-patch+json' }

/** A request as somebody would send it. */
export interface Submission {
  readonly payer: PayerKey
  readonly person: Person
  readonly memberId: string
  readonly order: Order
  readonly codes: readonly string[]
  readonly papers: readonly Paper[]
  /** Changes to the body, for mistakes. */
  readonly changes?: JsonObject
}

export function submissionOf(
  { order, papers }: Pick<Course, 'order' | 'papers'>,
  policy: Policy,
  person: Person,
): Submission {
  return { payer: policy.payer, person, memberId: policy.memberId, order, codes: [order.problem.code], papers }
}

export function requestBody({ person, memberId, order, codes, papers, changes }: Submission): JsonObject {
  return {
    patient_member_id: memberId,
    patient_name: fullName(person),
    patient_dob: person.birthDate,
    procedure_code: order.service.code,
    units: order.units,
    diagnosis_codes: [...codes],
    provider_npi: order.clinician.npi,
    service_date: order.serviceDate,
    urgency: order.urgent ? 'expedited' : 'standard',
    attachments: attachmentsOf(papers, person),
    ...changes,
  }
}

/** Documents as they are attached. */
export function attachmentsOf(papers: readonly Paper[], person: Person) {
  return papers.map((paper) => ({ document_type: paper.type, text: paperText(paper, person) }))
}

export function submit(submission: Submission): SolutionCall {
  return {
    method: 'POST',
    path: `${portalPath(submission.payer)}/prior-auths`,
    body: requestBody(submission),
    capture: { number: '/auth_number' },
  }
}

/** Writes the number on the order. */
export function writeNumber(order: Order, number = '{{number}}'): SolutionCall {
  const identifier = [{ system: authorizationNumberSystem, value: number }]
  return {
    method: 'PATCH',
    path: `fhir/ServiceRequest/${order.id}`,
    headers: patchType,
    body: [{ op: 'add', path: '/identifier', value: identifier }],
  }
}

interface Closing {
  readonly status: string
  readonly businessStatus: JsonObject
  readonly statusReason?: JsonObject
}

function closingOf(outcome: Outcome, missing: PaperType | null): Closing {
  return {
    status: outcomes[outcome].status,
    businessStatus: { coding: [{ system: outcomeSystem, code: outcome }] },
    ...(missing !== null && { statusReason: { coding: [{ system: documentTypeSystem, code: missing }] } }),
  }
}

/** Records the outcome on the work item. */
export function closeItem(order: Order, outcome: Outcome, missing: PaperType | null = null): SolutionCall {
  const { status, ...added } = closingOf(outcome, missing)
  const body: JsonValue[] = [
    { op: 'replace', path: '/status', value: status },
    ...Object.entries(added).map(([name, value]) => ({ op: 'add', path: `/${name}`, value })),
  ]
  return { method: 'PATCH', path: `fhir/Task/${order.taskId}`, headers: patchType, body }
}

/** The same with a PUT of the whole resource. */
function replaceItem(order: Order, person: Person, outcome: Outcome, missing: PaperType | null): SolutionCall {
  return {
    method: 'PUT',
    path: `fhir/Task/${order.taskId}`,
    body: { ...workItem(order, person), ...closingOf(outcome, missing) } as JsonObject,
  }
}

function replaceOrder(order: Order, person: Person): SolutionCall {
  const identifier = [{ system: authorizationNumberSystem, value: '{{number}}' }]
  return {
    method: 'PUT',
    path: `fhir/ServiceRequest/${order.id}`,
    body: { ...orderResource(order, person), identifier },
  }
}

/** What is read before anything is written. */
export function readings({ person, courses }: Facts): readonly SolutionCall[] {
  const get = (path: string): SolutionCall => ({ method: 'GET', path })
  return [
    get('files/inbox/handbook/authorizations.txt'),
    get('files/inbox/handbook/payers.txt'),
    get('files/inbox/handbook/bulletins.txt'),
    get(`fhir/Patient?identifier=${person.mrn}`),
    get(`fhir/Task?patient=Patient/${person.id}&status=requested`),
    get(`fhir/Coverage?beneficiary=Patient/${person.id}`),
    get(`fhir/DocumentReference?subject=Patient/${person.id}&_count=100`),
    ...courses.flatMap(({ order }) => [
      get(`fhir/ServiceRequest/${order.id}`),
      get(`fhir/Condition/${order.problem.id}`),
    ]),
  ]
}

/** Asks the requirements service, where the handbook gets as far as that. */
export function asking({ order, branch }: Course, { policy, person }: Facts): readonly SolutionCall[] {
  return isAsked(branch) ? [askRequirements(policy.payer, order, person)] : []
}

/** The calls that ask and write for one course, as the handbook says. */
export function courseCalls(course: Course, facts: Facts): readonly SolutionCall[] {
  return [...asking(course, facts), ...courseWrites(course, facts)]
}

/** The calls that write for one course, by somebody who has asked what the payer wants, or not. */
export function courseWrites(
  { order, branch, papers, missing, delay }: Course,
  { policy, person }: Facts,
): readonly SolutionCall[] {
  if (!isSent(branch)) return [closeItem(order, branch, missing)]
  return [
    submit(submissionOf({ order, papers }, policy, person)),
    ...waiting(delay),
    ...(branch === 'approved' ? [writeNumber(order)] : []),
    closeItem(order, branch),
  ]
}

/** The same work in another order, a document as bytes, with whole resources. */
export function otherCourseCalls(course: Course, facts: Facts): readonly SolutionCall[] {
  const { order, branch, papers, missing, delay } = course
  const { policy, person } = facts
  const asked = asking(course, facts)
  if (!isSent(branch)) return [...asked, replaceItem(order, person, branch, missing)]
  const attached = papers.map((paper, index) => {
    const text = paperText(paper, person)
    const file = { document_type: paper.type, file_name: `${paper.type}.txt`, media_type: 'text/plain' }
    return index === 0 ? { ...file, content_base64: base64(text) } : { ...file, text }
  })
  const submission = submissionOf({ order, papers }, policy, person)
  const name = `${person.family}, ${person.given}`
  return [
    ...asked,
    submit({ ...submission, changes: { attachments: attached, patient_name: name, clinical_notes: null } }),
    ...waiting(delay),
    replaceItem(order, person, branch, null),
    ...(branch === 'approved' ? [replaceOrder(order, person)] : []),
  ]
}

export function waiting(delay: number): readonly SolutionCall[] {
  return delay === 0 ? [] : [{ method: 'POST', path: 'wait', body: { seconds: delay } }]
}

/** The request of a look-alike, as its own chart has it. */
export function lookAlikeSubmission({ person, policy, order, paper }: LookAlike): Submission {
  return submissionOf({ order, papers: [paper] }, policy, person)
}

/** Every order of everybody is requested with every document, and every work item closed as approved. */
export function floodOf({ person, policy, courses, papers, lookAlikes }: Facts): readonly SolutionCall[] {
  return [
    ...courses.flatMap(({ order }) => [
      submit(submissionOf({ order, papers }, policy, person)),
      closeItem(order, 'approved'),
    ]),
    ...lookAlikes.flatMap((other) => [submit(lookAlikeSubmission(other)), closeItem(other.order, 'approved')]),
  ]
}
