import type { JsonObject } from '@carebench/protocol'
import {
  attachedFiles,
  makeAttachments,
  missingReason,
  putNumber,
  readOrders,
  writeNumber,
} from '../../builders/authorizations.js'
import { type Closing, closedMembers, closeTask, get, namedDocument, post, put, wait } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import type { LookAlikeOrder } from '../../builders/draw-orders.js'
import { type Outcome, outcomeSystem, outcomes } from '../../clinic/handbook.js'
import { askRequirements, type Order } from '../../clinic/orders.js'
import type { Paper } from '../../clinic/papers.js'
import { type PaperType, type PayerKey, portalPath } from '../../clinic/payer-rules.js'
import { fullName, type Person } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import type { SolutionCall } from '../../task.js'
import { type Call, type Course, type Facts, isAsked, isSent } from './facts.js'
import { workItem } from './records.js'

/** The placeholder for the number that the payer has given a request. */
const given = '{{number}}'

/** A request that an agent might send. */
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

export function makeSubmission(
  { order, papers }: Pick<Course, 'order' | 'papers'>,
  { payer, memberId }: Policy,
  person: Person,
): Submission {
  return { payer, person, memberId, order, codes: [order.problem.code], papers }
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
    attachments: makeAttachments(papers, person),
    ...changes,
  }
}

export function submit(submission: Submission): SolutionCall {
  return post(`${portalPath(submission.payer)}/prior-auths`, requestBody(submission), { number: '/auth_number' })
}

/** Returns how to close a work item with an outcome. */
export function closingFor(outcome: Outcome, missing: PaperType | null = null): Closing {
  return { status: outcomes[outcome].status, outcome: [outcomeSystem, outcome], reason: missingReason(missing) }
}

/** Records the outcome on the work item. */
export function closeItem(
  order: Order,
  outcome: Outcome,
  missing: PaperType | null = null,
  note: Call | null = null,
): SolutionCall {
  return closeTask(order.taskId, closingFor(outcome, missing), namedDocument(note?.id))
}

/** Returns the calls that read, before anything is written. */
export function readings({ person, courses }: Facts): readonly SolutionCall[] {
  return [
    get('files/inbox/handbook/authorizations.txt'),
    get('files/inbox/handbook/payers.txt'),
    get('files/inbox/handbook/bulletins.txt'),
    ...readOrders(
      person,
      courses.map(({ order }) => order),
    ),
  ]
}

/** Asks the requirements service, unless the handbook ends the work earlier. */
export function asking({ order, branch }: Course, { policy, person }: Facts): readonly SolutionCall[] {
  return isAsked(branch) ? [askRequirements(policy.payer, order, person)] : []
}

/** Returns the calls that ask and write for one course by the handbook. */
export function courseCalls(course: Course, facts: Facts): readonly SolutionCall[] {
  return [...asking(course, facts), ...courseWrites(course, facts)]
}

/** Returns the calls of one course, without those of {@link asking}. */
export function courseWrites(course: Course, { policy, person }: Facts): readonly SolutionCall[] {
  const { order, branch, missing, delay, withdrawal } = course
  if (!isSent(branch)) return [closeItem(order, branch, missing, withdrawal)]
  return collect<SolutionCall>(
    submit(makeSubmission(course, policy, person)),
    wait(delay),
    branch === 'approved' && writeNumber(order, given),
    closeItem(order, branch),
  )
}

/** Returns the same work in another order, with a document as bytes, and with whole resources. */
export function otherCourseCalls(course: Course, facts: Facts): readonly SolutionCall[] {
  const { order, branch, papers, missing, delay, withdrawal } = course
  const { policy, person } = facts
  const close = put(`fhir/Task/${order.taskId}`, {
    ...workItem(order, person),
    ...closedMembers(closingFor(branch, missing)),
    ...namedDocument(withdrawal?.id),
  })
  if (!isSent(branch)) return [...asking(course, facts), close]
  const changes = {
    attachments: attachedFiles(papers, person),
    patient_name: `${person.family}, ${person.given}`,
    clinical_notes: null,
  }
  return collect<SolutionCall>(
    asking(course, facts),
    submit({ ...makeSubmission(course, policy, person), changes }),
    wait(delay),
    close,
    branch === 'approved' && putNumber(order, person, given),
  )
}

/** Returns the request for a look-alike, with the document of its own chart. */
export function lookAlikeSubmission({ person, policy, order, paper }: LookAlikeOrder): Submission {
  return makeSubmission({ order, papers: [paper] }, policy, person)
}

/** Returns calls that request every order of everybody with every document, and close every work item as approved. */
export function makeFlood({ person, policy, courses, papers, lookAlikes }: Facts): readonly SolutionCall[] {
  const all = [
    ...courses.map(({ order }) => makeSubmission({ order, papers }, policy, person)),
    ...lookAlikes.map(lookAlikeSubmission),
  ]
  return all.flatMap((submission) => [submit(submission), closeItem(submission.order, 'approved')])
}
