import { base64 } from '../../base64.js'
import { chartDataset } from '../../clinic/chart-dataset.js'
import { mergePatches, partnerPatches, tradingPartners } from '../../clinic/clearinghouse.js'
import { coordinationPaperSystem, coordinationPapers } from '../../clinic/coordination.js'
import { fullName, patientResource, type Resource, subjectOf } from '../../clinic/people.js'
import type { WorldDelta } from '../../task.js'
import { dayOf } from './draw-facts.js'
import type { Case, CourtOrder, Facts, Policy, Questionnaire, Relative } from './facts.js'

/** The records that imply the facts. */
export function worldOf(facts: Facts): WorldDelta {
  const { people, relatives, policies, patient, others, questionnaires, orders, members } = facts
  const resources: Resource[] = [
    ...people.map(patientResource),
    ...relatives.map(relativeResource),
    ...policies.map((policy) => coverageResource(policy)),
    ...[patient, ...others].map(workItem),
    ...[...questionnaires, ...orders].map(paperResource),
  ]
  return {
    datasets: [chartDataset(resources)],
    simulators: mergePatches(
      partnerPatches(Object.fromEntries(Object.entries(members).map(([payer, own]) => [payer, { members: own }]))),
    ),
  } as WorldDelta
}

const relationships = { MTH: 'mother', FTH: 'father', STPFTH: 'stepfather' } as const

function relativeResource({ id, child, relationship, person }: Relative): Resource {
  return {
    resourceType: 'RelatedPerson',
    id,
    identifier: [{ system: 'https://carebench.example.org/mrn', value: person.mrn }],
    active: true,
    patient: subjectOf(child),
    relationship: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode',
            code: relationship,
            display: relationships[relationship],
          },
        ],
      },
    ],
    name: [{ text: fullName(person), family: person.family, given: [person.given] }],
    birthDate: person.birthDate,
  }
}

/** A policy; `order` is what the work adds. */
export function coverageResource(
  { id, payer, number, subscriber, beneficiary, start, end }: Policy,
  order?: number,
): Resource {
  const { id: payerId, organization, name } = tradingPartners[payer]
  const isAdult = beneficiary.birthDate < '2005'
  const relationship = subscriber === beneficiary ? 'self' : isAdult ? 'spouse' : 'child'
  return {
    resourceType: 'Coverage',
    id,
    identifier: [
      {
        type: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MB', display: 'Member Number' }],
        },
        system: `https://carebench.example.org/member-id/${payerId}`,
        value: number,
      },
    ],
    status: 'active',
    subscriber: subjectOf(subscriber),
    subscriberId: number,
    beneficiary: subjectOf(beneficiary),
    relationship: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/subscriber-relationship', code: relationship }],
    },
    period: end === null ? { start } : { start, end },
    payor: [{ reference: organization, display: name }],
    ...(order !== undefined && { order }),
  }
}

export function workItem({ taskId, person }: Case): Resource {
  return {
    resourceType: 'Task',
    id: taskId,
    status: 'requested',
    intent: 'order',
    code: { text: 'Coordination of benefits' },
    description: 'Two policies: which one pays first?',
    for: subjectOf(person),
    authoredOn: dayOf(2),
  }
}

function paperResource({ id, kind, person, age, final, body }: Questionnaire | CourtOrder): Resource {
  const display = coordinationPapers[kind]
  const text = `${display} - ${dayOf(age)}\nDocument: ${id}\nFiled for: ${fullName(person)}   MRN: ${person.mrn}\n\n${body}\n`
  return {
    resourceType: 'DocumentReference',
    id,
    status: 'current',
    docStatus: final ? 'final' : 'preliminary',
    type: { coding: [{ system: coordinationPaperSystem, code: kind, display }], text: display },
    subject: subjectOf(person),
    date: `${dayOf(age)}T16:00:00Z`,
    description: display,
    content: [{ attachment: { contentType: 'text/plain; charset=utf-8', data: base64(text) } }],
  }
}
