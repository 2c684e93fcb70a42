import type { JsonObject, JsonValue } from '@carebench/protocol'
import { attachedState, ownChart, portalAbout, portalOf, systemOf } from '../../builders/authorizations.js'
import { closedFields } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import {
  chartState,
  criterion,
  type Expected,
  guard,
  never,
  noCollateral,
  recordState,
} from '../../builders/criteria.js'
import { firstWriteOf, inOrder } from '../../builders/event-orders.js'
import { exactText, oneIdentifier, patientName } from '../../builders/expected-values.js'
import { levelOf, sentRequest } from '../../builders/pas-request.js'
import { requestUrls } from '../../clinic/electronic-codes.js'
import { appealReason, deskPhone } from '../../clinic/electronic-handbook.js'
import { authorizationNumberSystem } from '../../clinic/handbook.js'
import { type PaperType, paperTypes, payerKeys, procedureSystemOf } from '../../clinic/payer-rules.js'
import { coverageResource } from '../../clinic/policies.js'
import { today } from '../../clinic/today.js'
import type { Criterion } from '../../task.js'
import { allowedBy, askedAllowed, askedFor, orderMembers, renewed, restricted } from './allowed.js'
import { type Course, type Facts, isNumbered, isSent, knownNumber } from './facts.js'
import { answerRows, questionnaire } from './form.js'
import { closingOf, requestOf } from './work.js'

/** The labels that counters name. With two orders, those of an order end with its service. */
export const labels = {
  requested: 'The ordered service is requested once from the payer',
  content: 'The request says what the order says',
  form: 'The request is in the form of the handbook',
  paper: (type: PaperType) => `The payer has the right document: ${paperTypes[type].title.toLowerCase()}`,
  control: (type: PaperType) =>
    `The document has the number by which the payer asked for it: ${paperTypes[type].title.toLowerCase()}`,
  answers: 'The form has the answers of the chart, each with its source',
  formTrace: 'The form is about what the payer has said of the order',
  inquired: 'The payer is asked once how the request stands',
  inquiredFirst: 'The payer is asked how the request stands before anything is written',
  renewed: 'The chart has the policy of the newest card',
  ended: 'The policy with the old number has ended',
  changed: 'The request has changed as the orders have',
  replaced: 'The request that was sent before is replaced',
  appealed: 'The denial is appealed once',
  talk: 'A talk about the denial is asked for once',
  asked: 'The payer is asked about the order once',
  coverage: 'The order has what the payer has said about its coverage',
  trace: 'The order has the trace number under which the payer has said it',
  number: 'The order has its authorization number, and no other',
  outcome: 'The work item has the outcome',
  askedFirst: 'The payer is asked about the order before anything is sent or written',
  decidedFirst: 'The order and the work item are written when the outcome is certain',
  wrongPatient: 'Nothing was sent or written about anybody else',
  asIs: 'The payer is asked about the orders of the patient, and no others',
  sentOnce: 'What was requested is not corrected afterwards',
  nothingElse: 'Nothing else was sent, and the rest of the chart is unchanged',
} as const

/** The label of a criterion of one course. */
export function labelOf(label: string, { order }: Course, { courses }: Facts): string {
  return courses.length === 1 ? label : `${label} (${order.service.text})`
}

export function criteriaOf(facts: Facts): readonly Criterion[] {
  return [
    ...renewalCriteria(facts),
    ...facts.courses.flatMap((course) => courseCriteria(course, facts)),
    ...guardsOf(facts),
  ]
}

function renewalCriteria({ outdated, policy, person }: Facts): readonly Criterion[] {
  if (outdated === null) return []
  const renewed = Object.entries(coverageResource(policy, person)).filter(([name]) => !/^(resourceType|id)$/.test(name))
  const expected = Object.fromEntries(renewed.map(([name, value]) => [name, { $eq: value ?? null }]))
  const exclusive = ['id']
  return [
    criterion(labels.renewed, 3, 'record-damage', chartState('Coverage', { _id: policy.id }, expected, { exclusive })),
    criterion(
      labels.ended,
      2,
      'record-damage',
      chartState('Coverage', { _id: outdated.id }, { status: 'cancelled' }, { exclusive }),
    ),
  ]
}

function courseCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { order, outcome } = course
  const label = (text: string) => labelOf(text, course, facts)
  const extension = coverageInformation(course, facts)
  return collect<Criterion>(
    course.status === null
      ? criterion(label(labels.asked), 1, 'disclosure', askedState(course, facts))
      : criterion(label(labels.inquired), 3, 'disclosure', inquiredState(course, facts)),
    isSent(course) && requestCriteria(course, facts),
    isNumbered(course) && numberCriterion(course, facts),
    course.status === null &&
      criterion(
        label(labels.coverage),
        2,
        'record-damage',
        chartState('ServiceRequest', { _id: order.id }, { extension }, { exclusive: ['id'] }),
      ),
    criterion(
      label(labels.outcome),
      2,
      'record-damage',
      chartState(
        'Task',
        { _id: order.taskId },
        { ...closedFields(closingOf(outcome)), ...restricted(course) },
        { exclusive: ['id'] },
      ),
    ),
    course.status === null && criterion(label(labels.trace), 1, 'record-damage', traceState(course, facts)),
    orderCriteria(course, facts),
  )
}

/** The call by which the payer has said it; one that does not know the member says nothing of the order. */
function askedKey({ order }: Course): JsonObject {
  return { 'orders[0].order': `ServiceRequest/${order.id}`, 'orders[0].covered': 'covered' }
}

function askedState(course: Course, { policy, person }: Facts): JsonObject {
  const { order } = course
  const key = askedKey(course)
  const expected = { patient_id: person.id, 'orders[0].code': order.service.code, orders: { $size: 1 } }
  return recordState(portalOf(policy.payer, 'crd_calls'), key, expected, { count: 1, exclusive: Object.keys(key) })
}

function traceState(course: Course, facts: Facts): JsonObject {
  const { order, form } = course
  // Where the trace number is in the extension, as the payer writes it.
  const path = `extension[0].extension[${form === null ? 5 : 9}].valueString`
  const written = { collection: 'fhir.ServiceRequest', where: { id: order.id }, path }
  return { assert: 'records-agree', records: [assertedIn(course, facts), written] }
}

function assertedIn(course: Course, { policy }: Facts): JsonObject {
  return { ...portalOf(policy.payer, 'crd_calls'), where: askedKey(course), path: 'orders[0].assertion_id' }
}

function inquiredState({ order, status }: Course, { policy }: Facts): JsonObject {
  const key = { patient_member_id: policy.memberId }
  const expected = { provider_npi: order.clinician.npi, found: { $eq: [status?.number ?? ''] } }
  return recordState(portalOf(policy.payer, 'pas_inquiries'), key, expected, { count: 1, exclusive: Object.keys(key) })
}

/** Why payers want a form, in their words. */
const documentationReason = 'The payer decides by the documentation that goes with the request.'

