import type { JsonObject } from '@carebench/protocol'
import { lookAlikeResources } from '../../builders/authorizations.js'
import { chartDataset } from '../../clinic/chart-dataset.js'
import { dayFromToday } from '../../clinic/dates.js'
import { denialReason } from '../../clinic/electronic-handbook.js'
import { authorizationNumberSystem } from '../../clinic/handbook.js'
import { conditionResource, type Order, orderResource } from '../../clinic/orders.js'
import { documentResource } from '../../clinic/papers.js'
import { determinationsOf } from '../../clinic/payer-rules.js'
import { fullName, type Person, patientResource, type Resource } from '../../clinic/people.js'
import { coverageResource } from '../../clinic/policies.js'
import { workItemResource } from '../../clinic/work-items.js'
import type { WorldDelta } from '../../task.js'
import type { Course, Facts } from './facts.js'

/** The records that imply the facts. */
export function worldOf(facts: Facts): WorldDelta {
  const { person, policy, courses, problems, papers, therapy, lookAlikes } = facts
  const resources = [
    patientResource(person),
    coverageResource(policy, person),
    ...problems.map((problem) => conditionResource(problem, person)),
    ...courses.flatMap((course) => [orderOf(course, person), workItem(course.order, person)]),
    ...[...papers, ...therapy].map((paper) => documentResource(paper, person)),
    ...lookAlikes.flatMap((other) => lookAlikeResources(other, workItem)),
  ]
  const rows = courses.flatMap((course) => earlierRow(course, facts) ?? [])
  const earlier = { type: 'Portal', name: 'earlier requests', system: policy.payer }
  return {
    datasets: [
      chartDataset(resources),
      ...(rows.length === 0 ? [] : [{ ...earlier, config: { rows: { prior_auth_requests: rows } } }]),
    ],
    simulators: { [policy.payer]: answersOf(facts) },
  } as WorldDelta
}

/** The order of a course, with the number of an authorization that has ended. */
export function orderOf({ order, earlier, isExtended }: Course, person: Person): Resource {
  const identifier = [{ system: authorizationNumberSystem, value: earlier?.number ?? '' }]
  return { ...orderResource(order, person), ...(isExtended && { identifier }) }
}

export function workItem({ id, taskId, service, age }: Order, person: Person): Resource {
  return workItemResource({
    id: taskId,
    list: 'Electronic authorization',
    description: `Authorization of: ${service.text}`,
    focus: `ServiceRequest/${id}`,
    person,
    age,
  })
}

/** What the payer says and decides about the orders; about other people's as usual. */
function answersOf({ courses, policy: { payer, memberId } }: Facts): JsonObject {
  const claimed = courses.map(({ order, outcome }): [string, string] => {
    return [order.service.code, outcome === 'not-required' ? 'no-auth' : 'auth-needed']
  })
  const own = courses.map((course) => {
    return { patient_member_id: memberId, procedure_code: course.order.service.code, ...decisionOf(course) }
  })
  const usual = determinationsOf(payer).map((rule) => ({
    ...rule,
    ...(rule.requires && { requires: [...rule.requires] }),
  }))
  return {
    determinations: [...own, ...usual],
    electronic: { coverage_claims: Object.fromEntries(claimed) },
  }
}

function decisionOf({ outcome, isAsked, papers, granted, order }: Course): JsonObject {
  switch (outcome) {
    case 'not-required':
      return { status: 'denied', reason: 'This service requires no authorization.', reason_code: '0H' }
    case 'pended':
      return { status: 'pending' }
    case 'appealed':
    case 'peer-to-peer':
      return { status: 'denied', reason: denialReason, reason_code: '0F' }
    case 'reduced': {
      const last = granted?.until ?? order.serviceDate
      const days = Math.round((Date.parse(last) - Date.parse(order.serviceDate)) / 86_400_000) + 1
      return { status: 'approved', approved_units: granted?.units ?? order.units, valid_days: days }
    }
    default:
      return { status: 'approved', ...(isAsked && { requires: papers.map(({ type }) => type) }) }
  }
}

/** An earlier authorization, as the portal has it. */
function earlierRow({ order, earlier }: Course, { person, policy }: Facts): JsonObject | undefined {
  if (earlier === null) return undefined
  const { number, from, until } = earlier
  const { service, units, problem, clinician } = order
  const sent = `${dayFromToday(-140)}T15:00:00.000Z`
  const item = {
    procedure_code: service.code,
    units,
    status: 'approved',
    approved_units: units,
    valid_from: from,
    valid_until: until,
    reason: null,
    reason_code: null,
  }
  return {
    auth_number: number,
    status: 'approved',
    patient_member_id: policy.memberId,
    patient_name: fullName(person),
    patient_dob: person.birthDate,
    procedure_code: service.code,
    units,
    diagnosis_codes: [problem.code],
    provider_npi: clinician.npi,
    service_date: from,
    urgency: 'standard',
    items: [item],
    submitted_at: sent,
    determined_at: sent,
    updated_at: sent,
  }
}
