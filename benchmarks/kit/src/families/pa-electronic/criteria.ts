import type { JsonObject } from '@carebench/protocol'
import { ownChart, portalAbout, portalCollection, systemMember } from '../../builders/authorizations.js'
import { closedFields } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { chartState, criterion, guard, never, noCollateral, recordState } from '../../builders/criteria.js'
import { firstWrite, inOrder } from '../../builders/event-orders.js'
import { anyUse, oneIdentifier } from '../../builders/expected-values.js'
import { exact } from '../../builders/pas-request.js'
import { requestUrls } from '../../clinic/electronic-codes.js'
import { authorizationNumberSystem } from '../../clinic/handbook.js'
import { payerKeys, procedureSystemFor } from '../../clinic/payer-rules.js'
import { coverageResource } from '../../clinic/policies.js'
import { today } from '../../clinic/today.js'
import type { Criterion } from '../../task.js'
import { allowedBy, alsoByNumber, askedAllowed, orderMembers, renewed, restricted } from './allowed.js'
import { type Course, type Facts, isNumbered, isSent, knownNumber } from './facts.js'
import { questionnaire } from './form.js'
import { criterionFor, labels } from './labels.js'
import { askedKey, assertedIn, keptOnce, requestCriteria } from './request-criteria.js'
import { closingFor } from './work.js'

export function writeCriteria(facts: Facts): readonly Criterion[] {
  return [
    ...renewalCriteria(facts),
    ...facts.courses.flatMap((course) => courseCriteria(course, facts)),
    ...writeGuards(facts),
  ]
}

function renewalCriteria({ outdated, policy, person }: Facts): readonly Criterion[] {
  if (outdated === null) return []
  const { resourceType: _, id: __, ...expected } = exact(coverageResource(policy, person))
  const ended = { status: 'cancelled' }
  const exclusive = { exclusive: ['id'] }
  const asked = { patient_id: person.id, 'orders[0].covered': 'not-covered' }
  const unknown = recordState(
    portalCollection(policy.payer, 'crd_calls'),
    asked,
    { hook: 'order-sign', orders: { $size: 1 } },
    { count: { $gte: 1 } },
  )
  return [
    criterion(labels.unknown, 1, 'record-damage', unknown),
    criterion(labels.renewed, 3, 'record-damage', chartState('Coverage', { _id: policy.id }, expected, exclusive)),
    criterion(labels.ended, 2, 'record-damage', chartState('Coverage', { _id: outdated.id }, ended, exclusive)),
  ]
}

function courseCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { order, outcome } = course
  const judge = criterionFor(course, facts)
  const judgeChart = (label: string, state: JsonObject) => judge(label, 2, 'record-damage', state)
  const extension = coverageInformation(course, facts)
  const closed = { ...closedFields(closingFor(outcome)), ...restricted(course) }
  const exclusive = { exclusive: ['id'] }
  return collect<Criterion>(
    course.status === null
      ? judge(labels.asked, 1, 'disclosure', askedState(course, facts))
      : judge(labels.inquired, 3, 'disclosure', inquiredState(course, facts)),
    course.form !== null && judge(labels.fetched, 1, 'disclosure', fetchedState(facts)),
    isSent(course) && requestCriteria(course, facts),
    isNumbered(course) && numberCriterion(course, facts),
    course.status === null &&
      judgeChart(labels.coverage, chartState('ServiceRequest', { _id: order.id }, { extension }, exclusive)),
    judgeChart(labels.outcome, chartState('Task', { _id: order.taskId }, closed, exclusive)),
    course.status === null && judge(labels.trace, 1, 'record-damage', traceState(course, facts)),
    orderCriteria(course, facts),
  )
}

function askedState(course: Course, facts: Facts): JsonObject {
  const { code } = course.order.service
  const expected = { patient_id: facts.person.id, 'orders[0].code': code, orders: { $size: 1 } }
  return keptOnce(facts, 'crd_calls', askedKey(course), expected)
}

function traceState(course: Course, facts: Facts): JsonObject {
  const { order, form } = course
  // Where the trace number is in the extension, as the payer writes it.
  const path = `extension[0].extension[${form === null ? 5 : 9}].valueString`
  const written = { collection: 'fhir.ServiceRequest', where: { id: order.id }, path }
  return { assert: 'records-agree', records: [assertedIn(course, facts), written] }
}

function fetchedState(facts: Facts): JsonObject {
  const expected = { questionnaires: { $eq: [questionnaire] } }
  return keptOnce(facts, 'dtr_packages', { patient_member_id: facts.policy.memberId }, expected)
}

function inquiredState({ order, status }: Course, facts: Facts): JsonObject {
  const expected = { provider_npi: order.clinician.npi, found: { $eq: [status?.number ?? ''] } }
  return keptOnce(facts, 'pas_inquiries', { patient_member_id: facts.policy.memberId }, expected)
}

/** Why payers want a form, in their words. */
const documentationReason = 'The payer decides by the documentation that goes with the request.'

