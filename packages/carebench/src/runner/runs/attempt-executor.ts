import type { TrialKey } from '../results/trial-result.js'

/** An attempt that somebody runs: which trial, and its seeds. */
export interface PlannedAttempt {
  readonly key: TrialKey
  /** Counted from 1. */
  readonly number: number
  /** The seed that the agent gets, and the world if `seedWorld`. */
  readonly seed: number
  readonly seedWorld: boolean
  /** The name of the run; absent in a queue of an earlier release. */
  readonly group?: string | undefined
}

/** The files of an attempt by their paths in its folder, with `/`. `result.json` is one of them. */
export type AttemptFiles = ReadonlyMap<string, Uint8Array>

/** What is asked of an attempt that is run elsewhere. */
export interface AttemptSignals {
  /** Aborted: it need not begin. */
  readonly drain?: AbortSignal
  /** Aborted: it ends, and so does the run. */
  readonly stop: AbortSignal
  /** Aborted: it ends, and the run goes on. */
  readonly cancel?: AbortSignal
}

/** Has attempts run elsewhere, for example on other machines. */
export interface AttemptExecutor {
  /**
   * Resolves with the files of an attempt that was run. Asking again for one, also after a crash, gives the
   * same files. Resolves with undefined if nobody has begun it when `drain` or `cancel` is aborted, or if it has not
   * ended when `stop` is. An attempt that is at work when `cancel` is aborted is ended where it is run, and
   * resolves with its files.
   */
  execute(attempt: PlannedAttempt, signals: AttemptSignals): Promise<AttemptFiles | undefined>
  /** The files of attempts that ended after another one had the result of the same attempt, each only once. */
  late(): Promise<readonly { readonly key: TrialKey; readonly files: AttemptFiles }[]>
}
