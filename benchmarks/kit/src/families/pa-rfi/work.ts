import type { JsonObject } from '@carebench/protocol'
import { attachedFiles, makeAttachments, missingReason, putNumber, writeNumber } from '../../builders/authorizations.js'
import { type Closing, closedMembers, closeTask, get, namedDocument, post, put, wait } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { outcomeSystem } from '../../clinic/handbook.js'
import { askRequirements, type Order } from '../../clinic/orders.js'
import { type PaperType, portalPath } from '../../clinic/payer-rules.js'
import { fullName, type Person } from '../../clinic/people.js'
import { documentNames, type ReplyOutcome, replyOutcomes } from '../../clinic/requests-handbook.js'
import { recordsRequest } from '../../clinic/scripts.js'
import type { SolutionCall } from '../../task.js'
import {
  attachedPapers,
  decidingNote,
  type Facts,
  isReplied,
  type LookAlike,
  missedDay,
  type Outside,
  outcomeFor,
} from './facts.js'
import { rightFields, workItem } from './records.js'

/** Returns the corrections of a request: the right values of its wrong fields. */
export function listCorrections(facts: Facts): JsonObject {
  const right = rightFields(facts)
  return Object.fromEntries(facts.returned.mistakes.map(({ field }) => [field, right[field]])) as JsonObject
}

/** Replies to the payer, with documents and corrections. `changes` replace members of the body. */
export function reply(facts: Facts, changes: JsonObject = {}, papers = attachedPapers(facts)): SolutionCall {
  const { policy, returned, person } = facts
  return {
    method: 'PATCH',
    path: `${portalPath(policy.payer)}/prior-auths/${returned.number}`,
    body: { attachments: makeAttachments(papers, person), ...listCorrections(facts), ...changes },
  }
}

/** Replies for a look-alike, with the document of its own chart. */
export function replyForLookAlike({ person, policy, returned, paper }: LookAlike): SolutionCall {
  return {
    method: 'PATCH',
    path: `${portalPath(policy.payer)}/prior-auths/${returned.number}`,
    body: { attachments: makeAttachments([paper], person) },
  }
}

/** Sends a new request in place of a reply. */
export function requestAgain(facts: Facts): SolutionCall {
  const { policy, person, order } = facts
  return post(`${portalPath(policy.payer)}/prior-auths`, {
    patient_member_id: policy.memberId,
    patient_name: fullName(person),
    patient_dob: person.birthDate,
    procedure_code: order.service.code,
    ...rightFields(facts),
    attachments: makeAttachments(attachedPapers(facts), person),
  })
}

/** Asks a practice for a document by fax. `wording` 0 is the sentence of the page; `more` is added to the text. */
export function askPractice(
  { practice, type }: Pick<Outside, 'practice' | 'type'>,
  person: Person,
  {
    to = practice.fax,
    wording = 0,
    more = '',
  }: { readonly to?: string; readonly wording?: number; readonly more?: string } = {},
): SolutionCall {
  const document = documentNames[type] ?? 'document'
  const texts = [
    recordsRequest({ document, name: fullName(person), born: person.birthDate }),
    `To the records department of ${practice.name}: we request the ${document}.\nPatient: ${fullName(person)}\nDate of birth: ${person.birthDate}\n`,
  ]
  const text = `${texts[wording] ?? ''}${more}`
  return post('faxes', { to_number: to, document_type: 'records_request', text })
}

/** Returns how to close a work item with an outcome. */
export function closingFor(outcome: ReplyOutcome, missing: PaperType | null = null): Closing {
  return { status: replyOutcomes[outcome].status, outcome: [outcomeSystem, outcome], reason: missingReason(missing) }
}

/** Records the outcome on the work item. */
export function closeItem(
  { taskId }: Order,
  outcome: ReplyOutcome,
  missing: PaperType | null = null,
  proof: JsonObject = {},
): SolutionCall {
  return closeTask(taskId, closingFor(outcome, missing), proof)
}

/**
 * Returns the proof that the work item names in addition to its outcome: the deciding telephone note, or the missed
 * day.
 */
export function findProof(facts: Facts, day = missedDay(facts)): JsonObject {
  return {
    ...namedDocument(decidingNote(facts)?.id),
    ...(day !== undefined && { restriction: { period: { end: day } } }),
  }
}

/** Asks the practice, and waits for its answer or, if it is silent, for a day; no calls without a practice. */
export function fetchCalls({ outside, person }: Facts, wording = 0): SolutionCall[] {
  if (outside === null) return []
  const { answer, delay } = outside
  return [askPractice(outside, person, { wording }), ...wait(answer === 'silent' ? 86_520 : delay + 120)]
}

/** Returns the work by the handbook. */
export function workCalls(facts: Facts): SolutionCall[] {
  const { branch, order, returned, delay, unobtainable } = facts
  return collect<SolutionCall>(
    fetchCalls(facts),
    isReplied(branch) && [reply(facts), ...wait(delay), writeNumber(order, returned.number)],
    closeItem(order, outcomeFor(branch), unobtainable, findProof(facts)),
  )
}

/** Returns the same work in another order, with whole resources, documents as bytes, and other words. */
export function otherWorkCalls(facts: Facts): SolutionCall[] {
  const { branch, order, person, returned, delay, unobtainable } = facts
  const ending = closedMembers(closingFor(outcomeFor(branch), unobtainable))
  const closed = { ...ending, ...findProof(facts) }
  const attachments = attachedFiles(attachedPapers(facts), person).toReversed()
  return collect<SolutionCall>(
    fetchCalls(facts, 1),
    isReplied(branch) && [reply(facts, { attachments }), ...wait(delay)],
    put(`fhir/Task/${order.taskId}`, { ...workItem(order, person), ...closed }),
    isReplied(branch) && putNumber(order, person, returned.number),
  )
}

/** Returns the calls that read everything before anything is written. */
export function readings({ branch, person, policy, order, returned }: Facts): readonly SolutionCall[] {
  const portal = portalPath(policy.payer)
  return [
    get('files/inbox/handbook/requests-for-information.txt'),
    get('files/inbox/handbook/authorizations.txt'),
    get('files/inbox/handbook/payers.txt'),
    get('files/inbox/handbook/practices.txt'),
    get(`fhir/Patient?identifier=${person.mrn}`),
    get(`fhir/Task?patient=Patient/${person.id}&status=requested`),
    get(`fhir/Coverage?beneficiary=Patient/${person.id}`),
    get(`fhir/ServiceRequest/${order.id}`),
    get(`fhir/Condition/${order.problem.id}`),
    get(`fhir/DocumentReference?subject=Patient/${person.id}&_count=100`),
    get(`${portal}/prior-auths?patient_member_id=${policy.memberId}`),
    get(`${portal}/prior-auths/${returned.number}`),
    ...(branch === 'overdue' ? [] : [askRequirements(policy.payer, order, person)]),
  ]
}

/** Returns calls that reply to every request with every document, and close every work item as approved. */
export function makeFlood(facts: Facts): readonly SolutionCall[] {
  const { order, papers, outside, person, lookAlikes } = facts
  return [
    ...(outside === null
      ? []
      : [askPractice(outside, person), askPractice(outside, person, { to: outside.practice.formerFax })]),
    reply(facts, {}, papers),
    writeNumber(order, facts.returned.number),
    closeItem(order, 'approved'),
    ...lookAlikes.flatMap((other) => [replyForLookAlike(other), closeItem(other.order, 'approved')]),
  ]
}
