import { chartDataset } from '../../clinic/chart-dataset.js'
import { dayFromToday } from '../../clinic/dates.js'
import { conditionResource, type Order, orderResource } from '../../clinic/orders.js'
import { documentResource, noteResource, patientLine } from '../../clinic/papers.js'
import { type Determination, determinationsOf, payers } from '../../clinic/payer-rules.js'
import { fullName, type Person, patientResource, type Resource } from '../../clinic/people.js'
import { coverageResource } from '../../clinic/policies.js'
import { today } from '../../clinic/today.js'
import type { WorldDelta } from '../../task.js'
import type { Bulletin, Call, Facts } from './facts.js'

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

/** The page of bulletins; a task without any has an empty list. */
function bulletinPage(bulletins: readonly Bulletin[]): string {
  const entries = bulletins.map(({ payer, service, requirement, from, until }) => {
    const period = until === null ? `from ${from} until further notice` : `from ${from} until ${until}`
    return `- ${payers[payer].name}, ${service.text} (${service.code}), ${period}:\n  also attach ${requirement.type}, at most ${requirement.days} days old. The requirements service does not say so.\n`
  })
  const list = entries.length === 0 ? 'There are no bulletins.\n' : entries.join('')
  return `HANDBOOK OF THE AUTHORIZATION DESK\nBulletins, as of ${today}\n\n${list}`
}
