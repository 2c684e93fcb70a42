import type { JsonObject } from '@carebench/protocol'
import { lookAlikeResources } from '../../builders/authorizations.js'
import { chartDataset } from '../../clinic/chart-dataset.js'
import { dayFromToday } from '../../clinic/dates.js'
import { conditionResource, type Order, orderResource } from '../../clinic/orders.js'
import { documentResource, type Paper, paperText, telephoneNote } from '../../clinic/papers.js'
import { listDeterminations } from '../../clinic/payer-rules.js'
import { fullName, type Person, patientResource, type Resource } from '../../clinic/people.js'
import { coverageResource, type Policy } from '../../clinic/policies.js'
import { documentNames } from '../../clinic/requests-handbook.js'
import { workItemResource } from '../../clinic/work-items.js'
import type { Instance } from '../../family.js'
import type { WorldDelta } from '../../task.js'
import type { Facts, Returned } from './facts.js'

/** Returns the records of an instance, from which an agent can find out the facts. */
export function makeWorld(facts: Facts): WorldDelta {
  const { person, policy, problems, order, papers, outside, otherNotes, returned, lookAlikes } = facts
  const notes = outside === null ? otherNotes : [outside.note, ...otherNotes]
  const resources = [
    patientResource(person),
    coverageResource(policy, person),
    ...problems.map((problem) => conditionResource(problem, person)),
    orderResource(order, person),
    workItem(order, person),
    ...papers.map((paper) => documentResource(paper, person)),
    ...notes.map((note) => telephoneNote({ ...note, author: order.clinician }, person)),
    ...lookAlikes.flatMap((other) => lookAlikeResources(other, workItem)),
  ]
  const rows = [
    requestRow(returned, { person, policy, order }),
    ...lookAlikes.map((other) => requestRow(other.returned, other)),
  ].toSorted((one, other) => (String(one.auth_number) < String(other.auth_number) ? -1 : 1))
  const attachments = returned.sent.map((paper) => attachmentRow(returned, paper, person))
  const patch = determinationPatch(facts)
  return {
    datasets: [
      chartDataset(resources),
      {
        type: 'Portal',
        name: 'requests of the task',
        system: policy.payer,
        config: { rows: { prior_auth_requests: rows, attachments } },
      },
    ],
    ...(patch !== undefined && { simulators: { [policy.payer]: patch } }),
  } as WorldDelta
}

/** Returns the work item of a request that came back. */
export function workItem({ id, taskId, service }: Order, person: Person): Resource {
  return workItemResource({
    id: taskId,
    list: 'Request for information',
    description: `The payer wants more about: ${service.text}`,
    focus: `ServiceRequest/${id}`,
    person,
    age: 0,
  })
}

/** Returns the fields in which a request must agree with its order. */
export function rightFields({ order }: Pick<Facts, 'order'>) {
  return {
    units: order.units,
    diagnosis_codes: [order.problem.code],
    provider_npi: order.clinician.npi,
    service_date: order.serviceDate,
    urgency: order.urgent ? 'expedited' : 'standard',
  }
}

function requestRow(
  { number, submitted, asked, missing, sent, mistakes }: Returned,
  { person, policy, order }: { readonly person: Person; readonly policy: Policy; readonly order: Order },
): JsonObject {
  const reason = `Missing documents: ${missing.join(', ')}. Attach them and resubmit.`
  const askedAt = `${dayFromToday(-asked)}T15:30:00.000Z`
  const fields = {
    ...rightFields({ order }),
    ...Object.fromEntries(mistakes.map(({ field, value }) => [field, value])),
  }
  return {
    auth_number: number,
    status: 'more_information',
    determination_reason: reason,
    reason_code: '0U',
    missing_documents: [...missing],
    determined_at: askedAt,
    decision_due_at: null,
    patient_member_id: policy.memberId,
    patient_name: fullName(person),
    patient_dob: person.birthDate,
    procedure_code: order.service.code,
    additional_services: [],
    ...fields,
    clinical_notes: null,
    document_types: sent.map(({ type }) => type),
    resubmission_count: 0,
    submitted_at: `${dayFromToday(-submitted)}T15:00:00.000Z`,
    updated_at: askedAt,
  } as JsonObject
}

function attachmentRow({ number }: Returned, paper: Paper, person: Person): JsonObject {
  return {
    attachment_id: `att-${paper.id}`,
    auth_number: number,
    document_type: paper.type,
    file_name: null,
    media_type: 'text/plain',
    text: paperText(paper, person),
  }
}

/** Returns the payer's decision about this request with a delay, besides its usual ones; undefined without a delay. */
function determinationPatch({ delay, policy, order, requirements }: Facts): JsonObject | undefined {
  if (delay === 0) return undefined
  const own = {
    patient_member_id: policy.memberId,
    procedure_code: order.service.code,
    status: 'approved',
    requires: requirements.map(({ type }) => type),
    delay_seconds: delay,
  }
  return {
    determinations: [
      own,
      ...listDeterminations(policy.payer).map((rule) => ({
        ...rule,
        ...(rule.requires && { requires: [...rule.requires] }),
      })),
    ],
  }
}

/**
 * Returns the text of the fax from a practice: the document, possibly after a page about another patient, or that it
 * has none.
 */
export function faxText({ outside, person }: Facts): string {
  if (outside === null) throw new RangeError('nobody was asked')
  const { practice, paper, answer, stranger, type } = outside
  if (answer !== 'sends')
    return `${practice.name}\nYour request about ${fullName(person)}, born ${person.birthDate}\n\nWe have no ${documentNames[type]} of this patient.\n`
  const page = paperText(paper, person)
  if (stranger === null) return page
  return `${paperText({ ...paper, id: `${paper.id}9` }, stranger)}\f${page}`
}

/** Returns the fax that comes back; undefined if no practice is asked, or if it does not answer. */
export function makeScenario(facts: Facts): Instance['scenario'] | undefined {
  const { outside } = facts
  if (outside === null || outside.answer === 'silent') return undefined
  const { practice, answer, delay } = outside
  return {
    steps: [
      {
        type: 'receive_fax',
        from: practice.fax,
        document_type: answer === 'sends' ? 'records' : 'other',
        text: faxText(facts),
        after: { event: 'fax.delivered', where: { 'data.to_number': practice.fax }, delay_seconds: delay },
      },
    ],
  } as Instance['scenario']
}
