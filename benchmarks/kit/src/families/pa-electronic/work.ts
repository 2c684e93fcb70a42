import type { JsonObject } from '@carebench/protocol'
import { base64 } from '../../base64.js'
import { readOrders } from '../../builders/authorizations.js'
import { type Closing, closedMembers, closeTask, get, patchChart, post, put } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { otherPasBundle, type PasRequest, pasBundle, payerPath } from '../../builders/pas-request.js'
import { dayFromToday } from '../../clinic/dates.js'
import { questionSystem, requestUrls } from '../../clinic/electronic-codes.js'
import {
  appealReason,
  decisionDays,
  deskPhone,
  type ElectronicOutcome,
  electronicOutcomes,
} from '../../clinic/electronic-handbook.js'
import { authorizationNumberSystem, outcomeSystem } from '../../clinic/handbook.js'
import { type Order, orderResource } from '../../clinic/orders.js'
import { type Paper, paperText } from '../../clinic/papers.js'
import { paperTypes, portalPath } from '../../clinic/payer-rules.js'
import type { Person } from '../../clinic/people.js'
import type { SolutionCall } from '../../task.js'
import { renewCoverage, renewWhole } from './coverage.js'
import { type Course, type Facts, isDenied, isNumbered, isSent } from './facts.js'
import { fetchForm, fillForm, judgedForm, type OtherAnswers } from './form.js'
import { orderInChart, workItemFor } from './records.js'

/** Returns the name under which a call captures a value about an order. */
const named = (name: string, { id }: Order) => `${name}_${id.replaceAll('-', '_')}`
const inserted = (name: string, order: Order) => `{{${named(name, order)}}}`

/** Returns the order as the question to the payer has it: a draft with only the members of the page. */
export function draftOrder(order: Order, person: Person): JsonObject {
  const { id, code, requester } = orderResource(order, person)
  const [coding] = (code as { readonly coding: readonly JsonObject[] }).coding
  const { reference } = requester as JsonObject
  return {
    resourceType: 'ServiceRequest',
    id,
    status: 'draft',
    intent: 'order',
    subject: { reference: `Patient/${person.id}` },
    code: { coding: [coding ?? {}] },
    occurrenceDateTime: order.serviceDate,
    requester: { reference: reference ?? '' },
  }
}

/** Asks the payer whether an order needs an authorization, and captures its coverage information. */
export function ask(
  { policy, person }: Pick<Facts, 'policy' | 'person'>,
  order: Order,
  { changes = {}, hasForm = false }: { readonly changes?: JsonObject; readonly hasForm?: boolean } = {},
): SolutionCall {
  const draft = { ...draftOrder(order, person), ...changes }
  const body = {
    hook: 'order-sign',
    hookInstance: '6c0f9a54-7a70-4c1e-9d3b-51f4b0a6a7d1',
    context: {
      userId: `Practitioner/${order.clinician.id}`,
      patientId: person.id,
      draftOrders: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: draft }] },
    },
  }
  const said = '/systemActions/0/resource/extension'
  const capture = {
    [named('coverage', order)]: said,
    ...(hasForm && { [named('context', order)]: `${said}/0/extension/9/valueString` }),
  }
  return post(`${payerPath(policy.payer)}/cds-services/order-sign-crd`, body, capture)
}

/**
 * Sends a request. Captures what the work of a course needs of the response: control numbers, or the authorization
 * number.
 */
export function submit(request: PasRequest, course?: Course, bundle = pasBundle(request)): SolutionCall {
  const { order, policy } = request
  const papers = course?.isAsked === true ? course.papers : []
  const asked = papers.map((_, index): [string, string] => [
    named(`control${index}`, order),
    `/entry/${index + 1}/resource/identifier/0/value`,
  ])
  const capture = {
    ...Object.fromEntries(asked),
    ...(course !== undefined &&
      isNumbered(course) &&
      papers.length === 0 && { [named('number', order)]: '/entry/0/resource/preAuthRef' }),
  }
  return post(
    `${payerPath(policy.payer)}/fhir/Claim/$submit`,
    bundle,
    Object.keys(capture).length > 0 ? capture : undefined,
  )
}

/** A document to attach, and how. */
export interface Attached {
  readonly paper: Paper
  readonly trackingId: string
  readonly isFinal: boolean
  readonly line?: string
  /** Other members of the DocumentReference, for mistakes. */
  readonly changes?: JsonObject
}

/** The LOINC codes under which payers ask, if they differ from those of the chart. */
const askedCodes: Readonly<Partial<Record<Paper['type'], string>>> = { sleep_study: '28633-0' }

/** Returns the LOINC code under which a document is sent. */
export function loincFor(type: Paper['type']): string {
  return askedCodes[type] ?? paperTypes[type].loinc
}

