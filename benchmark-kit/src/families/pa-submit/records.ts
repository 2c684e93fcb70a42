import type { JsonObject, JsonValue } from '@carebench/protocol'
import { base64 } from '../../base64.js'
import { chartDataset } from '../../clinic/chart-dataset.js'
import { today } from '../../clinic/clinic.js'
import { dayFromToday } from '../../clinic/dates.js'
import { type Determination, determinationsOf, paperTypes, payers } from '../../clinic/payer-rules.js'
import type { WorldDelta } from '../../family.js'
import type { Bulletin, Call, Facts, Order, Paper, Person, Policy, Problem } from './facts.js'

type Resource = JsonObject & { readonly resourceType: string; readonly id: string }

/** The records that imply the facts. */
export function worldOf(facts: Facts): WorldDelta {
  const { person, policies, problems, courses, revoked, papers, calls, lookAlikes, bulletins } = facts
  const resources: Resource[] = [
    patientResource(person),
    ...policies.map((policy) => coverageResource(policy, person)),
    ...problems.map((problem) => conditionResource(problem, person)),
    ...[...courses.map(({ order }) => order), ...revoked].flatMap((order) => [
      orderResource(order, person),
      workItem(order, person),
    ]),
    ...papers.map((paper) => documentResource(paper, person)),
    ...calls.map((call) => callResource(call, person)),
    ...lookAlikes.flatMap((other) => [
      patientResource(other.person),
      coverageResource(other.policy, other.person),
      conditionResource(other.problem, other.person),
      orderResource(other.order, other.person),
      workItem(other.order, other.person),
      documentResource(other.paper, other.person),
    ]),
  ]
  const patches = patchesOf(facts)
  return {
    datasets: [
      chartDataset(resources),
      {
        type: 'Files',
        name: 'bulletins',
        config: { files: [{ path: 'inbox/handbook/bulletins.txt', content: bulletinPage(bulletins) }] },
      },
    ],
    ...(patches !== undefined && { simulators: patches }),
  } as WorldDelta
}

/** What the payer does otherwise than usual in this instance. */
function patchesOf({ courses, policy, bulletins }: Facts): WorldDelta['simulators'] | undefined {
  const own: Determination[] = courses.flatMap(({ order, branch, requirements, delay }) => {
    if (branch !== 'pended' && delay === 0 && bulletins.every(({ service }) => service !== order.service)) return []
    return [
      {
        patient_member_id: policy.memberId,
        procedure_code: order.service.code,
        status: branch === 'pended' ? ('pending' as const) : ('approved' as const),
        requires: (requirements ?? []).map(({ type }) => type),
        ...(delay > 0 && { delay_seconds: delay }),
      },
    ]
  })
  if (own.length === 0) return undefined
  return { [policy.payer]: { determinations: [...own, ...determinationsOf(policy.payer)] } } as WorldDelta['simulators']
}

export function fullName({ given, family }: Person): string {
  return `${given} ${family}`
}

export function patientResource(person: Person): Resource {
  return {
    resourceType: 'Patient',
    id: person.id,
    identifier: [
      {
        use: 'usual',
        type: {
          coding: [
            { system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR', display: 'Medical record number' },
          ],
        },
        system: 'https://carebench.example.org/mrn',
        value: person.mrn,
      },
    ],
    active: true,
    name: [{ use: 'official', text: fullName(person), family: person.family, given: [person.given] }],
    gender: person.sex,
    birthDate: person.birthDate,
  }
}

export function coverageResource({ id, payer, memberId, start, end }: Policy, person: Person): Resource {
  const { code, name, organization } = payers[payer]
  const reference = { reference: `Patient/${person.id}`, display: fullName(person) }
  return {
    resourceType: 'Coverage',
    id,
    identifier: [
      {
        type: {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MB', display: 'Member Number' }],
        },
        system: `https://carebench.example.org/member-id/${code}`,
        value: memberId,
      },
    ],
    status: 'active',
    subscriber: reference,
    subscriberId: memberId,
    beneficiary: reference,
    relationship: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/subscriber-relationship', code: 'self' }],
    },
    period: { start, end },
    payor: [{ reference: `Organization/${organization}`, display: name }],
  }
}

export function conditionResource({ id, text, code, resolved }: Problem, person: Person): Resource {
  const state = resolved ? 'resolved' : 'active'
  return {
    resourceType: 'Condition',
    id,
    clinicalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: state }] },
    verificationStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code: 'confirmed' }],
    },
    category: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/condition-category',
            code: 'problem-list-item',
            display: 'Problem List Item',
          },
        ],
      },
    ],
    code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code, display: text }], text },
    subject: { reference: `Patient/${person.id}`, display: fullName(person) },
  }
}

