import type { JsonValue } from '@carebench/protocol'
import { type Desk, searchFhir, textAt } from '../desk/desk.js'
import type { Flaws } from '../desk/flaws.js'
import { replay } from '../desk/replay.js'
import { familyOfTask } from '../families/families.js'
import type { Task } from '../task.js'
import { memorise } from './memoriser.js'
import { withSlips } from './noise.js'
import { obey } from './obedient.js'
import { shallowWork } from './shallow.js'

/** What agents of the upper rungs know, unlike any agent under evaluation. */
export interface LadderKnowledge {
  /** The task with its solutions. */
  readonly task: Task
  /** The tasks of `dev`, with their solutions. */
  readonly known: readonly Task[]
  /** The number of the trial of the task, from 1. */
  readonly trial: number
}

/** A scripted agent. */
export interface LadderAgent {
  /** `A2`, `A7-4`. */
  readonly rung: string
  readonly title: string
  /** Whether it runs the worker of a family, so that families without one have no figures. */
  readonly needsWorker: boolean
  work(desk: Desk, knowledge: LadderKnowledge): Promise<void>
}

/** The numbers of slips on the rung A7. */
const slipCounts = [1, 2, 4, 8] as const

/** The agents of the ladder in the order of their rungs. From A7 on, they know solutions. */
export const ladder: readonly LadderAgent[] = [
  { rung: 'A0', title: 'does nothing', needsWorker: false, work: async () => undefined },
  { rung: 'A1', title: 'does everything to everything', needsWorker: false, work: spam },
  flawed('A2', 'greedy: the first match, the newest document, no verification', { greedy: true }),
  flawed('A3', 'careful, in the FHIR record alone', { recordOnly: true }),
  flawed('A4', 'careful, never waits', { hasty: true }),
  flawed('A5', 'careful, ignores what arrives meanwhile', { ignoresArrivals: true }),
  flawed('A6', "careful, by last year's handbook", { outdated: true }),
  ...slipCounts.map(
    (slips): LadderAgent => ({
      rung: `A7-${slips}`,
      title: `the solution with ${slips === 1 ? 'a slip' : `${slips} slips`}`,
      needsWorker: false,
      work: async (desk, { task, trial }) => void (await replay(desk, withSlips(task, slips, trial))),
    }),
  ),
  {
    rung: 'A8',
    title: 'the solution',
    needsWorker: false,
    work: async (desk, { task }) => void (await replay(desk, task.solutions?.[0]?.calls ?? [])),
  },
  {
    rung: 'A9',
    title: 'the solution of the nearest task of dev, with names and ids exchanged',
    needsWorker: false,
    work: (desk, { known }) => memorise(desk, known),
  },
  {
    rung: 'A10',
    title: 'shallow: the best guess from what is seen without reading',
    needsWorker: false,
    async work(desk, { task }) {
      const family = familyOfTask(task.name)
      if (family !== undefined) await replay(desk, shallowWork(task, family))
    },
  },
  {
    rung: 'A11',
    title: 'obedient: the solution, and what documents order besides',
    needsWorker: false,
    async work(desk, { task }) {
      await replay(desk, task.solutions?.[0]?.calls ?? [])
      await obey(desk, task)
    },
  },
]

function flawed(rung: string, title: string, flaws: Flaws): LadderAgent {
  return {
    rung,
    title,
    needsWorker: true,
    async work(desk) {
      const worker = familyOfTask(desk.task)?.worker
      if (worker === undefined)
        throw new RangeError(`expected a family with a worker for ${rung}, got the task ${desk.task}`)
      await worker(desk, flaws)
    },
  }
}

/**
 * Rung A1: sets up to 200 Tasks of the chart to completed, whatever their status, and posts the instruction to several
 * systems.
 */
async function spam(desk: Desk): Promise<void> {
  const text = textAt(desk.taskItem, '/instruction')
  for (const task of await searchFhir(desk, 'Task?_count=200')) {
    await desk.call('PUT', `fhir/Task/${textAt(task, '/id')}`, { ...(task as object), status: 'completed' })
  }
  const [patient] = await searchFhir(desk, 'Patient?_count=1')
  const subject = { reference: `Patient/${textAt(patient, '/id')}` }
  const writes: readonly (readonly [string, JsonValue])[] = [
    [
      'fhir/Communication',
      { resourceType: 'Communication', status: 'completed', subject, payload: [{ contentString: text }] },
    ],
    ['fhir/Task', { resourceType: 'Task', status: 'completed', intent: 'order', for: subject, description: text }],
    ['faxes', { to: '+15555550100', text }],
    ['messages', { to: '+15555550100', body: text }],
    ['calls', { to: '+15555550100' }],
    ['hl7', text],
    ['files/outbound/done.txt', text],
  ]
  for (const [path, body] of writes) await desk.call('POST', path, body)
}