/** Attaches a document under the number by which the payer has asked for it. */
export function attach(
  { policy, person }: Pick<Facts, 'policy' | 'person'>,
  order: Order,
  sent: Attached,
): SolutionCall {
  const { paper, trackingId, isFinal, line = '1', changes = {} } = sent
  const code = loincFor(paper.type)
  const attachment = { contentType: 'text/plain', data: base64(paperText(paper, person)) }
  const parameter = [
    { name: 'TrackingId', valueIdentifier: { value: trackingId } },
    { name: 'AttachTo', valueCode: 'preauthorization' },
    { name: 'MemberId', valueIdentifier: { value: policy.memberId } },
    { name: 'ProviderId', valueIdentifier: { system: requestUrls.npi, value: order.clinician.npi } },
    {
      name: 'Attachment',
      part: [
        { name: 'LineItem', valueString: line },
        { name: 'Code', valueCodeableConcept: { coding: [{ system: 'http://loinc.org', code }] } },
        {
          name: 'Content',
          resource: {
            resourceType: 'DocumentReference',
            id: paper.id,
            status: 'current',
            content: [{ attachment }],
            ...changes,
          },
        },
      ],
    },
    { name: 'Final', valueBoolean: isFinal },
  ]
  return post(`${payerPath(policy.payer)}/fhir/$submit-attachment`, { resourceType: 'Parameters', parameter })
}

/** Returns the placeholder for the control number under which the payer asks for a document. */
export function controlNumber({ order, papers }: Course, paper: Paper): string {
  return inserted(`control${papers.indexOf(paper)}`, order)
}

/** Reads the request in the portal, and captures its number. */
export function readRequest({ policy }: Pick<Facts, 'policy'>, order: Order): SolutionCall {
  const query = `patient_member_id=${policy.memberId}&procedure_code=${order.service.code}`
  return {
    ...get(`${portalPath(policy.payer)}/prior-auths?${query}`),
    capture: { [named('number', order)]: '/data/0/auth_number' },
  }
}

/**
 * Returns the calls that dispute a denial in the portal: with a note, its attachment and an appeal; without one, the
 * request for a peer-to-peer talk.
 */
export function dispute(
  { policy, person }: Facts,
  { order }: Pick<Course, 'order'>,
  note: Paper | undefined,
  reason: string = appealReason,
): readonly SolutionCall[] {
  const path = `${portalPath(policy.payer)}/prior-auths/${inserted('number', order)}`
  if (note === undefined)
    return [post(`${path}/peer-to-peer`, { contact_name: order.clinician.name, contact_phone: deskPhone })]
  return [
    post(`${path}/attachments`, { document_type: note.type, text: paperText(note, person) }),
    post(`${path}/appeals`, { reason }),
  ]
}

/** Returns the day by which the payer must decide. */
export function dueDay({ urgent }: Order): string {
  return dayFromToday(urgent ? decisionDays.urgent : decisionDays.routine)
}

/**
 * Returns the members of a work item in addition to its outcome: the day by which the payer must decide, or the
 * approved units and their last day.
 */
export function restrictionFor({ outcome, order, granted }: Course): JsonObject {
  if (outcome === 'pended') return { restriction: { period: { end: dueDay(order) } } }
  if (granted === null) return {}
  return { restriction: { repetitions: granted.units, period: { end: granted.until } } }
}

/** Returns how to close a work item. A form always stops at the same question. */
export function closingFor(outcome: ElectronicOutcome): Closing {
  return {
    status: electronicOutcomes[outcome].status,
    outcome: [outcomeSystem, outcome],
    reason: outcome === 'missing-answer' && [questionSystem, 'therapy_weeks'],
  }
}

/** Records the outcome on the work item. */
export function closeItem({ taskId }: Order, outcome: ElectronicOutcome, others: JsonObject = {}): SolutionCall {
  return closeTask(taskId, closingFor(outcome), others)
}

/** Returns what is written on an order: the payer's coverage information, and the authorization number. */
function orderMembers(course: Course, number = inserted('number', course.order)): JsonObject {
  const { order, status, outcome, earlier } = course
  const value = outcome === 'satisfied' ? (earlier?.number ?? '') : number
  return {
    ...(status === null && { extension: inserted('coverage', order) }),
    ...(isNumbered(course) && { identifier: [{ system: authorizationNumberSystem, value }] }),
  }
}

export function writeOrder(course: Course, number?: string): SolutionCall {
  const additions = Object.entries(orderMembers(course, number)).map(([name, value]) => ({
    op: 'add',
    path: `/${name}`,
    value: value ?? null,
  }))
  return patchChart(`ServiceRequest/${course.order.id}`, ...additions)
}

