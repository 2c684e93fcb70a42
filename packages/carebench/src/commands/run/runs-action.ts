import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { formatScore } from '@carebench/server/dashboard/task'
import { assertRunFolder, explainDamage, parseTrialName, readRunFolder } from '../../files/run-folder.js'
import { findWriter } from '../../runner/results/folder-lock.js'
import { readIndex } from '../../runner/results/read-folder.js'
import type { RunSummary } from '../../runner/results/run-summary.js'
import type { IndexLine } from '../../runner/results/trial-result.js'
import { readLive } from '../../runner/runs/live-trials.js'
import { maxConcurrency, requestOfRun } from '../../runner/runs/run-requests.js'
import { formatItemsSoFar, formatLive, formatOutcome, nameTrial } from '../../running/run-events.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { jsonText, printable } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'
import { formatTable } from '../../terminal/text-layout.js'

/** Poll interval of a watched run in milliseconds. */
const watching = 500

/** Prints the runs in a folder. */
export function listRuns(terminal: Terminal, folder: string, { json = false }: { readonly json?: boolean }): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`there is no folder ${folder}`)
  const runs = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, 'run.json')))
    .map((path) => ({ path, summary: readRunFolder(path).summary, process: findWriter(path) }))
  if (json) {
    const shown = runs.map(({ path, summary, process }) => ({ folder: path, pid: process ?? null, ...summary }))
    terminal.out(jsonText(shown))
    return
  }
  const rows = runs.map(({ path, summary, process }) => [
    printable(path),
    printable(summary.benchmark),
    summary.agents.map(({ agent, passed, scored }) => `${printable(agent)} ${passed} of ${scored}`).join(', '),
    `${sum(summary, 'scored')} of ${sum(summary, 'planned')}`,
    process === undefined ? '' : `at work (${process})`,
  ])
  terminal.out(formatTable(['folder', 'benchmark', 'passed', 'scored', ''], rows))
}

/** Prints the results of a run. */
export function showRun(terminal: Terminal, folder: string, { json = false }: { readonly json?: boolean }): void {
  const summary = readRunFolder(folder).summary
  if (json) {
    terminal.out(jsonText(summary))
    return
  }
  terminal.out(
    `${printable(summary.benchmark)}\n\n${formatOutcome({ summary }, { isAtWork: findWriter(folder) !== undefined })}`,
  )
  const live = readLive(folder)
  if (live.length > 0) terminal.out(`\n${live.map((one) => `${formatLive(one, Date.now())}\n`).join('')}`)
  for (const { agent, tasks } of summary.agents) {
    const rows = tasks.map(({ task, trials, mean_score }) => [
      printable(task),
      formatScore(mean_score),
      trials.join(' '),
    ])
    terminal.out(`\n${printable(agent)}\n${formatTable(['task', 'score', 'trials'], rows)}`)
  }
}

/** Prints the attempts of a run as they end, and the items that pass so far, until its process exits. */
export async function watchRun(terminal: Terminal, folder: string): Promise<void> {
  assertRunFolder(folder)
  const shown = new Map<string, string>()
  for (let printed = 0, isAtWork = true; isAtWork; ) {
    isAtWork = findWriter(folder) !== undefined
    const lines = readLines(folder)
    for (const line of lines.slice(printed)) terminal.out(`${formatLine(line)}\n`)
    printed = lines.length
    for (const { items, ...trial } of readLive(folder)) {
      const name = nameTrial(trial)
      const text = items === undefined ? '' : formatItemsSoFar(items)
      if (text !== '' && shown.get(name) !== text) terminal.out(`${'at work'.padEnd(12)} ${name}  ${text}\n`)
      shown.set(name, text)
    }
    if (isAtWork) await pause(watching)
  }
  terminal.out(`\n${formatOutcome({ summary: readRunFolder(folder).summary })}`)
}

function readLines(folder: string): readonly IndexLine[] {
  return explainDamage(() => readIndex(folder))
}

/**
 * Asks the process of a run to stop, by a file. Sends no signal, because the folder may come from a stranger and name
 * any process.
 */
export function cancelRun(terminal: Terminal, folder: string, { now = false }: { readonly now?: boolean }): void {
  assertRunFolder(folder)
  const writer = demandWriter(folder)
  requestOfRun(folder, { kind: 'stop', pid: writer, now })
  terminal.err(`Process ${writer} was asked to stop.\n`)
}

/** Asks the process of a run to change how many trials run at a time. */
export function paceRun(terminal: Terminal, folder: string, concurrency: number): void {
  assertRunFolder(folder)
  if (concurrency > maxConcurrency) throw new UsageError(`a run has at most ${maxConcurrency} trials at a time`)
  const writer = demandWriter(folder)
  requestOfRun(folder, { kind: 'pace', concurrency })
  const what = concurrency === 0 ? 'start no further trial' : `run ${concurrency} trials at a time`
  terminal.err(`Process ${writer} was asked to ${what}.\n`)
}

/** Returns the id of the process that runs in a folder. Throws a {@link UsageError} if there is none. */
function demandWriter(folder: string): number {
  const writer = findWriter(folder)
  if (writer === undefined) throw new UsageError(`no process on this machine runs ${folder}`)
  return writer
}

/** Asks the process of a run to cancel a running trial, or to repeat an unscored one. */
export function requestTrial(terminal: Terminal, folder: string, name: string, kind: 'cancel' | 'requeue'): void {
  assertRunFolder(folder)
  const { agent, task, trial } = parseTrialName(name)
  const writer = demandWriter(folder)
  const planned = readRunFolder(folder).summary.agents.find((one) => one.agent === agent)
  const verdict = planned?.tasks.find((one) => one.task === task)?.trials[trial - 1]
  if (verdict === undefined) throw new UsageError(`${printable(name)} is not a trial of the run in ${folder}`)
  if (verdict !== 'unscored') {
    throw new UsageError(`${printable(name)} already has a result (${verdict}); scored trials are never run again`)
  }
  requestOfRun(folder, { kind, agent, task, trial })
  terminal.err(`Process ${writer} was asked to ${kind} ${printable(name)}.\n`)
}

function formatLine({ verdict, score, ended, wall_ms, ...key }: IndexLine): string {
  const what = verdict === null ? 'unscored' : `${verdict} ${formatScore(score)}`
  return `${what.padEnd(12)} ${nameTrial(key)}  ${(wall_ms / 1000).toFixed(1)} s  ${printable(ended)}`
}

function sum({ agents }: RunSummary, member: 'scored' | 'planned'): number {
  return agents.reduce((total, agent) => total + agent[member], 0)
}