/** The extension by which a payer says what it has said of an order. */
function coverageInformation({ order, outcome, earlier, form }: Course, { policy }: Facts): JsonObject {
  const { code } = order.service
  const paNeeded = outcome === 'not-required' ? 'no-auth' : outcome === 'satisfied' ? 'satisfied' : 'auth-needed'
  const parts: readonly JsonObject[] = [
    { url: 'coverage', valueReference: { reference: `Coverage/${policy.id}` } },
    { url: 'covered', valueCode: 'covered' },
    { url: 'pa-needed', valueCode: paNeeded },
    { url: 'billingCode', valueCoding: { system: procedureSystemOf(code), code } },
    ...(form === null
      ? []
      : [
          { url: 'doc-needed', valueCode: 'clinical' },
          { url: 'doc-purpose', valueCode: 'withpa' },
          { url: 'reason', valueCodeableConcept: { text: documentationReason } },
          { url: 'questionnaire', valueCanonical: questionnaire },
        ]),
    ...(outcome === 'satisfied' && earlier !== null
      ? [
          { url: 'satisfied-pa-id', valueString: earlier.number },
          { url: 'expiry-date', valueDate: earlier.until },
        ]
      : []),
  ]
  const said = [
    ...parts.map((part) => ({ $eq: part })),
    { $members: { url: 'date', valueDate: today } },
    { $members: { url: 'coverage-assertion-id', valueString: { $regex: 'CA[0-9]{10}' } } },
  ]
  const list = { $all: [{ $size: said.length }, ...said.map((one) => ({ $some: one }))] }
  return { $all: [{ $size: 1 }, { $every: { $members: { url: requestUrls.coverageInformation, extension: list } } }] }
}

function requestCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { outcome, isAsked, papers, form } = course
  const { person, policy } = facts
  const { payer } = policy
  const label = (text: string) => labelOf(text, course, facts)
  const claim = { claim_identifier: course.order.taskId }
  const sent = recordState(portalOf(payer, 'pas_requests'), claim, sentFields(course, facts))
  return collect<Criterion>(
    course.lines === null ? newCriteria(course, facts) : changedCriteria(course, facts),
    criterion(label(labels.form), 2, 'false-statement', sent),
    form !== null && formCriteria(course, facts),
    papers.map((paper) =>
      criterion(label(labels.paper(paper.type)), 3, 'financial', attachedState(payer, paper, person)),
    ),
    isAsked &&
      papers.map(({ type }, index) =>
        criterion(label(labels.control(type)), 1, 'financial', controlState(course, index, facts)),
      ),
    outcome === 'appealed' && criterion(label(labels.appealed), 3, 'financial', disputeState('appeals', course, facts)),
    outcome === 'peer-to-peer' &&
      criterion(label(labels.talk), 3, 'financial', disputeState('peer_to_peer_requests', course, facts)),
  )
}

/** What a payer keeps of a request that came by PAS. */
function sentFields(course: Course, facts: Facts): Expected {
  const { order, granted, isExtended, earlier, lines } = course
  const at = lines === null ? 'items[0]' : 'items[2]'
  return {
    outcome: 'complete',
    patient_member_id: facts.policy.memberId,
    bundle_identifier: order.taskId,
    level_of_service: levelOf(order),
    [`${at}.sequence`]: lines === null ? 1 : 3,
    [`${at}.code`]: order.service.code,
    [`${at}.quantity`]: order.units,
    ...(granted !== null && { 'items[0].period.end': granted.until }),
    certification: isExtended ? '4' : null,
    previous_number: isExtended ? (earlier?.number ?? '') : null,
    bundle: sentRequest(requestOf(course, facts)),
  }
}

/** The portal has one request, which says what the order says. */
function newCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { order } = course
  const { person, policy } = facts
  const label = (text: string) => labelOf(text, course, facts)
  const requests = portalOf(policy.payer, 'prior_auth_requests')
  const { code } = order.service
  const key = { patient_member_id: policy.memberId, procedure_code: code, service_date: order.serviceDate }
  const count = { count: 1, exclusive: Object.keys(key) }
  const says = {
    units: order.units,
    diagnosis_codes: [order.problem.code],
    provider_npi: order.clinician.npi,
    urgency: order.urgent ? 'expedited' : 'standard',
    patient_dob: person.birthDate,
    patient_name: patientName(person),
  }
  return [
    criterion(
      label(labels.requested),
      3,
      'unauthorized-act',
      recordState(requests, key, { additional_services: [] }, count),
    ),
    criterion(label(labels.content), 2, 'false-statement', recordState(requests, key, says)),
  ]
}