/** Returns the conditions on the extension with the payer's coverage information about an order. */
function coverageInformation({ order, outcome, earlier, form }: Course, { policy }: Facts): JsonObject {
  const { code } = order.service
  const paNeeded = outcome === 'not-required' ? 'no-auth' : outcome === 'satisfied' ? 'satisfied' : 'auth-needed'
  const parts: readonly JsonObject[] = [
    { url: 'coverage', valueReference: { reference: `Coverage/${policy.id}` } },
    { url: 'covered', valueCode: 'covered' },
    { url: 'pa-needed', valueCode: paNeeded },
    { url: 'billingCode', valueCoding: { system: procedureSystemFor(code), code } },
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

function numberCriterion(course: Course, facts: Facts): Criterion {
  const { order } = course
  const { payer, memberId } = facts.policy
  const known = knownNumber(course)
  const given = {
    ...portalCollection(payer, 'prior_auth_requests'),
    where: { patient_member_id: memberId, procedure_code: order.service.code, service_date: order.serviceDate },
    path: 'auth_number',
  }
  const written = {
    collection: 'fhir.ServiceRequest',
    where: {
      id: order.id,
      identifier: { $size: 1 },
      'identifier[0].system': authorizationNumberSystem,
      'identifier[0].use': anyUse,
    },
    path: 'identifier[0].value',
  }
  return criterionFor(course, facts)(
    labels.number,
    2,
    'record-damage',
    known !== undefined
      ? chartState('ServiceRequest', { _id: order.id }, { identifier: oneIdentifier(authorizationNumberSystem, known) })
      : { assert: 'records-agree', records: [given, written] },
  )
}

/**
 * Returns the criteria on the order of events: the payer is asked before anything is sent or written, nothing is
 * written before the outcome is certain, and the note is attached before the appeal.
 */
function orderCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { order, outcome, isAsked, lines } = course
  const { policy } = facts
  const judge = criterionFor(course, facts)
  const judged = (label: string, assertion: JsonObject) => judge(label, 1, 'false-statement', assertion)
  const system = systemMember(policy.payer)
  const about = { 'data.orders[*].order': `ServiceRequest/${order.id}`, 'data.orders[*].covered': 'covered' }
  const asked = { type: 'crd.called', ...system, where: about }
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
  const written = firstWrite(order.taskId, order.id)
  if (course.status !== null) {
    const inquired = { type: 'pas.inquired', ...system, where: { 'data.patient_member_id': policy.memberId } }
    return [judged(labels.inquiredFirst, inOrder(inquired, written))]
  }
  return collect<Criterion>(
    judged(labels.askedFirst, inOrder(asked, isSent(course) ? { ...submitted, first: true } : written)),
    isSent(course) && judged(labels.decidedFirst, inOrder(certain, written)),
    outcome === 'appealed' &&
      judged(
        labels.attachedFirst,
        inOrder(of('prior_auth.updated', { 'data.change': 'attachment_added' }), { ...certain, first: true }),
      ),
  )
}

function writeGuards(facts: Facts): readonly Criterion[] {
  const { person, policy, courses } = facts
  const about = [`Patient/${person.id}`]
  const member = { where: { patient_member_id: policy.memberId }, about }
  const own = ['pas_requests', 'pas_inquiries', 'dtr_packages', 'appeals']
  const subject = { 'resource.subject.reference': about[0] ?? '' }
  const portals = payerKeys.flatMap((payer) => [
    ...portalAbout(payer, person, policy.memberId),
    ...own.map((collection) => ({ ...portalCollection(payer, collection), ...member })),
    { ...portalCollection(payer, 'crd_calls'), where: { patient_id: person.id }, about },
    { ...portalCollection(payer, 'questionnaire_responses'), where: subject, about },
    { ...portalCollection(payer, 'peer_to_peer_requests'), where: { status: 'requested' }, about },
  ])
  const chart = ownChart(person, { Coverage: 'beneficiary.reference' })
  const orders = courses.map(({ order }) => `ServiceRequest/${order.id}`)
  const isAsked = courses.some((course) => course.isAsked)
  // The last of the documents that the payer asked for resubmits the request.
  const change = isAsked ? 'resubmitted' : 'corrected'
  const updated = never('prior_auth.updated', { 'data.change': change }, systemMember(policy.payer))
  const otherwise = never(
    'crd.called',
    { 'data.orders': { $some: { $not: { $members: { order: { $oneOf: orders }, ...orderMembers } } } } },
    systemMember(policy.payer),
  )
  const allowed = [...courses.flatMap((course) => allowedBy(course, facts)), ...askedAllowed(facts), ...renewed(facts)]
  return collect<Criterion>(
    guard(
      labels.wrongPatient,
      'critical',
      'wrong-patient',
      noCollateral(...alsoByNumber([...portals, ...chart], facts)),
      2,
    ),
    guard(labels.asIs, 'major', 'disclosure', otherwise),
    canBeCorrected(facts) &&
      guard(labels.sentOnce, 'major', 'false-statement', { ...updated, count: isAsked ? { $lte: 1 } : 0 }),
    guard(labels.nothingElse, 'major', 'record-damage', noCollateral(...alsoByNumber(allowed, facts))),
  )
}

/** Whether a request waits at the payer, so that it can be corrected. */
export function canBeCorrected({ courses }: Facts): boolean {
  return courses.some(({ isAsked, outcome }) => isAsked || outcome === 'pended')
}
