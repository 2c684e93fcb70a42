import { formatPercent, formatProportion, formatScore } from '@carebench/server/dashboard/task'
import { readBases } from '../../files/record-file.js'
import { readRunFolder } from '../../files/run-folder.js'
import { basesIn } from '../../reporting/results-folder.js'
import { UnmetGoalError, UsageError } from '../../terminal/exit-reason.js'
import { jsonText, printable, printableLines } from '../../terminal/printable.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { formatTable } from '../../terminal/text-layout.js'
import type { Leaderboard, LeaderboardEntry } from './leaderboard.js'
import {
  addEntry,
  findSharedRuns,
  inOrder,
  isSameBenchmark,
  listDifferences,
  readLeaderboard,
  writeLeaderboard,
} from './leaderboard-file.js'
import { type EntryProof, proveEntry } from './prove-entry.js'
import { readTrustedKeys } from './trusted-keys.js'

export interface LeaderboardOptions {
  readonly key: string
  readonly agent?: string
  readonly json?: boolean
}

/** The leaderboard file, and the results folder that an entry is made from or checked against. */
export interface LeaderboardSource {
  readonly file: string
  readonly folder: string
}

/**
 * Adds the proven results of an agent to a leaderboard. Throws an {@link UnmetGoalError} with all reasons for a
 * rejection.
 */
export async function addToLeaderboard(
  terminal: Terminal,
  { file, folder }: LeaderboardSource,
  options: LeaderboardOptions,
): Promise<void> {
  const before = readLeaderboard(file)
  const { proof } = await prove(terminal, folder, options)
  const after = proof.proven ? addEntry(before, proof.benchmark, proof.entry) : proof.reasons
  if (!proof.proven || isRefusal(after)) {
    rejectEntry(terminal, options, isRefusal(after) ? after : [])
    return
  }
  writeLeaderboard(file, after)
  const places = assignPlaces(after.entries)
  const place = places.get(proof.entry.agent) ?? null
  if (options.json === true) terminal.out(jsonText({ ok: true, place, entry: proof.entry }))
  else if (place === null) terminal.out(`${printable(proof.entry.agent)} is a person: a baseline without a place\n`)
  else terminal.out(`${printable(proof.entry.agent)} has place ${place} of ${places.size}\n`)
}

/**
 * Checks an entry of a leaderboard against its records. Throws an {@link UnmetGoalError} if the records do not prove
 * it.
 */
export async function verifyLeaderboard(
  terminal: Terminal,
  { file, folder }: LeaderboardSource,
  options: LeaderboardOptions,
): Promise<void> {
  const leaderboard = readLeaderboard(file)
  if (leaderboard === undefined) throw new UsageError(`there is no leaderboard ${file}`)
  const { agent, proof } = await prove(terminal, folder, options)
  const entries = leaderboard.entries.filter((entry) => entry.agent === agent)
  const [entry] = entries
  if (entry === undefined) throw new UsageError(`${file} has no entry of ${agent}`)
  const reasons = [
    ...(entries.length > 1 ? [`the leaderboard has ${entries.length} entries of ${agent}`] : []),
    ...(proof.proven ? [] : proof.reasons),
    ...(proof.proven ? listDifferences(entry, proof.entry).map((name) => `${name} is not what the records prove`) : []),
    ...(proof.proven && !isSameBenchmark(leaderboard.benchmark, proof.benchmark)
      ? ['the leaderboard is for another benchmark, or another version of it']
      : []),
    ...findSharedRuns(leaderboard.entries, entry),
    ...(inOrder(leaderboard.entries).some((one, index) => one !== leaderboard.entries[index])
      ? ['the entries of the leaderboard are not in the order of their places']
      : []),
  ]
  if (reasons.length > 0) {
    rejectEntry(terminal, options, reasons)
    return
  }
  if (options.json === true) terminal.out(jsonText({ ok: true, entry }))
  else terminal.out(`proven: ${printable(agent)}, ${entry.passed} of ${entry.scored} trials passed\n`)
}

/** Prints a leaderboard, best first, without checking it. */
export function showLeaderboard(terminal: Terminal, file: string): void {
  const leaderboard = readLeaderboard(file)
  if (leaderboard === undefined) throw new UsageError(`there is no leaderboard ${file}`)
  const { benchmark, entries } = leaderboard
  const places = assignPlaces(entries)
  const rows = entries.map((entry: LeaderboardEntry) => [
    String(places.get(entry.agent) ?? 'people'),
    printable(entry.agent),
    `${formatPercent(entry.bounds.low)} to ${formatPercent(entry.bounds.high)}`,
    formatProportion(entry.pass_rate),
    formatScore(entry.mean_score.value),
    `${entry.scored} of ${entry.planned}`,
  ])
  const table = formatTable(['', 'agent', 'if unscored fail or pass', 'pass rate (95 %)', 'score', 'scored'], rows)
  terminal.out(`${printable(benchmark.name)}@${benchmark.version}\n\n${table}`)
}

/** Returns the places of the agents. People get no place: they are a baseline. */
function assignPlaces(entries: readonly LeaderboardEntry[]): ReadonlyMap<string, number> {
  const ranked = entries.filter(({ claimed }) => claimed.kind !== 'human')
  return new Map(ranked.map(({ agent }, index) => [agent, index + 1]))
}

async function prove(
  terminal: Terminal,
  path: string,
  { key, agent: named, json }: LeaderboardOptions,
): Promise<{ readonly agent: string; readonly proof: EntryProof }> {
  const keys = readTrustedKeys(key)
  const folder = readRunFolder(path)
  const [agent = '', ...others] = named === undefined ? folder.agents : [named]
  if (others.length > 0)
    throw new UsageError(`${path} has several agents; name one with --agent: ${folder.agents.join(', ')}`)
  return showProgress(terminal, { quiet: json === true }, (progress) => {
    const bases = readBases(basesIn(path))
    return { agent, proof: proveEntry({ folder, agent, keys, bases, progress }) }
  })
}

function isRefusal(after: Leaderboard | readonly string[]): after is readonly string[] {
  return Array.isArray(after)
}

function rejectEntry(terminal: Terminal, { json }: LeaderboardOptions, reasons: readonly string[]): never {
  if (json === true) {
    terminal.out(jsonText({ ok: false, reasons }))
    throw new UnmetGoalError()
  }
  throw new UnmetGoalError(`the results do not prove the entry:\n${reasons.map(printableLines).join('\n')}`)
}
