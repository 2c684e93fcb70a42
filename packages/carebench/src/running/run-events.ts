import { formatScore } from '@carebench/server/dashboard/task'
import { countUnscored } from '../reporting/explain-unscored.js'
import { formatItems } from '../reporting/item-rows.js'
import { summaryNotes } from '../reporting/summary-notes.js'
import { hasOpenTrials, listUndecided, meaningOfUndecided } from '../reporting/undecided-rates.js'
import { type AgentSummary, countPassed } from '../runner/results/run-summary.js'
import type { TrialKey, TrialResult } from '../runner/results/trial-result.js'
import { readVerdict } from '../runner/results/undecided.js'
import { canBeCaused } from '../runner/runs/hopes.js'
import type { LiveTrial } from '../runner/runs/live-trials.js'
import type { RunEvent, RunOutcome } from '../runner/runs/run-options.js'
import type { ItemsSoFar } from '../runner/trials/item-watch.js'
import { printable } from '../terminal/printable.js'
import { formatTable, wrap } from '../terminal/text-layout.js'

/** Converts an event to an object for one line of JSON, in snake case like all output for machines. */
export function eventToJson(event: RunEvent): object | undefined {
  switch (event.kind) {
    case 'launch':
      return { event: 'launch', planned: event.planned, scored: event.scored, folder: event.folder }
    case 'agent_checked':
      return {
        event: 'agent_checked',
        agent: event.agent,
        message: event.check.message,
        cost_usd: event.check.cost?.usd ?? null,
      }
    case 'trial_started':
      return { event: 'trial_started', ...event.key, attempt: event.attempt }
    case 'trial_ended': {
      const { key, attempt, ended, verdict, score, cost, time } = event.result
      const { agent, task, trial } = key
      const figures = { verdict, score, cost_usd: cost.usd, wall_ms: time.wall_ms }
      return { event: 'trial_ended', agent, task, trial, attempt, ended, ...figures, again: event.again }
    }
    case 'pace':
      return { event: 'pace', concurrency: event.concurrency }
    case 'agent_stopped':
      return { event: 'agent_stopped', agent: event.agent, ended: event.ended }
    case 'done': {
      const { summary, stopped = null, costUsd } = event.outcome
      return { event: 'done', stopped, cost_usd: costUsd, ...summary }
    }
    // Only for the screen; too frequent for a log.
    case 'trial_event':
    case 'trial_call':
    case 'trial_items':
    case 'trial_progress':
      return undefined
  }
}

/** Formats an event as a line for people; undefined for events that are not printed. */
export function formatEvent(event: RunEvent): string | undefined {
  switch (event.kind) {
    case 'launch':
      return event.scored === 0
        ? `${counted(event.planned, 'trial')}, results in ${event.folder}`
        : `${counted(event.planned, 'trial')}, ${event.scored} already scored, results in ${event.folder}`
    case 'trial_ended':
      return formatTrial(event.result, event.again)
    case 'agent_stopped':
      return `${printable(event.agent)} is stopped: ${explainEnd(event.ended)}`
    case 'pace':
      return event.concurrency === 0
        ? 'Paused: no further trial starts until carebench run pace sets a higher number.'
        : `From now on, at most ${counted(event.concurrency, 'trial')} at the same time.`
    case 'agent_checked':
      return `${printable(event.agent)}: ${printable(event.check.message)}`
    case 'trial_started':
    case 'trial_event':
    case 'trial_call':
    case 'trial_items':
    case 'trial_progress':
    case 'done':
      return undefined
  }
}

function formatTrial(result: TrialResult, again: boolean): string {
  const { ended, verdict, score, time } = result
  const what = verdict === null ? 'unscored' : `${readVerdict(result)} ${formatScore(score)}`
  const why = ended.kind === 'completed' && ended.reason === 'done' ? '' : `  ${explainEnd(ended)}`
  return (
    `${what.padEnd(12)} ${nameTrial(result.key)}  ${(time.wall_ms / 1000).toFixed(1)} ` +
    `s${why}${again ? ', trying again' : ''}`
  )
}

/** Formats a running trial in one line: its time, calls and tokens, and the last call or message. */
export function formatLive(trial: LiveTrial, now: number): string {
  const tokens = trial.tokens === 0 ? '' : `, ${trial.tokens} tokens`
  const last = trial.last === '' ? '' : `  ${printable(trial.last)}`
  const items = trial.items === undefined ? '' : `, ${formatItemsSoFar(trial.items)}`
  const seconds = Math.round((now - trial.since) / 1000)
  return `${nameTrial(trial)}  ${seconds} s, ${counted(trial.calls, 'call')}${tokens}${items}${last}`
}

