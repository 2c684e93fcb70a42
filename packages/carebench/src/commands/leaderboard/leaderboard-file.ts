import { existsSync } from 'node:fs'
import { isJsonObject, type JsonValue } from '@carebench/protocol'
import { canonicalJson } from '@carebench/verifier'
import { readJsonFile } from '../../files/json-file.js'
import { writeTextFile } from '../../files/written-file.js'
import { UsageError } from '../../terminal/exit-reason.js'
import type { Leaderboard, LeaderboardBenchmark, LeaderboardEntry } from './leaderboard.js'

/**
 * Reads a leaderboard; undefined if the file does not exist. Throws a {@link UsageError} if it is not a leaderboard.
 */
export function readLeaderboard(file: string): Leaderboard | undefined {
  if (!existsSync(file)) return undefined
  const value = withPresentNames(readJsonFile(file))
  if (
    isJsonObject(value) &&
    value.version === 1 &&
    isBenchmark(value.benchmark) &&
    Array.isArray(value.entries) &&
    value.entries.every(isEntry)
  ) {
    return value as unknown as Leaderboard
  }
  throw new UsageError(
    `${file} is not a leaderboard: expected {"version": 1, "benchmark": {…}, "entries": [{"agent", "runs", …}]}`,
  )
}

/**
 * Adds an entry to a leaderboard, or returns the reasons against it: the leaderboard is for another version, or already
 * has the agent, or another entry uses the same records.
 */
export function addEntry(
  before: Leaderboard | undefined,
  benchmark: LeaderboardBenchmark,
  entry: LeaderboardEntry,
): Leaderboard | readonly string[] {
  if (before === undefined) return { version: 1, benchmark, entries: [entry] }
  if (canonical(before.benchmark) !== canonical(benchmark)) {
    return [`the leaderboard is for ${nameBenchmark(before.benchmark)}, the results are of ${nameBenchmark(benchmark)}`]
  }
  const problems = findSharedRuns(before.entries, entry)
  if (before.entries.some(({ agent }) => agent === entry.agent)) {
    problems.push(`the leaderboard has an entry of ${entry.agent}; remove it first`)
  }
  if (problems.length > 0) return problems
  return { ...before, entries: inOrder([...before.entries, entry]) }
}

/** Finds task runs that other entries also use. */
export function findSharedRuns(entries: readonly LeaderboardEntry[], entry: LeaderboardEntry): string[] {
  const own = new Map(entry.runs.map((run) => [run.task_run_id, run]))
  return entries
    .filter(({ agent }) => agent !== entry.agent)
    .flatMap(({ agent, runs }) =>
      runs.flatMap(({ task_run_id: id }) => {
        const run = own.get(id)
        return run === undefined ? [] : [`${run.task}, trial ${run.trial}: a trial of ${agent} has the same record`]
      }),
    )
}

/** Sorts the entries by place. */
export function inOrder(entries: readonly LeaderboardEntry[]): readonly LeaderboardEntry[] {
  return entries.toSorted(
    (a, b) => b.bounds.low - a.bounds.low || lowestScore(b) - lowestScore(a) || (a.agent < b.agent ? -1 : 1),
  )
}

/**
 * Returns the mean score over all planned trials with 0 for unscored ones, so that leaving out a trial cannot improve a
 * place.
 */
function lowestScore({ mean_score, scored, planned }: LeaderboardEntry): number {
  return (mean_score.value * scored) / planned
}

/** Renames `told` in each entry to `scored`; versions before 2026-11-28 wrote `told`. */
function withPresentNames(value: unknown): unknown {
  if (!isJsonObject(value) || !Array.isArray(value.entries)) return value
  const entries = value.entries.map((entry) => {
    if (!isJsonObject(entry) || entry.told === undefined) return entry
    const { told, ...rest } = entry
    return { scored: told, ...rest }
  })
  return { ...value, entries }
}

function isBenchmark(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    typeof value.name === 'string' &&
    typeof value.digest === 'string' &&
    hasNumbers(value, 'version', 'tasks')
  )
}

/** Whether a value has the shape of an entry; its figures are compared separately with those that its records prove. */
function isEntry(entry: unknown): boolean {
  if (!isJsonObject(entry)) return false
  const { agent, runs, bounds, pass_rate, mean_score } = entry
  return (
    typeof agent === 'string' &&
    hasNumbers(bounds, 'low', 'high') &&
    hasNumbers(pass_rate, 'value', 'low', 'high') &&
    hasNumbers(mean_score, 'value', 'low', 'high') &&
    hasNumbers(entry, 'scored', 'planned', 'passed') &&
    Array.isArray(runs) &&
    runs.every((run) => isJsonObject(run) && typeof run.task_run_id === 'string')
  )
}

function hasNumbers(value: unknown, ...names: readonly string[]): boolean {
  return isJsonObject(value) && names.every((name) => typeof value[name] === 'number')
}

export function writeLeaderboard(file: string, leaderboard: Leaderboard): void {
  writeTextFile(file, `${JSON.stringify(leaderboard, null, 2)}\n`)
}

/** Returns the members in which an entry differs from what its records prove. */
export function listDifferences(entry: LeaderboardEntry, proven: LeaderboardEntry): readonly string[] {
  const [written, right] = [entry, proven] as unknown as readonly Readonly<Record<string, JsonValue>>[]
  const names = new Set([...Object.keys(written ?? {}), ...Object.keys(right ?? {})])
  return [...names].filter((name) => canonical(written?.[name]) !== canonical(right?.[name]))
}

export function isSameBenchmark(a: LeaderboardBenchmark, b: LeaderboardBenchmark): boolean {
  return canonical(a) === canonical(b)
}

function canonical(value: unknown): string {
  return value === undefined ? '' : canonicalJson(JSON.parse(JSON.stringify(value)))
}

function nameBenchmark({ name, version, digest }: LeaderboardBenchmark): string {
  return `${name}@${version} (digest ${digest.slice(0, 12)})`
}
