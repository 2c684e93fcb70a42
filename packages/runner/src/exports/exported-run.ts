import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Trajectory } from '../agent.js'
import { DamagedFolderError, trialPath } from '../results/results-folder.js'
import type { TrialKey, TrialResult } from '../results/trial-result.js'
import { planTrials } from '../runs/plan-trials.js'
import { isTrajectory } from '../trajectory/trajectory-faults.js'

/** A results folder as it is exported: what was planned, and the trials one after another. */
export interface ExportedRun {
  /** `name@version` */
  readonly benchmark: string
  readonly agents: readonly string[]
  readonly tasks: readonly string[]
  /** Trials of each agent at each task. */
  readonly trials: number
  /** Of the content of the benchmark; null if the folder does not say. */
  readonly benchmarkDigest: string | null
  /** What decides what an agent does, from `lock.json`. */
  readonly lockOf: (agent: string) => JsonObject
  /** Reads the planned trials of an agent, task by task; their files are read when they are reached. */
  readonly trialsOf: (agent: string) => Iterable<ExportedTrial>
}

export interface ExportedTrial {
  readonly key: TrialKey
  /** The result that counts, or that of the last attempt if the trial is unscored; undefined if there was no attempt. */
  readonly result: TrialResult | undefined
  readonly trajectory: Trajectory | undefined
  /** What the agent was given; undefined without a record. */
  readonly item: JsonValue | undefined
  readonly criteria: readonly ExportedCriterion[]
  /** The calls through the proxy, as `calls.jsonl` has them. */
  readonly calls: readonly JsonObject[]
}

export interface ExportedCriterion {
  readonly label: string
  /** `passed`, `failed`, `unsupported` or `errored`. */
  readonly outcome: string
  readonly score: number | null
  readonly details: string
  readonly axis: string
}

/**
 * Opens a results folder for reading, also while a run writes to it.
 *
 * @throws DamagedFolderError if it is not the folder of a run, or a file in it is damaged
 */
export function openExportedRun(folder: string): ExportedRun {
  const run = readJson(join(folder, 'run.json'))
  const lock = readJson(join(folder, 'lock.json'))
  if (run === undefined || typeof run.benchmark !== 'string') {
    throw new DamagedFolderError(`${folder} must be the folder of a run, with a run.json as carebench run writes it.`)
  }
  const agents = textsOf(run.agents)
  const tasks = textsOf(run.tasks)
  const trials = typeof run.trials === 'number' ? run.trials : 1
  const locks = isJsonObject(lock?.agents) ? lock.agents : {}
  const digest = lock?.benchmark_digest
  return {
    benchmark: run.benchmark,
    agents,
    tasks,
    trials,
    benchmarkDigest: typeof digest === 'string' ? digest : null,
    lockOf(agent) {
      const own = Object.hasOwn(locks, agent) ? locks[agent] : undefined
      return isJsonObject(own) ? own : {}
    },
    *trialsOf(agent) {
      const keys = tasks.flatMap((task) => planTrials({ agents: [agent], tasks: [task], trials }))
      for (const key of keys) yield readTrial(folder, key)
    },
  }
}

/** SHA-256 of the parts, in hex: ids that follow from the content, so that the same folder has the same ids. */
export function idOf(...parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function readTrial(folder: string, key: TrialKey): ExportedTrial {
  const path = join(folder, trialPath(key))
  const scored = readJson(join(path, 'result.json'))
  const last = scored ?? lastAttempt(path)
  const result = last as TrialResult | undefined
  if (result === undefined) return { key, result, trajectory: undefined, item: undefined, criteria: [], calls: [] }
  const attempt = join(path, `attempt-${result.attempt}`)
  const trajectory = readJson(join(attempt, 'trajectory.json'))
  const record = readJson(join(attempt, 'record.json.gz'))
  return {
    key,
    result,
    trajectory: isTrajectory(trajectory) ? trajectory : undefined,
    item: isJsonObject(record?.task) ? record.task.task_item : undefined,
    criteria: isJsonObject(record?.result) ? objectsOf(record.result.criterion_runs).map(readCriterion) : [],
    calls: readLines(join(attempt, 'calls.jsonl')),
  }
}

function lastAttempt(path: string): JsonObject | undefined {
  if (!existsSync(path)) return undefined
  const numbers = readdirSync(path).flatMap((name) => /^attempt-(\d+)$/.exec(name)?.slice(1).map(Number) ?? [])
  for (const number of numbers.sort((a, b) => b - a)) {
    const result = readJson(join(path, `attempt-${number}`, 'result.json'))
    if (result !== undefined) return result
  }
  return undefined
}

function readCriterion({ label, outcome, score, details, axis }: JsonObject): ExportedCriterion {
  return {
    label: String(label),
    outcome: String(outcome),
    score: typeof score === 'number' ? score : null,
    details: typeof details === 'string' ? details : '',
    axis: String(axis),
  }
}

function readJson(file: string): JsonObject | undefined {
  if (!existsSync(file)) return undefined
  try {
    const bytes = readFileSync(file)
    const value: unknown = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
    if (isJsonObject(value)) return value
  } catch (cause) {
    throw damaged(file, cause)
  }
  throw damaged(file)
}

function readLines(file: string): JsonObject[] {
  if (!existsSync(file)) return []
  try {
    // What follows the last line feed is not finished.
    return readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line))
      .filter(isJsonObject)
  } catch (cause) {
    throw damaged(file, cause)
  }
}

function damaged(file: string, cause?: unknown): DamagedFolderError {
  return new DamagedFolderError(`${file} must hold JSON as the runner wrote it; restore it, or remove its folder.`, {
    cause,
  })
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
