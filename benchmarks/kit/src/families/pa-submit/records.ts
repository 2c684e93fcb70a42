import { lookAlikeResources } from '../../builders/authorizations.js'
import { chartDataset } from '../../clinic/chart-dataset.js'
import { conditionResource, type Order, orderResource } from '../../clinic/orders.js'
import { documentResource, telephoneNote } from '../../clinic/papers.js'
import { type Determination, listDeterminations, payers } from '../../clinic/payer-rules.js'
import { type Person, patientResource, type Resource } from '../../clinic/people.js'
import { coverageResource } from '../../clinic/policies.js'
import { today } from '../../clinic/today.js'
import { workItemResource } from '../../clinic/work-items.js'
import type { WorldDelta } from '../../task.js'
import type { Bulletin, Facts } from './facts.js'

/** Returns the records of an instance, from which an agent can find out the facts. */
export function makeWorld(facts: Facts): WorldDelta {
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
    ...calls.map((call) => telephoneNote(call, person)),
    ...lookAlikes.flatMap((other) => lookAlikeResources(other, workItem)),
  ]
  const patches = makePatches(facts)
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

/**
 * Returns the patch of the payer's portal: a determination for each order that the payer decides otherwise or later
 * than by its rules. Undefined if there is no such order.
 */
function makePatches({ courses, policy, bulletins }: Facts): WorldDelta['simulators'] | undefined {
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
  return {
    [policy.payer]: { determinations: [...own, ...listDeterminations(policy.payer)] },
  } as WorldDelta['simulators']
}

export function workItem(order: Order, person: Person): Resource {
  const { id, taskId, revoked, service, age } = order
  return workItemResource({
    id: taskId,
    ...(revoked && { status: 'cancelled' }),
    list: 'Prior authorization',
    description: `Authorization of: ${service.text}`,
    focus: `ServiceRequest/${id}`,
    person,
    age,
  })
}

/** Returns the page of bulletins; without any, it says so. */
function bulletinPage(bulletins: readonly Bulletin[]): string {
  const entries = bulletins.map(({ payer, service, requirement, from, until }) => {
    const period = until === null ? `from ${from} until further notice` : `from ${from} until ${until}`
    return `- ${payers[payer].name}, ${service.text} (${service.code}), ${period}:\n  also attach ${requirement.type}, at most ${requirement.days} days old. The requirements service does not say so.\n`
  })
  const list = entries.length === 0 ? 'There are no bulletins.\n' : entries.join('')
  return `HANDBOOK OF THE AUTHORIZATION DESK\nBulletins, as of ${today}\n\n${list}`
}
