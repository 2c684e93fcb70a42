import { type Answer, at, type Call, listAt } from '../exchange/exchange.js'
import { must, textIn, UnmetPreconditionError } from './unmet.js'

type Open = Readonly<Record<string, unknown>>

/** A benchmark to create; objects are sent unchanged. */
export interface BenchmarkPlan {
  /** Without the prefix of the kit. */
  readonly name: string
  readonly timeout?: number
  readonly concurrency?: number
  readonly overrides?: Open
  readonly visibility?: 'Public' | 'Private'
  /** Simulators, each with the `key` of its link if it needs one. */
  readonly simulators?: readonly Open[]
  readonly datasets?: readonly Open[]
  readonly tasks: readonly TaskPlan[]
}

export interface TaskPlan {
  readonly name?: string
  readonly timeout?: number
  readonly task_item?: Open
  readonly scenario?: Open
  readonly starts_at?: string
  readonly environment?: Open
  readonly tags?: readonly string[]
  readonly solutions?: readonly Open[]
  readonly counters?: readonly Open[]
  /** `dataset` is an index into the datasets of the plan. */
  readonly entities?: readonly {
    readonly dataset: number
    readonly type: string
    readonly ref?: string
    readonly data: unknown
  }[]
  /** `entity` is an index into the entities of the task. */
  readonly criteria: readonly (Open & { readonly entity?: number })[]
}

/** The resources created from a plan. */
export interface Published {
  /** `name@version` */
  readonly reference: string
  readonly name: string
  readonly benchmark: string
  readonly environment: string
  readonly simulators: readonly string[]
  readonly datasets: readonly string[]
  readonly tasks: readonly string[]
  readonly criteria: readonly (readonly string[])[]
  /** The response to publishing. */
  readonly version: Answer
}

/** Creates everything, without publishing it. */
export async function writeBenchmark(
  call: Call,
  name: (label: string) => string,
  plan: BenchmarkPlan,
): Promise<Omit<Published, 'reference' | 'version'>> {
  const make = async (target: string, body: unknown) => textIn(must(await call('POST', target, body), 200, 201), 'id')
  const environment = await make('/environments', { name: name(plan.name) })
  const linked = async (kind: 'simulators' | 'datasets', parts: readonly Open[]): Promise<string[]> => {
    const ids: string[] = []
    for (const { key, ...part } of parts) {
      const id = await make(`/${kind}`, { ...part, name: name(String(part.name ?? kind)) })
      const link = `/environments/${environment}/${kind}/${id}`
      must(await (key === undefined ? call('POST', link) : call('POST', link, { key })), 200)
      ids.push(id)
    }
    return ids
  }
  const simulators = await linked('simulators', plan.simulators ?? [])
  const datasets = await linked('datasets', plan.datasets ?? [])
  const benchmarkName = name(plan.name)
  const { timeout, concurrency, overrides, visibility } = plan
  const benchmark = await make('/benchmarks', {
    name: benchmarkName,
    environment_id: environment,
    ...Object.fromEntries(
      Object.entries({ timeout, concurrency, overrides, visibility }).filter(([, value]) => value !== undefined),
    ),
  })
  const tasks: string[] = []
  const criteria: string[][] = []
  for (const { name: taskName = 'task', entities = [], criteria: written, ...fields } of plan.tasks) {
    const task_id = await make('/tasks', { benchmark_id: benchmark, name: taskName, ...fields })
    const bound: string[] = []
    for (const { dataset, ...entity } of entities) {
      const id = await make(`/datasets/${datasets[dataset]}/entities`, entity)
      must(await call('POST', `/tasks/${task_id}/entities`, { dataset_entity_id: id }), 200, 201)
      bound.push(id)
    }
    const ids: string[] = []
    for (const { entity, ...criterion } of written) {
      const input = entity === undefined ? {} : { input_entity_id: bound[entity] }
      ids.push(await make('/criteria', { task_id, label: 'criterion', ...criterion, ...input }))
    }
    tasks.push(task_id)
    criteria.push(ids)
  }
  return { name: benchmarkName, benchmark, environment, simulators, datasets, tasks, criteria }
}

/** The first and the maximum pause between two reads of a pending audit, in milliseconds. */
const shortPause = 5
const longPause = 1000
/** Maximum number of reads, which take about two minutes. */
const maxReads = 120

/**
 * Waits for the audit of a version; returns the response to publishing, or to the last read. Throws an {@link
 * UnmetPreconditionError} if it stays pending.
 */
export async function awaitAudit(
  call: Call,
  sleep: (milliseconds: number) => Promise<void>,
  published: Answer,
): Promise<Answer> {
  let answer = published
  for (let reads = 0, pause = shortPause; at(answer.body, 'audit') === 'pending'; reads++) {
    if (reads === maxReads)
      throw new UnmetPreconditionError(`The audit is still pending after ${reads} reads`, answer.exchange.number)
    if (reads > 0) await sleep(pause)
    pause = Math.min(2 * pause, longPause)
    answer = must(
      await call('GET', `/benchmarks/${textIn(published, 'benchmark_id')}/versions/${at(published.body, 'version')}`),
      200,
    )
  }
  return answer
}

/** Creates and publishes everything, and waits for the audit, whose findings are allowed. */
export async function publishPlan(
  call: Call,
  sleep: (milliseconds: number) => Promise<void>,
  name: (label: string) => string,
  plan: BenchmarkPlan,
): Promise<Published> {
  const written = await writeBenchmark(call, name, plan)
  const version = must(
    await call('POST', `/benchmarks/${written.benchmark}/versions`, { allow_findings: true }),
    200,
    201,
  )
  await awaitAudit(call, sleep, version)
  return { ...written, version, reference: `${written.name}@${at(version.body, 'version')}` }
}

/** Returns the ids in the `data` of a page. */
export function idsIn(answer: Answer): readonly unknown[] {
  return listAt(answer.body, 'data').map((item) => at(item, 'id'))
}
