import { chartDataset } from '../../clinic/chart-dataset.js'
import { mergePatches, partnerPatches, tradingPartners } from '../../clinic/clearinghouse.js'
import { coordinationPaperSystem, coordinationPapers } from '../../clinic/coordination.js'
import { dayFromToday } from '../../clinic/dates.js'
import { noteResource } from '../../clinic/papers.js'
import { fullName, patientResource, type Resource, toSubject } from '../../clinic/people.js'
import { relativeResource } from '../../clinic/relatives.js'
import { workItemResource } from '../../clinic/work-items.js'
import type { WorldDelta } from '../../task.js'
import type { Case, CourtOrder, Facts, Policy, Questionnaire } from './facts.js'

/** Returns the records of an instance, from which an agent can find out the facts. */
export function makeWorld(facts: Facts): WorldDelta {
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

/** Returns the Coverage of a policy. `order` is the member that the work adds. */
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
    subscriber: toSubject(subscriber),
    subscriberId: number,
    beneficiary: toSubject(beneficiary),
    relationship: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/subscriber-relationship', code: relationship }],
    },
    period: end === null ? { start } : { start, end },
    payor: [{ reference: organization, display: name }],
    ...(order !== undefined && { order }),
  }
}

export function workItem({ taskId, person }: Case): Resource {
  const description = 'Two policies: which one pays first?'
  return workItemResource({ id: taskId, list: 'Coordination of benefits', description, person, age: 2 })
}

/** Returns a document in the chart. */
export function paperResource({ id, kind, person, age, final, body }: Questionnaire | CourtOrder): Resource {
  const display = coordinationPapers[kind]
  const head = `${display} - ${dayFromToday(-age)}\nDocument: ${id}\nFiled for: ${fullName(person)}   MRN: ${person.mrn}`
  const text = `${head}\n\n${body}\n`
  return noteResource({ id, system: coordinationPaperSystem, code: kind, display, age, final, text, person })
}
