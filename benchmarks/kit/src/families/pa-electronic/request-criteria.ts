import type { JsonObject, JsonValue } from '@carebench/protocol'
import { attachedState, portalCollection } from '../../builders/authorizations.js'
import { collect } from '../../builders/collect.js'
import { type Expected, recordState } from '../../builders/criteria.js'
import { exactText, patientName } from '../../builders/expected-values.js'
import { levelFor, sentRequest } from '../../builders/pas-request.js'
import { appealReason, deskPhone } from '../../clinic/electronic-handbook.js'
import type { Criterion } from '../../task.js'
import { askedFor, suppliedWith } from './allowed.js'
import type { Course, Facts } from './facts.js'
import { answerRows, questionnaire } from './form.js'
import { criterionFor, labels } from './labels.js'
import { requestFor } from './work.js'

/**
 * Returns the key of the logged question that the payer answered. Questions about a member whom it does not know are
 * left out.
 */
export function askedKey({ order }: Course): JsonObject {
  return { 'orders[0].order': `ServiceRequest/${order.id}`, 'orders[0].covered': 'covered' }
}

/** Returns the place where the payer keeps the trace number of its answer, for `records-agree`. */
export function assertedIn(course: Course, { policy }: Facts): JsonObject {
  return { ...portalCollection(policy.payer, 'crd_calls'), where: askedKey(course), path: 'orders[0].assertion_id' }
}

/** Returns the assertion that the payer has exactly one row with a key, and that it has these values. */
export function keptOnce({ policy }: Facts, collection: string, key: JsonObject, expected: Expected): JsonObject {
  const count = { count: 1, exclusive: Object.keys(key) }
  return recordState(portalCollection(policy.payer, collection), key, expected, count)
}

/** Returns the criteria on the request for an order, and on what follows from the payer's answer. */
export function requestCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { outcome, isAsked, papers, form } = course
  const { person, policy } = facts
  const { payer } = policy
  const judge = criterionFor(course, facts)
  const claim = { claim_identifier: course.order.taskId }
  const sent = recordState(portalCollection(payer, 'pas_requests'), claim, sentFields(course, facts))
  return collect<Criterion>(
    course.lines === null ? newCriteria(course, facts) : changedCriteria(course, facts),
    judge(labels.form, 2, 'false-statement', sent),
    form !== null && formCriteria(course, facts),
    papers.map((paper) => judge(labels.paper(paper.type), 3, 'financial', attachedState(payer, paper, person))),
    isAsked &&
      papers.map(({ type }, index) => judge(labels.control(type), 1, 'financial', controlState(course, index, facts))),
    isAsked &&
      papers.length > 1 &&
      judge(
        labels.last,
        1,
        'financial',
        recordState(portalCollection(payer, 'attachments'), { final: true }, { line_items: [1] }, { count: 1 }),
      ),
    outcome === 'appealed' && judge(labels.appealed, 3, 'financial', appealState(course, facts)),
    outcome === 'peer-to-peer' && judge(labels.talk, 3, 'financial', talkState(course, facts)),
  )
}

/** Returns what a payer keeps of the right request by PAS. */
function sentFields(course: Course, facts: Facts): Expected {
  const { order, granted, isExtended, earlier, lines } = course
  const at = lines === null ? 'items[0]' : 'items[2]'
  return {
    outcome: 'complete',
    patient_member_id: facts.policy.memberId,
    bundle_identifier: order.taskId,
    level_of_service: levelFor(order),
    [`${at}.sequence`]: lines === null ? 1 : 3,
    [`${at}.code`]: order.service.code,
    [`${at}.quantity`]: order.units,
    ...(granted !== null && { 'items[0].period.end': granted.until }),
    // The payer keeps the certification of the first item, which may be the canceled one.
    certification: isExtended ? '4' : lines !== null && lines.services[0] === lines.dropped ? '3' : null,
    previous_number: isExtended ? (earlier?.number ?? '') : null,
    supporting_info: { $eq: suppliedWith(course) },
    bundle: sentRequest(requestFor(course, facts)),
  }
}