export function orderResource(order: Order, person: Person): Resource {
  const { service, side, clinician, problem, units } = order
  return {
    resourceType: 'ServiceRequest',
    id: order.id,
    status: order.revoked ? 'revoked' : 'active',
    intent: 'order',
    priority: order.urgent ? 'urgent' : 'routine',
    code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: service.code }], text: service.text },
    subject: { reference: `Patient/${person.id}`, display: fullName(person) },
    ...(units !== 1 && { quantityQuantity: { value: units } }),
    occurrenceDateTime: order.serviceDate,
    authoredOn: dayFromToday(-order.age),
    requester: { reference: `Practitioner/${clinician.id}`, display: clinician.name },
    reasonReference: [{ reference: `Condition/${problem.id}`, display: problem.text }],
    bodySite: [{ text: side === null ? service.region : `${side} ${service.region}` }],
  }
}

export function workItem(order: Order, person: Person): Resource {
  return {
    resourceType: 'Task',
    id: order.taskId,
    status: order.revoked ? 'cancelled' : 'requested',
    intent: 'order',
    code: { text: 'Prior authorization' },
    description: `Authorization of: ${order.service.text}`,
    focus: { reference: `ServiceRequest/${order.id}` },
    for: { reference: `Patient/${person.id}`, display: fullName(person) },
    authoredOn: dayFromToday(-order.age),
  }
}

/** The text of a document as it is in the chart, and as payers have to get it. */
export function paperText(paper: Paper, person: Person): string {
  const { type, author, age, final, body, id } = paper
  const lines = [
    `${paperTypes[type].title} - ${dayFromToday(-age)}`,
    `Document: ${id}`,
    patientLine(person),
    `${final ? 'Signed by' : 'Draft of'}: ${author.name}`,
    ...(paper.region === null ? [] : [`About: ${placeOf(paper)}`]),
    '',
    body,
  ]
  return `${lines.join('\n')}\n`
}

function patientLine(person: Person): string {
  return `Patient: ${fullName(person)}   MRN: ${person.mrn}   Born: ${person.birthDate}`
}

function placeOf({ region, side }: Paper): string {
  return side === null ? `${region}` : `${side} ${region}`
}

export function documentResource(paper: Paper, person: Person): Resource {
  const { loinc, display, title } = paperTypes[paper.type]
  return noteResource({
    id: paper.id,
    loinc,
    display,
    description: paper.region === null ? title : `${title}: ${placeOf(paper)}`,
    age: paper.age,
    author: { reference: `Practitioner/${paper.author.id}`, display: paper.author.name },
    final: paper.final,
    text: paperText(paper, person),
    person,
  })
}

function callResource({ id, age, author, body }: Call, person: Person): Resource {
  return noteResource({
    id,
    loinc: '34748-4',
    display: 'Telephone encounter Note',
    description: 'Telephone note',
    age,
    author: { reference: `Practitioner/${author.id}`, display: author.name },
    final: true,
    text: `Telephone note - ${dayFromToday(-age)}\nDocument: ${id}\n${patientLine(person)}\n\n${body}\n`,
    person,
  })
}

interface Note {
  readonly id: string
  readonly loinc: string
  readonly display: string
  readonly description: string
  readonly age: number
  readonly author: JsonValue
  readonly final: boolean
  readonly text: string
  readonly person: Person
}

function noteResource({ id, loinc, display, description, age, author, final, text, person }: Note): Resource {
  return {
    resourceType: 'DocumentReference',
    id,
    status: 'current',
    docStatus: final ? 'final' : 'preliminary',
    type: { coding: [{ system: 'http://loinc.org', code: loinc, display }], text: display },
    subject: { reference: `Patient/${person.id}`, display: fullName(person) },
    date: `${dayFromToday(-age)}T16:00:00Z`,
    author: [author],
    description,
    content: [{ attachment: { contentType: 'text/plain; charset=utf-8', data: base64(text) } }],
  }
}

/** The page of bulletins; a task without any has an empty list. */
function bulletinPage(bulletins: readonly Bulletin[]): string {
  const entries = bulletins.map(({ payer, service, requirement, from, until }) => {
    const period = until === null ? `from ${from} until further notice` : `from ${from} until ${until}`
    return `- ${payers[payer].name}, ${service.text} (${service.code}), ${period}:\n  also attach ${requirement.type}, at most ${requirement.days} days old. The requirements service does not say so.\n`
  })
  const list = entries.length === 0 ? 'There are no bulletins.\n' : entries.join('')
  return `HANDBOOK OF THE AUTHORIZATION DESK\nBulletins, as of ${today}\n\n${list}`
}
