import { createHash } from 'node:crypto'
import type { AxisScore, BySeverity, Verdict, Verification } from '@carebench/verifier'
import type { AgentCounts } from '../agent.js'
import type { Ended } from '../ended.js'
import type { Surface } from '../surface.js'
import type { Cost } from '../usage.js'
import type { Undecided } from './undecided.js'

/** The key of a trial: agent, task and number. */
export interface TrialKey {
  readonly agent: string
  readonly task: string
  /** Counted from 1. */
  readonly trial: number
}

/** The result of one attempt at a trial, as `result.json` holds it. Times are in milliseconds. */
export interface TrialResult {
  readonly version: 1
  readonly key: TrialKey & { readonly benchmark: string }
  /** Counted from 1; earlier attempts ended for reasons other than the agent. */
  readonly attempt: number
  readonly ended: Ended
  /** Copied from the service; null if the trial is unscored. */
  readonly verdict: Verdict | null
  readonly score: number | null
  readonly axes: Readonly<Record<string, AxisScore>>
  /** By key; absent if the task has no items. */
  readonly items?: Readonly<Record<string, ItemResult>>
  /** The numbers of broken criteria by severity, guards or not; null if unknown. */
  readonly broken: BySeverity | null
  /**
   * The part of `broken` that was left undone rather than broken by an act; null if unknown, absent in folders of
   * earlier versions.
   */
  readonly left_undone?: BySeverity | null
  /** Null if unknown, absent in folders of earlier versions. */
  readonly undecided?: Undecided | null
  readonly agent_kind: string
  readonly isolation: string
  /** How it reached the systems; absent in folders of earlier versions. */
  readonly surface?: Surface
  readonly model: {
    readonly requested: string
    readonly responded: readonly string[]
    readonly provider: string
    readonly base_url_host: string | null
  } | null
  readonly usage: {
    readonly input: number | null
    readonly cached: number | null
    readonly cache_write: number | null
    readonly output: number | null
    readonly reasoning: number | null
  } | null
  /** `usd` is null if the cost is unknown. */
  readonly cost: { readonly usd: number | null; readonly source: Cost['source'] | 'none' }
  readonly counts: {
    readonly steps: number
    readonly llm_calls: number
    readonly tool_calls: number
    readonly tool_errors: number
    readonly invalid_tool_calls: number
  }
  readonly time: {
    readonly wall_ms: number
    /** The time without waits for a provider. */
    readonly working_ms: number
    readonly throttled_ms: number
    readonly model_ms: number
    readonly tool_ms: number
    /**
     * The time in which a person worked, and the rest of the time; absent for other agents, and if the browser did not
     * report it.
     */
    readonly active_ms?: number
    readonly idle_ms?: number
  }
  readonly ids: { readonly run: string | null; readonly task_run: string | null; readonly responses: readonly string[] }
  /** The seed of the simulated world, if the benchmark lets a Solver choose it. */
  readonly world_seed: number | null
  /** Digest of the record's seal; null if there is no record. */
  readonly seal_digest: string | null
  /** SHA-256 of `record.json.gz`. */
  readonly record_sha256: string | null
  readonly trajectory_sha256: string | null
  /** Why a trajectory that the agent submitted was not kept; absent if it was, or if there is none. */
  readonly trajectory_error?: string
  readonly started_at: string
  readonly ended_at: string
}

/** The result of an item of a task. */
export interface ItemResult extends ItemScore {
  /** The numbers of its broken criteria by severity; absent if unknown, and in folders of earlier versions. */
  readonly broken?: BySeverity
  /** The part of `broken` that was left undone rather than broken by an act. */
  readonly left_undone?: BySeverity
}

type ItemScore = NonNullable<Verification['items']>[string]

/** One line of `index.jsonl`. */
export interface IndexLine {
  readonly agent: string
  readonly task: string
  readonly trial: number
  readonly attempt: number
  readonly ended: string
  readonly verdict: Verdict | null
  readonly score: number | null
  readonly cost_usd: number | null
  /** The source of the cost, as in the result; absent in folders of earlier versions. */
  readonly cost_source?: string
  readonly wall_ms: number
  readonly seal_digest: string | null
  readonly ended_at: string
}

export function toIndexLine(result: TrialResult): IndexLine {
  const { agent, task, trial } = result.key
  return {
    agent,
    task,
    trial,
    attempt: result.attempt,
    ended: `${result.ended.kind}/${result.ended.reason}`,
    verdict: result.verdict,
    score: result.score,
    cost_usd: result.cost.usd,
    cost_source: result.cost.source,
    wall_ms: result.time.wall_ms,
    seal_digest: result.seal_digest,
    ended_at: result.ended_at,
  }
}

/** Whether a result is scored; an unscored one is neither a pass nor a fail. */
export function isScored({ verdict }: Pick<TrialResult, 'verdict'>): boolean {
  return verdict !== null
}

export const noCounts: AgentCounts = { steps: 0, llmCalls: 0, toolCalls: 0, toolErrors: 0, invalidToolCalls: 0 }

/** Returns a unique name of a trial. */
export function nameOfTrial({ agent, task, trial }: TrialKey): string {
  return JSON.stringify([agent, task, trial])
}

/**
 * Returns a unique name of an attempt. The index has several lines for an attempt whose completion was retried; the
 * last one counts.
 */
export function nameOfAttempt({ agent, task, trial }: TrialKey, attempt: number): string {
  return JSON.stringify([agent, task, trial, attempt])
}

/**
 * Returns the path of a trial in the results folder, with `/`. Names that file systems do not support are shortened,
 * and get a digest.
 */
export function trialPath({ agent, task, trial }: TrialKey): string {
  return `trials/${folderName(agent)}/${folderName(task)}/t${String(trial).padStart(2, '0')}`
}

/**
 * Converts a name to a folder name: in lower case, because some file systems ignore case; with a digest if it was cut
 * or changed.
 */
function folderName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
  if (plain === name) return plain
  return `${plain || 'x'}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`
}