/** Formats the number of items that pass so far, with the simulated time: `3 of 8 items right at 03-02 16:42 UTC`. */
export function formatItemsSoFar({ right, due, now }: ItemsSoFar): string {
  return `${right} of ${counted(due, 'item')} right at ${printable(now.slice(5, 16).replace('T', ' '))} UTC`
}

/** Names a trial in one line: agent, task, number. */
export function nameTrial({ agent, task, trial }: TrialKey): string {
  return `${printable(agent)} · ${printable(task)} · ${trial}`
}

function explainEnd({ kind, reason, message }: TrialResult['ended']): string {
  return `${kind}/${reason}${message === undefined ? '' : `: ${printable(message).slice(0, 300)}`}`
}

/** Formats a count with its noun: `1 trial`, `2 trials`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Formats the results of a run, active or ended: a row for each agent, then notes. */
export function formatOutcome({ summary }: Pick<RunOutcome, 'summary'>, { isAtWork = false } = {}): string {
  const surfaces = new Set(summary.agents.map(({ surface }) => surface))
  const showsSurface = surfaces.size > 1 || surfaces.has('browser')
  const rows = summary.agents.map((agent) => [
    printable(agent.agent),
    countPassed(agent),
    formatRate(agent),
    formatScore(agent.mean_score?.value ?? null),
    `${agent.scored} of ${agent.planned}`,
    hasOpenTrials(agent) ? `${percent(agent.bounds.low)}–${percent(agent.bounds.high)}` : '',
    agent.cost_usd === null ? '–' : `$${agent.cost_usd.toFixed(2)}`,
    printable(agent.isolation),
    ...(showsSurface ? [printable(agent.surface)] : []),
  ])
  const table = formatTable(
    [
      ...['agent', 'passed', 'pass rate (95 %)', 'score', 'scored', 'if unscored fail–pass', 'cost', 'isolation'],
      ...(showsSurface ? ['surface'] : []),
    ],
    rows,
  )
  const invalidated = summary.agents.reduce((sum, agent) => sum + agent.invalidated, 0)
  const unscored = summary.agents.reduce((sum, agent) => sum + agent.unscored, 0) - invalidated
  const rest = isAtWork
    ? ' so far: the run is still going.'
    : `: ${countUnscored(summary.agents)}. Neither pass nor fail; the same command with the same folder tries them ` +
      `again${explainRepeats(summary.agents)}.`
  const note = unscored === 0 ? '' : `\n${counted(unscored, 'trial')} unscored${rest}\n`
  const taken =
    invalidated === 0
      ? ''
      : `\n${counted(invalidated, 'trial')} invalidated by people, left out of figures: carebench assess lists why.\n`
  const notes = summaryNotes(summary).map((line) => `\n${line}\n`)
  const families = summary.agents.flatMap(({ agent, undecided }) => listUndecided(printable(agent), undecided))
  const open = families.length === 0 ? '' : `\n${[...families, ...wrap(meaningOfUndecided, 0)].join('\n')}\n`
  const items = formatItems(summary.agents)
  return `${table}${items}${notes.join('')}${note}${taken}${open}${summary.agents.map(formatSpent).join('')}`
}

/** Explains what is repeated only once: an agent that can stop the runner could choose among several attempts. */
function explainRepeats(agents: readonly AgentSummary[]): string {
  const ends = agents.flatMap(({ unscored_ends: counts }) => Object.keys(counts))
  const mayBeCaused = ends.some((end) => canBeCaused(end.split('/').at(-1) ?? ''))
  return mayBeCaused
    ? ', but only once after ends that the agent can have caused: then remove its folder from trials'
    : ''
}

/** Formats the cost of all attempts of an agent, if it is more than the cost of the scored trials. */
function formatSpent({ agent, cost_usd: cost, spent_usd: spent, scored }: AgentSummary): string {
  if (spent === null || (cost === null && scored > 0) || spent - (cost ?? 0) < 0.005) return ''
  return `\nAll attempts of ${printable(agent)}, including those that do not count, cost $${spent.toFixed(2)}.\n`
}

function formatRate({ pass_rate: rate }: AgentSummary): string {
  return rate === null ? '–' : `${percent(rate.value)} (${percent(rate.low)}–${percent(rate.high)})`
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
