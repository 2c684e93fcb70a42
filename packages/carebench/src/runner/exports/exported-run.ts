import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue, limits } from '@carebench/protocol'
import type { Trajectory } from '../agent.js'
import { isTooDeep } from '../json-depth.js'
import { type Assessment, findInvalidation, listAssessments, readAssessments } from '../results/assessments.js'
import { parseLine, readLock, readPlan, readResults, readTrialResult } from '../results/read-folder.js'
import { damaged, maxBytes, readStoredJson, readStoredLines } from '../results/stored-json.js'
import { nameOfTrial, type TrialKey, type TrialResult, trialPath } from '../results/trial-result.js'
import { planTrials } from '../runs/plan-trials.js'
import { isTrajectory } from '../trajectory/trajectory-faults.js'

/** A results folder for export: the plan, and the trials one after another. */
export interface ExportedRun {
  /** `name@version` */
  readonly benchmark: string
  /** The agents of the last command, then all others with results in the folder. */
  readonly agents: readonly string[]
  readonly tasks: readonly string[]
  /** Number of trials of each agent on each task. */
  readonly trials: number
  /** Digest of the benchmark's content; null if the folder does not say. */
  readonly benchmarkDigest: string | null
  /** Returns the lock of an agent, from `lock.json`. */
  readonly lockOf: (agent: string) => JsonObject
  /** Reads the planned trials of an agent, task by task, then those outside the plan. Reads files lazily. */
  readonly trialsOf: (agent: string) => Iterable<ExportedTrial>
}

export interface ExportedTrial {
  readonly key: TrialKey
  /** The scored result, or that of the last attempt if the trial is unscored; undefined if there was no attempt. */
  readonly result: TrialResult | undefined
  readonly trajectory: Trajectory | undefined
  /** The task data that the agent got; undefined without a record. */
  readonly item: JsonValue | undefined
  readonly criteria: readonly ExportedCriterion[]
  /** The calls through the proxy, as `calls.jsonl` has them. */
  readonly calls: readonly JsonObject[]
  /** The assessment that invalidated it; undefined if it counts. */
  readonly invalidation: Assessment | undefined
}

export interface ExportedCriterion {
  readonly label: string
  /** `passed`, `failed`, `undecided`, `unsupported` or `errored`. */
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
  const { benchmark, agents: planned, tasks, trials } = readPlan(folder)
  // Earlier commands may have had other agents, tasks and trials.
  const results = readResults(folder)
  const agents = [...new Set([...planned, ...results.map(({ key }) => key.agent)])]
  const lock = readLock(folder)
  const locks = lock?.agents ?? {}
  const said = listAssessments(results, readAssessments(folder))
  return {
    benchmark,
    agents,
    tasks,
    trials,
    benchmarkDigest: lock?.benchmarkDigest ?? null,
    lockOf(agent) {
      return (Object.hasOwn(locks, agent) ? locks[agent] : undefined) ?? {}
    },
    *trialsOf(agent) {
      const isPlanned = planned.includes(agent)
      const keys = isPlanned ? tasks.flatMap((task) => planTrials({ agents: [agent], tasks: [task], trials })) : []
      const paths = new Set(keys.map(trialPath))
      const further = results.map(({ key }) => key).filter((key) => key.agent === agent && !paths.has(trialPath(key)))
      for (const key of [...keys, ...further]) {
        const invalidation = findInvalidation(said.get(nameOfTrial(key)) ?? [])
        yield { ...readTrial(folder, key), invalidation }
      }
    },
  }
}

/** Returns the SHA-256 of the parts in hex, as an id: the same folder gives the same ids. */
export function deriveId(...parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function readTrial(folder: string, key: TrialKey): Omit<ExportedTrial, 'invalidation'> {
  const result = readTrialResult(folder, key)
  if (result === undefined) return { key, result, trajectory: undefined, item: undefined, criteria: [], calls: [] }
  const attempt = join(folder, trialPath(key), `attempt-${result.attempt}`)
  const trajectory = readStoredJson(join(attempt, 'trajectory.json'), maxBytes)
  const record = readStoredJson(join(attempt, 'record.json.gz'), maxBytes)
  return {
    key,
    result,
    trajectory: isTrajectory(trajectory) ? trajectory : undefined,
    item: isJsonObject(record?.task) ? record.task.task_item : undefined,
    criteria: isJsonObject(record?.result) ? listObjects(record.result.criterion_runs).map(readCriterion) : [],
    calls: readLines(join(attempt, 'calls.jsonl')),
  }
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

function readLines(file: string): JsonObject[] {
  return readStoredLines(file).map((line, index) => {
    const value = parseLine(line)
    if (isJsonObject(value) && !isTooDeep(value)) return value
    throw damaged(file, `line ${index + 1} must be a JSON object of at most ${limits.jsonDepth} levels`)
  })
}

export function listObjects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