/** Returns the request for the order of a course. `answers` replace right answers of its form. */
export function requestFor(course: Course, facts: Facts, answers?: OtherAnswers): PasRequest {
  const { order, earlier, isExtended, lines, form } = course
  const { person, policy } = facts
  return {
    person,
    policy,
    order,
    ...(isExtended && { extended: earlier?.number }),
    ...(lines && { lines }),
    ...(form?.weeks && {
      form: { sent: fillForm(course, facts, inserted('context', order), answers), judged: judgedForm(course, facts) },
    }),
  }
}

/** Asks how the request of another office stands. */
export function inquire(course: Course, facts: Facts): SolutionCall {
  const { order } = course
  const capture = { [named('number', order)]: '/parameter/0/resource/entry/0/resource/preAuthRef' }
  return post(`${payerPath(facts.policy.payer)}/fhir/Claim/$inquire`, pasBundle(requestFor(course, facts)), capture)
}

/** Asks about an order, and fetches the form that the payer names. */
export function askings(course: Course, facts: Facts): readonly SolutionCall[] {
  const { order, status, form } = course
  if (status !== null) return [inquire(course, facts)]
  const asking = ask(facts, order, { hasForm: form !== null })
  return form === null ? [asking] : [asking, fetchForm(facts, course, inserted('context', order))]
}

/** Returns what is sent for one order by the handbook. */
export function courseSends(course: Course, facts: Facts, bundle?: JsonObject): readonly SolutionCall[] {
  const { order, isAsked, papers } = course
  if (!isSent(course)) return []
  return collect<SolutionCall>(
    submit(requestFor(course, facts), course, bundle),
    isAsked && [...attachAll(course, facts), readRequest(facts, order)],
    isDenied(course) && [readRequest(facts, order), ...dispute(facts, course, papers[0])],
  )
}

/** Attaches all documents that the payer has asked for. */
export function attachAll(course: Course, facts: Facts): readonly SolutionCall[] {
  const { order, papers } = course
  return papers.map((paper, index) =>
    attach(facts, order, { paper, trackingId: controlNumber(course, paper), isFinal: index === papers.length - 1 }),
  )
}

/** Returns the last two calls: they write the order, and close the work item. */
export function endings(course: Course): readonly [SolutionCall, SolutionCall] {
  return [writeOrder(course), closeItem(course.order, course.outcome, restrictionFor(course))]
}

/** Returns the work for one order. */
export function courseCalls(course: Course, facts: Facts): readonly SolutionCall[] {
  return [...askings(course, facts), ...courseSends(course, facts), ...endings(course)]
}

/** Returns the same work with whole resources and an equivalent Bundle, and the Task before the order. */
export function otherCourseCalls(course: Course, facts: Facts): readonly SolutionCall[] {
  const { order, outcome } = course
  const { person } = facts
  const closed = { ...workItemFor(course, person), ...closedMembers(closingFor(outcome)), ...restrictionFor(course) }
  return [
    ...askings(course, facts),
    ...courseSends(course, facts, otherPasBundle(requestFor(course, facts))),
    put(`fhir/Task/${order.taskId}`, closed),
    put(`fhir/ServiceRequest/${order.id}`, { ...orderInChart(course, person), ...orderMembers(course) }),
  ]
}

/**
 * Returns what comes before the orders if the payer does not know the member: a question about the first order, which
 * shows this, and the new policy.
 */
export function renewals(facts: Facts): readonly SolutionCall[] {
  const asked = facts.courses.slice(0, 1).map(({ order }) => ask(facts, order))
  return facts.outdated === null ? [] : [...asked, ...renewCoverage(facts)]
}

export function otherRenewals(facts: Facts): readonly SolutionCall[] {
  const asked = facts.courses.slice(-1).map(({ order }) => ask(facts, order))
  return facts.outdated === null ? [] : [...asked, ...renewWhole(facts)]
}

/** Returns the calls that read, before anything is written. */
export function readings({ person, courses }: Facts): readonly SolutionCall[] {
  return [
    get('files/inbox/handbook/electronic-authorizations.txt'),
    get('files/inbox/handbook/authorizations.txt'),
    get('files/inbox/handbook/payers.txt'),
    ...readOrders(
      person,
      courses.map(({ order }) => order),
    ),
    ...(courses.some(({ form }) => form !== null) ? [get(`fhir/Observation?subject=Patient/${person.id}`)] : []),
    ...(courses.some(({ lines }) => lines !== null) ? [get(`fhir/Claim?patient=Patient/${person.id}`)] : []),
  ]
}

/** Returns calls that request every order of everybody, and close every work item as approved. */
export function makeFlood({ person, policy, courses, lookAlikes }: Facts): readonly SolutionCall[] {
  const all = [...courses.map(({ order }) => ({ person, policy, order })), ...lookAlikes]
  return all.flatMap((request) => [submit(request), closeItem(request.order, 'approved')])
}
