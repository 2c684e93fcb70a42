import { base64 } from '../../base64.js'
import { chartDataset } from '../../clinic/chart-dataset.js'
import { mergePatches, partnerPatches, tradingPartners } from '../../clinic/clearinghouse.js'
import { dayFromToday, workingDays } from '../../clinic/dates.js'
import {
  cardLoinc,
  type DeskPayer,
  deskPayers,
  eligibilityListSystem,
  visitKinds,
  visitTypeSystem,
} from '../../clinic/eligibility.js'
import type { Clinician } from '../../clinic/people.js'
import { fullName, patientResource, type Resource, toSubject } from '../../clinic/people.js'
import { relativeResource } from '../../clinic/relatives.js'
import type { WorldDelta } from '../../task.js'
import type { Card, EarlierAnswer, Facts, ListRow, Policy, Referral, Visit } from './facts.js'

const serviceTypeSystem = 'https://x12.org/codes/service-type-codes'

/** Returns the records of an instance, from which an agent can find out the facts. */
export function makeWorld(facts: Facts): WorldDelta {
  const { courses, otherVisits, people, policies, cards, referrals, earlier, relatives, lists, members } = facts
  const visits = [...courses.map(({ visit }) => visit), ...otherVisits]
  const resources: Resource[] = [
    ...people.map(patientResource),
    ...relatives.map(relativeResource),
    ...policies.map(coverageResource),
    ...visits.flatMap((visit) => [appointmentResource(visit), workItem(visit)]),
    ...referrals.map(referralResource),
    ...cards.map(cardResource),
    ...earlier.flatMap((answer) => [requestResource(answer), answerResource(answer)]),
  ]
  return {
    datasets: [
      chartDataset(resources),
      {
        type: 'Files',
        name: 'eligibility lists',
        config: { files: [{ path: 'inbox/eligibility/lists.csv', content: listPage(lists) }] },
      },
    ],
    simulators: mergePatches(
      partnerPatches(Object.fromEntries(deskPayers.map((payer) => [payer, { members: members[payer] }]))),
    ),
  } as WorldDelta
}

function listPage(lists: readonly ListRow[]): string {
  const rows = lists.map(({ number, day, clinician }) => `${number},${day},${clinician.name},${clinician.id}`)
  return `list,day,clinician,practitioner\n${rows.join('\n')}\n`
}

function clinicianReference({ id, name }: Clinician) {
  return { reference: `Practitioner/${id}`, display: name }
}

function payerReference(payer: DeskPayer) {
  const { organization, name } = tradingPartners[payer]
  return { reference: organization, display: name }
}

export function coverageResource({ id, person, payer, plan, number, start, end }: Policy): Resource {
  return {
    resourceType: 'Coverage',
    id,
    identifier: [
      {
        type: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MB', display: 'Member Number' }],
        },
        system: `https://carebench.example.org/member-id/${tradingPartners[payer].id}`,
        value: number,
      },
    ],
    status: 'active',
    subscriber: toSubject(person),
    subscriberId: number,
    beneficiary: toSubject(person),
    relationship: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/subscriber-relationship', code: 'self' }],
    },
    period: end === null ? { start } : { start, end },
    payor: [payerReference(payer)],
    class: [
      {
        type: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/coverage-class', code: 'plan', display: 'Plan' }],
        },
        value: plan.toLowerCase().replaceAll(' ', '-'),
        name: plan,
      },
    ],
  }
}

function appointmentResource({ appointmentId, person, clinician, kind, day, time }: Visit): Resource {
  const { code, text } = visitKinds[kind]
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const start = Date.parse(`${day}T00:00:00Z`) + ((hours + 6) * 60 + minutes) * 60_000
  return {
    resourceType: 'Appointment',
    id: appointmentId,
    status: 'booked',
    serviceType: [{ coding: [{ system: visitTypeSystem, code, display: text }], text }],
    start: new Date(start).toISOString(),
    end: new Date(start + 20 * 60_000).toISOString(),
    participant: [
      { actor: toSubject(person), status: 'accepted' },
      { actor: clinicianReference(clinician), status: 'accepted' },
    ],
  }
}

export function workItem({ taskId, list, appointmentId, person }: Visit): Resource {
  return {
    resourceType: 'Task',
    id: taskId,
    groupIdentifier: { system: eligibilityListSystem, value: list },
    status: 'requested',
    intent: 'order',
    code: { text: 'Eligibility check' },
    description: 'Check the coverage of the visit',
    focus: { reference: `Appointment/${appointmentId}` },
    for: toSubject(person),
    authoredOn: dayFromToday(workingDays(-1)),
  }
}

function referralResource({ id, person, performer, status, start, end }: Referral): Resource {
  return {
    resourceType: 'ServiceRequest',
    id,
    status,
    intent: 'order',
    category: [{ text: 'Referral' }],
    code: { text: 'Referral to a clinician of the system' },
    subject: toSubject(person),
    occurrencePeriod: { start, end },
    authoredOn: start,
    performer: [clinicianReference(performer)],
  }
}

function cardResource({ id, person, payer, age, final, body }: Card): Resource {
  const text = `Scan of an insurance card - ${dayFromToday(-age)}\nDocument: ${id}\nFiled for: ${fullName(person)}   MRN: ${person.mrn}\n\n${body}\n`
  return {
    resourceType: 'DocumentReference',
    id,
    status: 'current',
    docStatus: final ? 'final' : 'preliminary',
    type: {
      coding: [{ system: 'http://loinc.org', code: cardLoinc, display: 'Health insurance card' }],
      text: 'Health insurance card',
    },
    subject: toSubject(person),
    date: `${dayFromToday(-age)}T16:00:00Z`,
    description: `Insurance card of ${tradingPartners[payer].name}`,
    content: [{ attachment: { contentType: 'text/plain; charset=utf-8', data: base64(text) } }],
  }
}

function requestResource({ id, policy, day }: EarlierAnswer): Resource {
  return {
    resourceType: 'CoverageEligibilityRequest',
    id: `${id}-request`,
    status: 'active',
    purpose: ['benefits'],
    patient: toSubject(policy.person),
    servicedDate: day,
    created: day,
    insurer: payerReference(policy.payer),
  }
}

function answerResource({ id, policy, kind, copay, day }: EarlierAnswer): Resource {
  return {
    resourceType: 'CoverageEligibilityResponse',
    id,
    status: 'active',
    purpose: ['benefits'],
    patient: toSubject(policy.person),
    servicedDate: day,
    created: day,
    request: { reference: `CoverageEligibilityRequest/${id}-request` },
    outcome: 'complete',
    insurer: payerReference(policy.payer),
    insurance: [
      {
        coverage: { reference: `Coverage/${policy.id}` },
        inforce: true,
        item: [
          {
            category: { coding: [{ system: serviceTypeSystem, code: visitKinds[kind].serviceType }] },
            benefit: [
              {
                type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/benefit-type', code: 'copay' }] },
                allowedMoney: { value: copay, currency: 'USD' },
              },
            ],
          },
        ],
      },
    ],
  }
}