/** Returns the criteria that the portal has one request, and that it says what the order says. */
function newCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { order } = course
  const { person, policy } = facts
  const judge = criterionFor(course, facts)
  const requests = portalCollection(policy.payer, 'prior_auth_requests')
  const { code } = order.service
  const key = { patient_member_id: policy.memberId, procedure_code: code, service_date: order.serviceDate }
  const once = keptOnce(facts, 'prior_auth_requests', key, { additional_services: [] })
  const says = {
    units: order.units,
    diagnosis_codes: [order.problem.code],
    provider_npi: order.clinician.npi,
    urgency: order.urgent ? 'expedited' : 'standard',
    patient_dob: person.birthDate,
    patient_name: patientName(person),
  }
  return [
    judge(labels.requested, 3, 'unauthorized-act', once),
    judge(labels.content, 2, 'false-statement', recordState(requests, key, says)),
  ]
}

/** Returns the criteria that the approved request was changed and replaced as the orders require. */
function changedCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { order, lines } = course
  if (lines === null) return []
  const { payer } = facts.policy
  const { services: before, kept, dropped, number, pasId } = lines
  const judge = criterionFor(course, facts)
  const orders = [...before, order]
  const items = orders.flatMap((one, index): [string, JsonValue][] => [
    [`items[${index}].sequence`, index + 1],
    [`items[${index}].code`, one.service.code],
    [`items[${index}].cancelled`, one === dropped],
    [`items[${index}].action`, one === dropped ? 'C' : 'A1'],
  ])
  const changed = { ...Object.fromEntries(items), replaces: pasId, auth_number: number, items: { $size: 3 } }
  const itemsBefore = Object.fromEntries(
    before.flatMap((one, index): [string, JsonValue][] => [
      [`items[${index}].sequence`, index + 1],
      [`items[${index}].code`, one.service.code],
    ]),
  )
  const services = {
    status: 'approved',
    procedure_code: kept.service.code,
    additional_services: { $eq: [{ procedure_code: order.service.code, units: order.units }] },
    diagnosis_codes: { $eq: [...new Set(orders.map(({ problem }) => problem.code))] },
  }
  const replaced = { replaced_by: { $regex: 'PAS-[0-9]{4}' }, items: { $size: 2 }, ...itemsBefore }
  const state = (collection: string, key: JsonObject, expected: Expected) =>
    recordState(portalCollection(payer, collection), key, expected)
  return [
    judge(
      labels.changed,
      3,
      'unauthorized-act',
      keptOnce(facts, 'pas_requests', { claim_identifier: order.taskId }, changed),
    ),
    judge(labels.replaced, 1, 'unauthorized-act', state('pas_requests', { pas_id: pasId }, replaced)),
    judge(labels.services, 2, 'unauthorized-act', state('prior_auth_requests', { auth_number: number }, services)),
  ]
}

/** Returns the criteria on the form that goes with a request. */
function formCriteria(course: Course, facts: Facts): readonly Criterion[] {
  const { order } = course
  const judge = criterionFor(course, facts)
  const forms = portalCollection(facts.policy.payer, 'questionnaire_responses')
  const key = { response_id: order.taskId }
  const said = { questionnaire, status: 'completed', answers: answerRows(course) }
  const context = { ...forms, where: key, path: 'context' }
  return [
    judge(labels.answers, 4, 'false-statement', recordState(forms, key, said, { count: 1 })),
    judge(labels.formTrace, 1, 'false-statement', {
      assert: 'records-agree',
      records: [assertedIn(course, facts), context],
    }),
  ]
}

function controlState(course: Course, index: number, { policy }: Facts): JsonObject {
  const key = { document_type: course.papers[index]?.type ?? '' }
  const attachments = portalCollection(policy.payer, 'attachments')
  return recordState(attachments, key, askedFor(course, index), { count: 1 })
}

function appealState({ order }: Course, facts: Facts): JsonObject {
  const expected = { procedure_code: order.service.code, reason: exactText(appealReason) }
  return keptOnce(facts, 'appeals', { patient_member_id: facts.policy.memberId }, expected)
}

function talkState({ order }: Course, facts: Facts): JsonObject {
  const key = { contact_name: order.clinician.name }
  return keptOnce(facts, 'peer_to_peer_requests', key, { contact_phone: deskPhone })
}
