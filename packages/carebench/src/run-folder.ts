import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import {
  DamagedFolderError,
  type IndexLine,
  planTrials,
  type RunSummary,
  readIndex,
  readResults,
  summarizeTrials,
  type TrialKey,
  type TrialResult,
} from '@carebench/runner'
import { WrongUse } from './exit-reason.js'
import { assertPlainFolder } from './plain-folder.js'
import { assertResult } from './stored-result.js'

/** What `run.json` says was planned. */
export interface RunPlan {
  /** `name@version` */
  readonly benchmark: string
  readonly agents: readonly string[]
  readonly tasks: readonly string[]
  readonly trials: number
}

/** A results folder of `carebench run`, whether or not the run has ended. */
export interface RunFolder extends RunPlan {
  readonly path: string
  /** What decides its results: digests of the benchmark and of each agent. */
  readonly lock: FolderLock
  /** All trials of the plan. */
  readonly plan: readonly TrialKey[]
  /** The scored trials of the plan, in its order. */
  readonly scored: readonly TrialResult[]
  /** Scored trials that the plan lacks: an earlier plan had them. */
  readonly unplanned: readonly TrialResult[]
  /** All attempts that have ended, those that do not count included. */
  readonly attempts: readonly IndexLine[]
  readonly summary: RunSummary
}

/** The lock of a folder, as far as it is read here. */
export interface FolderLock {
  readonly benchmarkDigest: string
  readonly seed: number | null
  readonly scored: boolean
  /** By their names. */
  readonly agents: Readonly<Record<string, JsonObject>>
}

/** As many as a run can have of each agent at each task. */
const mostTrials = 1000

/** Reads a results folder. Throws a {@link WrongUse} if it is none, or its files are not as the runner wrote them. */
export function readRunFolder(path: string): RunFolder {
  const planned = readPlan(path)
  assertPlainFolder(path)
  const plan = planTrials(planned)
  try {
    const found = readResults(path)
    for (const result of found) assertResult(path, result)
    const results = new Map(found.map((result) => [nameOf(result.key), result]))
    const scored = plan.flatMap((key) => results.get(nameOf(key)) ?? []).filter(isScored)
    const names = new Set(plan.map(nameOf))
    const unplanned = found.filter((result) => isScored(result) && !names.has(nameOf(result.key)))
    const attempts = readIndex(path)
    const summary = summarizeTrials(planned.benchmark, plan, scored, attempts)
    return { ...planned, path, lock: readLock(path), plan, scored, unplanned, attempts, summary }
  } catch (error) {
    if (error instanceof DamagedFolderError) throw new WrongUse(error.message, { cause: error })
    throw error
  }
}

/** Throws a {@link WrongUse} unless a place is a results folder. */
export function assertRunFolder(path: string): void {
  if (!existsSync(join(path, 'run.json'))) {
    throw new WrongUse(`${path} is not the folder of a run: it has no run.json`)
  }
}

/** Reads what a run is to try. Throws a {@link WrongUse} if the folder is none. */
export function readPlan(path: string): RunPlan {
  assertRunFolder(path)
  const { benchmark, agents, tasks, trials } = readObject(join(path, 'run.json'))
  const isCount = typeof trials === 'number' && Number.isInteger(trials) && trials >= 1 && trials <= mostTrials
  if (typeof benchmark !== 'string' || !isTexts(agents) || !isTexts(tasks) || !isCount) {
    throw new WrongUse(`${path}/run.json does not say what was planned`)
  }
  return { benchmark, agents, tasks, trials }
}

function readLock(path: string): FolderLock {
  const file = join(path, 'lock.json')
  const { benchmark_digest: benchmarkDigest, seed, scored, agents } = existsSync(file) ? readObject(file) : {}
  if (typeof benchmarkDigest !== 'string' || !isJsonObject(agents)) {
    throw new WrongUse(`${file} must name the digest of the benchmark and the agents, as carebench run writes it`)
  }
  const known = Object.entries(agents).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
  return {
    benchmarkDigest,
    seed: typeof seed === 'number' ? seed : null,
    scored: scored !== false,
    agents: Object.fromEntries(known),
  }
}

function readObject(file: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new WrongUse(`${file} is not JSON as carebench run writes it`, { cause })
  }
  return isJsonObject(value) ? value : {}
}

function isScored({ verdict }: TrialResult): boolean {
  return verdict !== null
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function nameOf({ agent, task, trial }: TrialKey): string {
  return JSON.stringify([agent, task, trial])
}
