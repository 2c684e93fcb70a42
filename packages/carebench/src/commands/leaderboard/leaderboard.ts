import type { Proportion, RunsSummary } from '@carebench/verifier'

/** `leaderboard.json`: proven results of agents on one version of a benchmark. */
export interface Leaderboard {
  readonly version: 1
  readonly benchmark: LeaderboardBenchmark
  /** Best first, by the lower bound, so that leaving out a trial never improves a place. */
  readonly entries: readonly LeaderboardEntry[]
}

export interface LeaderboardBenchmark {
  readonly name: string
  readonly version: number
  /** Digest of the version's content. */
  readonly digest: string
  /** The number of its tasks. */
  readonly tasks: number
}

/**
 * The results of one agent. The results themselves follow from records that a server signed; the name of the agent and
 * the planned trials are those of the results folder.
 */
export interface LeaderboardEntry {
  readonly agent: string
  /** Number of trials of each task. */
  readonly trials: number
  readonly planned: number
  readonly scored: number
  readonly coverage: number
  readonly passed: number
  /** The pass rate of the scored trials. */
  readonly pass_rate: Proportion
  /** The share of passes among all planned trials if every unscored trial had failed, and if every one had passed. */
  readonly bounds: { readonly low: number; readonly high: number }
  readonly mean_score: Proportion
  readonly completion_under_policy: Proportion | null
  readonly critical_failures: RunsSummary['critical_failures']
  readonly critical_omissions: RunsSummary['critical_omissions']
  readonly repeated: RunsSummary['repeated']
  /** When the last of its task runs was completed, RFC 3339. */
  readonly completed_at: string
  /** The keys that signed the records, by their ids. */
  readonly keys: readonly string[]
  /** The Solvers that ran the task runs. */
  readonly solvers: readonly string[]
  /** Unproven claims by the owner of the agent. */
  readonly claimed: {
    readonly kind: string
    readonly model: string | null
    readonly isolation: string
    readonly limits: unknown
    /** The seed that the run was started with; absent if the server drew one for each trial. */
    readonly seed?: number
    /** Digest of the agent in the lock of the results folder. */
    readonly agent_digest: string
    /** Mean cost of a scored trial in US dollars; null if any cost is unknown. */
    readonly cost_per_trial_usd: number | null
  }
  /** The scored trials. */
  readonly runs: readonly ProvenTrial[]
}

/** A trial whose record is signed, sealed, replayed and regraded. */
export interface ProvenTrial {
  readonly task: string
  readonly trial: number
  readonly task_run_id: string
  readonly seal_digest: string
  readonly verdict: 'pass' | 'partial' | 'fail'
  readonly score: number
}
