import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchmarkDefinition, isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { at, textAt } from '../contract/contract-testbed.js'
import type { InMemoryServiceOptions } from '../in-memory-service.js'
import { type StartedTask, startTask } from '../started-task.js'
import { workspaceRoot } from '../workspace-sources.js'

/** A started task run that can be worked in a browser. */
export interface OpenTask extends StartedTask {
  /** Creates a link that works once. */
  link(): Promise<string>
}

/** A task of carebench-1, with its first recorded solution. */
export interface RecordedTask {
  readonly benchmark: BenchmarkDefinition
  readonly calls: readonly JsonObject[]
}

let dev: BenchmarkDefinition | undefined

/** The tasks of the split dev of carebench-1 that can be done on pages: a payer's electronic interfaces have none. */
export function devTasks(): BenchmarkDefinition['tasks'] {
  dev ??= JSON.parse(readFileSync(join(workspaceRoot, 'benchmarks/carebench-1/dev/benchmark.json'), 'utf8'))
  const isForPrograms = (path: string) => /^payer(?:@\w+)?\//.test(path)
  return (dev?.tasks ?? []).filter(
    ({ solutions = [] }) => !solutions.some(({ calls }) => calls.some(({ path }) => isForPrograms(path))),
  )
}

/**
 * Returns one task of dev as a benchmark. Its clinic has only `patients` further patients, because seeding a thousand
 * takes time.
 */
export function devTask(name: string, patients = 1): RecordedTask {
  const task = devTasks().find((one) => one.name === name)
  if (task === undefined || dev === undefined) throw new Error(`carebench-1 has no task ${name} in dev.`)
  const { environment } = dev
  const { solutions: [solution] = [], counters: _, ...rest } = task
  const datasets = environment.datasets.map(({ config, ...dataset }) => ({
    ...dataset,
    config: smaller(config, patients),
  }))
  return {
    benchmark: { ...dev, environment: { ...environment, datasets }, tasks: [rest] },
    calls: (solution?.calls ?? []) as readonly JsonObject[],
  }
}

function smaller(config: JsonValue, patients: number): JsonValue {
  if (!isJsonObject(config) || !isJsonObject(config.generator)) return config
  return { ...config, generator: { ...config.generator, patients } }
}

/** Publishes a benchmark with one task, and starts it. */
export async function openTask(benchmark: BenchmarkDefinition, options?: InMemoryServiceOptions): Promise<OpenTask> {
  const task = await startTask(benchmark, '2026-03-02T18:00:00Z', options)
  const { call, runToken, taskRunId } = task
  return {
    ...task,
    link: async () => textAt(await call(runToken, 'POST', `/v1/task-runs/${taskRunId}/workstation`), 'url'),
  }
}

/** Fetches the verdict of the task run, and the labels of the criteria that did not pass. */
export async function fetchResult({ call, organizationKey, taskRunId }: OpenTask) {
  const taskRun = await call(organizationKey, 'GET', `/task-runs/${taskRunId}`)
  const { data } = (await call(organizationKey, 'GET', `/criterion-runs?task_run_id=${taskRunId}&limit=100`)) as {
    readonly data: readonly JsonObject[]
  }
  return {
    verdict: at(taskRun, 'verdict'),
    broken: data.filter(({ passed }) => passed !== true).map(({ details, criterion_id }) => details ?? criterion_id),
  }
}
