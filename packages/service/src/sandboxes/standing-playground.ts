import type { PlaygroundStatus } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { blueprints, type PlaygroundDoc } from '../documents/playgrounds.js'
import type { TaskRunDoc } from '../documents/running.js'
import type { PlaygroundRef } from '../playground/playground-host.js'
import { loadVersion, playgroundOf } from '../runs/run-documents.js'
import { settleTaskRun } from '../runs/settle.js'

/** A playground as it stands now. */
export interface StandingPlayground {
  readonly doc: PlaygroundDoc
  readonly status: PlaygroundStatus
  /** The task run that it belongs to; null if it stands alone. */
  readonly taskRun: TaskRunDoc | null
}

/** Finds out how a playground stands, after having ended its task run if its time was over. */
export async function standingOf(context: ServiceContext, doc: PlaygroundDoc): Promise<StandingPlayground> {
  const { origin } = doc
  if (origin.kind === 'stand_alone') {
    return { doc, status: doc.torn_down_at === null ? 'active' : 'torn_down', taskRun: null }
  }
  const id = origin.task_run_id
  const settled = await context.locks.run(id, () => settleTaskRun(context, id, context.clock.now()))
  const taskRun = settled.taskRun.doc
  return { doc, status: doc.torn_down_at === null ? statusIn(taskRun) : 'torn_down', taskRun }
}

/** A task run that ended before it started has never had a playground, and never will. */
function statusIn({ status, started_at }: TaskRunDoc): PlaygroundStatus {
  if (started_at === null) return status === 'active' ? 'pending' : 'torn_down'
  return status === 'active' ? 'active' : 'frozen'
}

/** What the host needs to run it. */
export async function refOf(context: ServiceContext, { doc, taskRun }: StandingPlayground): Promise<PlaygroundRef> {
  if (taskRun !== null) return playgroundOf(await loadVersion(context, taskRun), taskRun)
  if (doc.origin.kind !== 'stand_alone') throw new Error(`The task run of the playground ${doc.id} is gone.`)
  const { seed, blueprint_id } = doc.origin
  const blueprint = await context.store.get(blueprints, blueprint_id)
  if (blueprint === undefined) throw new Error(`The blueprint ${blueprint_id} of the playground ${doc.id} is gone.`)
  return { id: doc.id, seed, blueprint: blueprint.doc }
}
