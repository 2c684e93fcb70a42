import type { PlaygroundStatus } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'
import { type BlueprintDoc, blueprints, type PlaygroundDoc } from '../documents/collections/playgrounds.js'
import type { TaskRunDoc } from '../documents/collections/running.js'
import type { PlaygroundRef } from '../playground/playground-host.js'
import { settleTaskRun } from '../runs/ending/settle.js'
import { loadVersion, toPlayground } from '../runs/run-documents.js'
import { keepStarted } from '../runs/started-task-run.js'

/** A playground with its current status. */
export interface StandingPlayground {
  readonly doc: PlaygroundDoc
  readonly status: PlaygroundStatus
  /** The task run that it belongs to; null if it is standalone. */
  readonly taskRun: TaskRunDoc | null
}

/** Determines the status of a playground, after ending its task run if its time was over. */
export async function readStanding(context: ServiceContext, doc: PlaygroundDoc): Promise<StandingPlayground> {
  const { origin } = doc
  if (origin.kind === 'stand_alone') {
    const status = doc.torn_down_at === null ? 'active' : 'torn_down'
    if (status === 'active') keepPlayground(context, doc)
    return { doc, status, taskRun: null }
  }
  const id = origin.task_run_id
  const settled = await context.locks.run(id, () => settleTaskRun(context, id, context.clock.now()))
  const taskRun = settled.taskRun.doc
  const status = doc.torn_down_at === null ? statusIn(taskRun) : 'torn_down'
  if (status === 'active') {
    keepPlayground(context, doc)
    keepStarted(context, taskRun, settled.run.doc)
  }
  return { doc, status, taskRun }
}

function keepPlayground({ kept }: ServiceContext, doc: PlaygroundDoc): void {
  for (const { id } of doc.sandboxes) kept.playgrounds.set(id, doc)
}

/** Returns the status of a task run's playground: `torn_down` if the run ended before it started, so never had one. */
function statusIn({ status, started_at }: TaskRunDoc): PlaygroundStatus {
  if (started_at === null) return status === 'active' ? 'pending' : 'torn_down'
  return status === 'active' ? 'active' : 'frozen'
}

/** Returns the reference with which the host opens the playground. */
export async function toRef(
  context: ServiceContext,
  { doc, taskRun }: { readonly doc: Omit<PlaygroundDoc, 'torn_down_at'>; readonly taskRun: TaskRunDoc | null },
): Promise<PlaygroundRef> {
  if (taskRun !== null) return toPlayground(await loadVersion(context, taskRun), taskRun)
  if (doc.origin.kind !== 'stand_alone') throw new Error(`The task run of the playground ${doc.id} is gone.`)
  const { seed, blueprint_id } = doc.origin
  return { id: doc.id, seed, blueprint: await loadBlueprint(context, blueprint_id) }
}

async function loadBlueprint({ kept, store }: ServiceContext, id: string): Promise<BlueprintDoc> {
  const known = kept.blueprints.get(id)
  if (known !== undefined) return known
  const blueprint = await store.get(blueprints, id)
  if (blueprint === undefined) throw new Error(`The blueprint ${id} of a playground is gone.`)
  kept.blueprints.set(id, blueprint.doc)
  return blueprint.doc
}