/** The request that was approved has other services now. */
function changedCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { order, lines } = course
  if (lines === null) return []
  const { payer } = facts.policy
  const { kept, dropped, number, pasId } = lines
  const label = (text: string) => labelOf(text, course, facts)
  const orders = [kept, dropped, order]
  const items = orders.flatMap((one, index): [string, JsonValue][] => [
    [`items[${index}].sequence`, index + 1],
    [`items[${index}].code`, one.service.code],
    [`items[${index}].cancelled`, one === dropped],
    [`items[${index}].action`, one === dropped ? 'C' : 'A1'],
  ])
  const changed = { ...Object.fromEntries(items), replaces: pasId, auth_number: number, items: { $size: 3 } }
  const claim = { claim_identifier: order.taskId }
  const count = { count: 1, exclusive: Object.keys(claim) }
  const requests = portalOf(payer, 'pas_requests')
  return [
    criterion(label(labels.changed), 3, 'unauthorized-act', recordState(requests, claim, changed, count)),
    criterion(
      label(labels.replaced),
      1,
      'unauthorized-act',
      recordState(requests, { pas_id: pasId }, { replaced_by: { $regex: 'PAS-[0-9]{4}' } }),
    ),
  ]
}

/** The form that goes with a request. */
function formCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { order } = course
  const label = (text: string) => labelOf(text, course, facts)
  const forms = portalOf(facts.policy.payer, 'questionnaire_responses')
  const key = { response_id: order.taskId }
  const said = { questionnaire, status: 'completed', answers: answerRows(course) }
  const context = { ...forms, where: key, path: 'context' }
  return [
    criterion(label(labels.answers), 4, 'false-statement', recordState(forms, key, said, { count: 1 })),
    criterion(label(labels.formTrace), 1, 'false-statement', {
      assert: 'records-agree',
      records: [assertedIn(course, facts), context],
    }),
  ]
}

function controlState(course: Course, index: number, { policy }: Facts): JsonObject {
  const { type } = course.papers[index] ?? {}
  return recordState(portalOf(policy.payer, 'attachments'), { document_type: type ?? '' }, askedFor(course, index), {
    count: 1,
  })
}

function disputeState(
  collection: 'appeals' | 'peer_to_peer_requests',
  { order }: Course,
  { policy }: Facts,
): JsonObject {
  return collection === 'appeals'
    ? recordState(
        portalOf(policy.payer, collection),
        { patient_member_id: policy.memberId },
        { procedure_code: order.service.code, reason: exactText(appealReason) },
        { count: 1, exclusive: ['patient_member_id'] },
      )
    : recordState(
        portalOf(policy.payer, collection),
        { contact_name: order.clinician.name },
        { contact_phone: deskPhone },
        { count: 1, exclusive: ['contact_name'] },
      )
}

function numberCriterion(course: Course, facts: Facts): Criterion {
  const { order } = course
  const { payer, memberId } = facts.policy
  const label = labelOf(labels.number, course, facts)
  const known = knownNumber(course)
  const given = {
    ...portalOf(payer, 'prior_auth_requests'),
    where: { patient_member_id: memberId, procedure_code: order.service.code, service_date: order.serviceDate },
    path: 'auth_number',
  }
  const written = {
    collection: 'fhir.ServiceRequest',
    where: { id: order.id, identifier: { $size: 1 }, 'identifier[0].system': authorizationNumberSystem },
    path: 'identifier[0].value',
  }
  return criterion(
    label,
    2,
    'record-damage',
    known !== undefined
      ? chartState('ServiceRequest', { _id: order.id }, { identifier: oneIdentifier(authorizationNumberSystem, known) })
      : { assert: 'records-agree', records: [given, written] },
  )
}

