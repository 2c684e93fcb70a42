import type { JsonObject, JsonValue } from '@carebench/protocol'
import { base64 } from '../../base64.js'
import { authorizationNumberSystem, documentTypeSystem, outcomeSystem } from '../../clinic/handbook.js'
import { askRequirements, type Order, orderResource } from '../../clinic/orders.js'
import { paperText } from '../../clinic/papers.js'
import { type PaperType, portalPath } from '../../clinic/payer-rules.js'
import { fullName, type Person } from '../../clinic/people.js'
import { documentNames, type ReplyOutcome, replyOutcomes } from '../../clinic/requests-handbook.js'
import { recordsRequest } from '../../clinic/scripts.js'
import type { SolutionCall } from '../../task.js'
import { attachedPapers, type Facts, isReplied, type LookAlike, type Outside, outcomeOf } from './facts.js'
import { rightFields, workItem } from './records.js'

const patchType = { 'content-type': 'application/json-patch+json' }

/** The corrections of a request: the fields in which it differs from the order. */
export function correctionsOf(facts: Facts): JsonObject {
  const right = rightFields(facts)
  return Object.fromEntries(facts.returned.mistakes.map(({ field }) => [field, right[field]])) as JsonObject
}

/** Replies to the payer. */
export function reply(facts: Facts, changes: JsonObject = {}, papers = attachedPapers(facts)): SolutionCall {
  const { policy, returned, person } = facts
  const attachments = papers.map((paper) => ({ document_type: paper.type, text: paperText(paper, person) }))
  return {
    method: 'PATCH',
    path: `${portalPath(policy.payer)}/prior-auths/${returned.number}`,
    body: { attachments, ...correctionsOf(facts), ...changes },
  }
}

/** The reply for a look-alike, as its own chart has it. */
export function replyForLookAlike({ person, policy, returned, paper }: LookAlike): SolutionCall {
  return {
    method: 'PATCH',
    path: `${portalPath(policy.payer)}/prior-auths/${returned.number}`,
    body: { attachments: [{ document_type: paper.type, text: paperText(paper, person) }] },
  }
}

/** A new request in place of a reply. */
export function requestAgain(facts: Facts): SolutionCall {
  const { policy, person, order } = facts
  return {
    method: 'POST',
    path: `${portalPath(policy.payer)}/prior-auths`,
    body: {
      patient_member_id: policy.memberId,
      patient_name: fullName(person),
      patient_dob: person.birthDate,
      procedure_code: order.service.code,
      ...rightFields(facts),
      attachments: attachedPapers(facts).map((paper) => ({
        document_type: paper.type,
        text: paperText(paper, person),
      })),
    },
  }
}

/** Asks a practice for a document. */
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
  return {
    method: 'POST',
    path: 'faxes',
    body: { to_number: to, document_type: 'records_request', text: `${texts[wording] ?? ''}${more}` },
  }
}

export function wait(seconds: number): SolutionCall {
  return { method: 'POST', path: 'wait', body: { seconds } }
}

/** Writes the number on the order. */
export function writeNumber({ id }: Order, number: string): SolutionCall {
  const identifier = [{ system: authorizationNumberSystem, value: number }]
  return {
    method: 'PATCH',
    path: `fhir/ServiceRequest/${id}`,
    headers: patchType,
    body: [{ op: 'add', path: '/identifier', value: identifier }],
  }
}

function closing(outcome: ReplyOutcome, missing: PaperType | null): JsonObject {
  return {
    status: replyOutcomes[outcome].status,
    businessStatus: { coding: [{ system: outcomeSystem, code: outcome }] },
    ...(missing !== null && { statusReason: { coding: [{ system: documentTypeSystem, code: missing }] } }),
  }
}

/** Records the outcome on the work item. */
export function closeItem({ taskId }: Order, outcome: ReplyOutcome, missing: PaperType | null = null): SolutionCall {
  const { status = '', ...added } = closing(outcome, missing)
  const body: JsonValue[] = [
    { op: 'replace', path: '/status', value: status },
    ...Object.entries(added).map(([name, value]) => ({ op: 'add', path: `/${name}`, value })),
  ]
  return { method: 'PATCH', path: `fhir/Task/${taskId}`, headers: patchType, body }
}

/** What happens before the reply: the practice is asked, and its answer awaited. */
export function fetchCalls({ outside, person }: Facts, wording = 0): SolutionCall[] {
  if (outside === null) return []
  const { answer, delay } = outside
  return [askPractice(outside, person, { wording }), wait(answer === 'silent' ? 86_520 : delay + 120)]
}

/** The work, as the handbook says. */
export function workCalls(facts: Facts): SolutionCall[] {
  const { branch, order, returned, delay, unobtainable } = facts
  const close = closeItem(order, outcomeOf(branch), unobtainable)
  if (!isReplied(branch)) return [...fetchCalls(facts), close]
  return [
    ...fetchCalls(facts),
    reply(facts),
    ...(delay === 0 ? [] : [wait(delay)]),
    writeNumber(order, returned.number),
    close,
  ]
}

/** The same in another order, with whole resources, documents as bytes, and other words. */
export function otherWorkCalls(facts: Facts): SolutionCall[] {
  const { branch, order, person, returned, delay, unobtainable } = facts
  const close: SolutionCall = {
    method: 'PUT',
    path: `fhir/Task/${order.taskId}`,
    body: { ...workItem(order, person), ...closing(outcomeOf(branch), unobtainable) },
  }
  if (!isReplied(branch)) return [...fetchCalls(facts, 1), close]
  const attachments = attachedPapers(facts).map((paper, index) => {
    const text = paperText(paper, person)
    const file = { document_type: paper.type, file_name: `${paper.type}.txt`, media_type: 'text/plain' }
    return index === 0 ? { ...file, content_base64: base64(text) } : { ...file, text }
  })
  const identifier = [{ system: authorizationNumberSystem, value: returned.number }]
  return [
    ...fetchCalls(facts, 1),
    reply(facts, { attachments: attachments.toReversed() }),
    ...(delay === 0 ? [] : [wait(delay)]),
    close,
    { method: 'PUT', path: `fhir/ServiceRequest/${order.id}`, body: { ...orderResource(order, person), identifier } },
  ]
}

/** What is read before anything is written. */
export function readings({ branch, person, policy, order, returned }: Facts): readonly SolutionCall[] {
  const get = (path: string): SolutionCall => ({ method: 'GET', path })
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

/** Every request is answered with every document, and every work item closed as approved. */
export function floodOf(facts: Facts): readonly SolutionCall[] {
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
