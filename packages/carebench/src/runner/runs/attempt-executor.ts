import type { TrialKey } from '../results/trial-result.js'

/** An attempt to run: its trial, and its seeds. */
export interface PlannedAttempt {
  readonly key: TrialKey
  /** Counted from 1. */
  readonly number: number
  /** The seed of the agent, and of the world if `seedWorld`. */
  readonly seed: number
  readonly seedWorld: boolean
  /** The name of the run; absent in a queue of an earlier release. */
  readonly group?: string | undefined
}

/** The files of an attempt by their paths in its folder, with `/`. `result.json` is one of them. */
export type AttemptFiles = ReadonlyMap<string, Uint8Array>

/** The progress of a running trial. */
export interface TrialProgress {
  /** Number of calls to the simulated systems. */
  readonly calls: number
  /** Tokens reported by the provider, plus an estimate of those that have arrived since. */
  readonly tokens: number
  /** The last call or message, in one line; empty if there is none. */
  readonly last: string
}

/** Signals to an attempt that is run elsewhere. */
export interface AttemptSignals {
  /** When aborted, the attempt need not start. */
  readonly drain?: AbortSignal
  /** When aborted, the attempt and the run end. */
  readonly stop: AbortSignal
  /** When aborted, the attempt ends, and the run continues. */
  readonly cancel?: AbortSignal
  /** Called with the progress of the attempt, where that is known. */
  readonly onProgress?: (progress: TrialProgress) => void
}

/** Runs attempts elsewhere, for example on other machines. */
export interface AttemptExecutor {
  /**
   * Runs an attempt, and resolves with its files. Repeated calls for the same attempt, also after a crash, give the
   * same files. Resolves with undefined if it has not started when `drain` or `cancel` is aborted, or has not ended
   * when `stop` is aborted. An attempt that is running when `cancel` is aborted is ended where it runs, and resolves
   * with its files.
   */
  execute(attempt: PlannedAttempt, signals: AttemptSignals): Promise<AttemptFiles | undefined>
  /** Returns the files of late duplicates, that is, runs of an attempt that already had a result; each only once. */
  late(): Promise<readonly { readonly key: TrialKey; readonly files: AttemptFiles }[]>
}