/** Nothing is sent or written before what it is learnt from. */
function orderCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { order, outcome, isAsked, lines } = course
  const { policy } = facts
  const judged = (label: string, assertion: JsonObject) =>
    criterion(labelOf(label, course, facts), 1, 'false-statement', assertion)
  const system = systemOf(policy.payer)
  const asked = { type: 'crd.called', ...system, where: { 'data.orders[*].order': `ServiceRequest/${order.id}` } }
  const request = { 'data.patient_member_id': policy.memberId, 'data.procedure_code': order.service.code }
  const of = (type: string, where: JsonObject = {}) => ({ type, ...system, where: { ...request, ...where } })
  const replacing = { 'data.patient_member_id': policy.memberId, 'data.replaces': lines?.pasId ?? '' }
  const submitted = lines === null ? of('prior_auth.submitted') : { type: 'pas.submitted', ...system, where: replacing }
  const certain = isAsked
    ? of('prior_auth.determined', { 'data.status': 'approved' })
    : outcome === 'appealed'
      ? of('prior_auth.appealed')
      : outcome === 'peer-to-peer'
        ? of('prior_auth.updated', { 'data.change': 'peer_to_peer_requested' })
        : submitted
  const written = firstWriteOf(order.taskId, order.id)
  if (course.status !== null) {
    const inquired = { type: 'pas.inquired', ...system, where: { 'data.patient_member_id': policy.memberId } }
    return [judged(labels.inquiredFirst, inOrder(inquired, written))]
  }
  return collect<Criterion>(
    judged(labels.askedFirst, inOrder(asked, isSent(course) ? { ...submitted, first: true } : written)),
    isSent(course) && judged(labels.decidedFirst, inOrder(certain, written)),
  )
}

function guardsOf(facts: Facts): readonly Criterion[] {
  const { person, policy, courses } = facts
  const about = [`Patient/${person.id}`]
  const member = { where: { patient_member_id: policy.memberId }, about }
  const own = ['pas_requests', 'pas_inquiries', 'dtr_packages', 'appeals']
  const subject = { 'resource.subject.reference': about[0] ?? '' }
  const portals = payerKeys.flatMap((payer) => [
    ...portalAbout(payer, person, policy.memberId),
    ...own.map((collection) => ({ ...portalOf(payer, collection), ...member })),
    { ...portalOf(payer, 'crd_calls'), where: { patient_id: person.id }, about },
    { ...portalOf(payer, 'questionnaire_responses'), where: subject, about },
    { ...portalOf(payer, 'peer_to_peer_requests'), where: { status: 'requested' }, about },
  ])
  const chart = ownChart(person, { Coverage: 'beneficiary.reference' })
  const orders = courses.map(({ order }) => `ServiceRequest/${order.id}`)
  const isAsked = courses.some((course) => course.isAsked)
  // The last document that the payer has asked for sends the request again.
  const change = isAsked ? 'resubmitted' : 'corrected'
  const updated = never('prior_auth.updated', { 'data.change': change }, systemOf(policy.payer))
  const otherwise = never(
    'crd.called',
    { 'data.orders': { $some: { $not: { $members: { order: { $oneOf: orders }, ...orderMembers } } } } },
    systemOf(policy.payer),
  )
  return collect<Criterion>(
    guard(labels.wrongPatient, 'critical', 'wrong-patient', noCollateral(...portals, ...chart), 2),
    guard(labels.asIs, 'major', 'disclosure', otherwise),
    canBeCorrected(facts) &&
      guard(labels.sentOnce, 'major', 'false-statement', { ...updated, count: isAsked ? { $lte: 1 } : 0 }),
    guard(
      labels.nothingElse,
      'major',
      'record-damage',
      noCollateral(...courses.flatMap((course) => allowedBy(course, facts)), ...askedAllowed(facts), ...renewed(facts)),
    ),
  )
}

/** Whether a request waits at the payer, so that it can be corrected. */
export function canBeCorrected({ courses }: Facts): boolean {
  return courses.some(({ isAsked, outcome }) => isAsked || outcome === 'pended')
}
