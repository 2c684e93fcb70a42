import type { JsonObject } from '@carebench/protocol'
import { lookAlikeResources } from '../../builders/authorizations.js'
import { earlierBundle, earlierClaim, type PasRequest } from '../../builders/pas-request.js'
import { chartDataset } from '../../clinic/chart-dataset.js'
import { dayFromToday } from '../../clinic/dates.js'
import { denialReason } from '../../clinic/electronic-handbook.js'
import { authorizationNumberSystem } from '../../clinic/handbook.js'
import { conditionResource, type Order, orderResource } from '../../clinic/orders.js'
import { documentResource } from '../../clinic/papers.js'
import { listDeterminations } from '../../clinic/payer-rules.js'
import { fullName, type Person, patientResource, type Resource } from '../../clinic/people.js'
import { coverageResource } from '../../clinic/policies.js'
import { today } from '../../clinic/today.js'
import { workItemResource } from '../../clinic/work-items.js'
import type { WorldDelta } from '../../task.js'
import { cardResource } from './coverage.js'
import type { Course, Facts, Lines } from './facts.js'
import { policyFor, readingResource } from './form.js'

/** Returns the records of an instance, from which an agent can find out the facts. */
export function makeWorld(facts: Facts): WorldDelta {
  const { person, policy, outdated, cards, courses, problems, papers, therapy, lookAlikes } = facts
  const resources = [
    patientResource(person),
    coverageResource(outdated ?? policy, person),
    ...cards.map((card) => cardResource(card, facts)),
    ...problems.map((problem) => conditionResource(problem, person)),
    ...courses.flatMap((course) => [
      orderInChart(course, person),
      workItemFor(course, person),
      ...courseResources(course, facts),
    ]),
    ...[...papers, ...therapy].map((paper) => documentResource(paper, person)),
    ...lookAlikes.flatMap((other) => lookAlikeResources(other, workItem)),
  ]
  const rows = courses.flatMap((course) => earlierRows(course, facts))
  const sent = courses.flatMap(({ lines, order }) =>
    lines === null ? [] : [sentRow(lines, { person, policy, order })],
  )
  const config = { rows: { prior_auth_requests: rows, ...(sent.length > 0 && { pas_requests: sent }) } }
  const earlier = { type: 'Portal', name: 'earlier requests', system: policy.payer, config }
  return {
    datasets: [chartDataset(resources), ...(rows.length === 0 ? [] : [earlier])],
    simulators: { [policy.payer]: configurePayer(facts) },
  } as WorldDelta
}

/**
 * Returns the order of a course, with the number of the authorization that it extends and the order that it replaces,
 * if any.
 */
export function orderInChart({ order, earlier, isExtended, lines }: Course, person: Person): Resource {
  return {
    ...orderResource(order, person),
    ...(isExtended && numbered(earlier?.number ?? '')),
    ...(lines && { replaces: [{ reference: `ServiceRequest/${lines.dropped.id}` }] }),
  }
}

function numbered(value: string): JsonObject {
  return { identifier: [{ system: authorizationNumberSystem, value }] }
}

/** Returns the resources of the chart that belong to one order, without the order. */
function courseResources({ form, lines, order }: Course, { person, policy }: Facts): readonly Resource[] {
  const readings = form?.readings.map((reading) => readingResource(reading, person)) ?? []
  if (lines === null) return readings
  const services = lines.services.map((one) => {
    return { ...orderResource(one, person), ...numbered(lines.number) }
  })
  return [...readings, ...services, earlierClaim({ person, policy, order }, lines) as Resource]
}

/** Returns the work item of a course. */
export function workItemFor({ order, status }: Course, person: Person): Resource {
  const item = workItem(order, person)
  return status === null ? item : { ...item, code: { text: 'Electronic status' } }
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

/**
 * Returns the configuration of the payer: its answers and decisions about the orders; other requests are decided as
 * usual.
 */
function configurePayer({ courses, policy: { payer, memberId }, outdated, person, lookAlikes }: Facts): JsonObject {
  const asked = courses.filter(({ form }) => form === null)
  const claimed = asked.map(({ order, outcome }): [string, string] => {
    return [order.service.code, outcome === 'not-required' ? 'no-auth' : 'auth-needed']
  })
  const own = asked.map((course): JsonObject => {
    return { patient_member_id: memberId, procedure_code: course.order.service.code, ...decisionFor(course) }
  })
  // What was approved is approved again.
  for (const { lines } of courses) {
    if (lines !== null)
      own.push({ patient_member_id: memberId, procedure_code: lines.kept.service.code, status: 'approved' })
  }
  const forms = courses.filter(({ form }) => form !== null)
  const codes = forms.map(({ order }) => order.service.code)
  const usual = listDeterminations(payer)
    .filter((rule) => !codes.includes(rule.procedure_code ?? ''))
    .map((rule) => ({ ...rule, ...(rule.requires && { requires: [...rule.requires] }) }))
  const members = [{ person, memberId }, ...lookAlikes.map((one) => ({ ...one, memberId: one.policy.memberId }))]
  return {
    determinations: [...own, ...usual],
    ...(forms.length > 0 && { policies: forms.map((course) => policyFor(course, memberId)) }),
    // With members of its own, the payer does not take its members from the chart.
    ...(outdated !== null && {
      members: members.map(({ person: { given, family, birthDate }, memberId: member_id }) => {
        return { member_id, first_name: given, last_name: family, birth_date: birthDate }
      }),
    }),
    electronic: { coverage_claims: Object.fromEntries(claimed) },
  }
}

function decisionFor({ outcome, isAsked, papers, granted, order }: Course): JsonObject {
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

/** Returns the earlier requests for the service that the portal shows. */
function earlierRows({ order, earlier, status, lines, granted }: Course, facts: Facts): readonly JsonObject[] {
  if (lines !== null) {
    const { services, number } = lines
    return [portalRow(facts, { number, orders: services, from: order.serviceDate, until: null })]
  }
  if (status !== null) {
    const { number, otherNumber, otherDay, until } = status
    return [
      portalRow(facts, { number, orders: [order], from: order.serviceDate, until, units: granted?.units }),
      portalRow(facts, { number: otherNumber, orders: [order], from: otherDay, until: null }),
    ]
  }
  if (earlier === null) return []
  const { number, from, until } = earlier
  return [portalRow(facts, { number, orders: [order], from, until })]
}

interface Approval {
  readonly number: string
  readonly orders: readonly Order[]
  readonly from: string
  readonly until: string | null
  /** The approved units, if they are fewer. Default: those of the order. */
  readonly units?: number | undefined
}

/** Returns an approved request, as the portal has it. */
function portalRow({ person, policy }: Facts, { number, orders, from, until, units }: Approval): JsonObject {
  const [first, ...others] = orders
  if (first === undefined) throw new RangeError('an approval needs an order')
  const sent = `${dayFromToday(from < today ? -140 : -40)}T15:00:00.000Z`
  const status = units === undefined ? 'approved' : 'partially_approved'
  const items = orders.map((order) => ({
    procedure_code: order.service.code,
    units: order.units,
    status,
    approved_units: units ?? order.units,
    valid_from: until === null ? null : from,
    valid_until: until,
    reason: null,
    reason_code: null,
  }))
  return {
    auth_number: number,
    status,
    patient_member_id: policy.memberId,
    patient_name: fullName(person),
    patient_dob: person.birthDate,
    procedure_code: first.service.code,
    units: first.units,
    additional_services: others.map((one) => ({ procedure_code: one.service.code, units: one.units })),
    diagnosis_codes: orders.map(({ problem }) => problem.code),
    provider_npi: first.clinician.npi,
    service_date: from,
    urgency: 'standard',
    items,
    submitted_at: sent,
    determined_at: sent,
    updated_at: sent,
  }
}

/** Returns a request that was sent by PAS, as the payer keeps it. */
function sentRow(lines: Lines, request: PasRequest): JsonObject {
  const { person, policy, order } = request
  return {
    pas_id: lines.pasId,
    auth_number: lines.number,
    outcome: 'complete',
    errors: [],
    patient_member_id: policy.memberId,
    patient_name: fullName(person),
    provider_npi: order.clinician.npi,
    claim_identifier: lines.claimId,
    bundle_identifier: lines.claimId,
    level_of_service: 'E',
    certification: null,
    previous_number: null,
    replaces: null,
    replaced_by: null,
    supporting_info: [],
    submitted_at: `${dayFromToday(-40)}T15:00:00.000Z`,
    decision_due_at: null,
    bundle: earlierBundle(request, lines),
  }
}
