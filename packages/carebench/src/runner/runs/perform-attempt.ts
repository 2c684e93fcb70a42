import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import type { Agent, TrialLimits } from '../agent.js'
import { createCallRedact, createRedact } from '../results/redact.js'
import { ResultsFolder } from '../results/results-folder.js'
import { ServiceConnection, type ServiceOptions } from '../service-connection.js'
import type { Attempt, TrialContext } from '../trials/attempt.js'
import { resumeAttempt, runAttempt } from '../trials/run-attempt.js'
import { writeUnscoredResult } from '../trials/settle-attempt.js'
import { TrialTimes } from '../trials/trial-times.js'
import type { AttemptFiles, PlannedAttempt, TrialProgress } from './attempt-executor.js'
import { LiveTrials } from './live-trials.js'
import type { RunEvent } from './run-options.js'

/** An attempt to run, with its service, agent and limits. */
export interface PerformOptions {
  readonly attempt: PlannedAttempt
  readonly service: ServiceOptions
  /** `name@version` */
  readonly benchmark: string
  readonly agent: Agent
  readonly limits?: TrialLimits
  /** Default true. */
  readonly scored?: boolean
  /** Further secrets, as in the options of a run. */
  readonly secrets?: readonly string[]
  /** Aborted to end the attempt at once, unscored; its reason is a TrialStopError. */
  readonly signal: AbortSignal
  /** Called with the progress of the attempt whenever it changes. */
  readonly onProgress?: (progress: TrialProgress) => void
}

/** Milliseconds between tries to complete an attempt while the service cannot be reached. */
const handInInterval = 5000

/** Runs one attempt for a run whose results another process stores. Resolves with its files. */
export async function performAttempt(options: PerformOptions): Promise<AttemptFiles> {
  const { attempt: planned, agent, benchmark, limits = {}, scored = true, signal } = options
  const service = new ServiceConnection(options.service)
  const secrets = [...service.secrets, ...(options.secrets ?? [])]
  const path = mkdtempSync(join(tmpdir(), 'carebench-attempt-'))
  const folder = ResultsFolder.open(path, createRedact(secrets))
  try {
    const { key, number, seed, seedWorld } = planned
    const redact = createCallRedact(secrets)
    const live = new LiveTrials(Date.now, redact)
    const take = (event: RunEvent) => {
      live.take(event)
      for (const trial of live.list()) options.onProgress?.(trial)
    }
    take({ kind: 'trial_started', key, attempt: number })
    const context: TrialContext = {
      ...{ service, scored, group: planned.group, limits, redact },
      onEvent: (_, event) => take({ kind: 'trial_event', key, event }),
      onCall: (_, call) => take({ kind: 'trial_call', key, call }),
    }
    const files = folder.trial(key).attempt(number)
    const attempt: Attempt = { key, number, agent, benchmark, folder: files, signal, seed, seedWorld }
    await runAttempt(context, attempt)
    // The agent had ended when the service became unreachable: another attempt would be a second chance.
    while (!files.has('result.json') && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, handInInterval))
      await resumeAttempt(context, attempt)
    }
    return readFiles(files.path)
  } finally {
    folder.close()
    rmSync(path, { recursive: true, force: true })
  }
}

/** An attempt without a result of its own, with the reason. */
export interface ExplainOptions extends Pick<PerformOptions, 'attempt' | 'benchmark' | 'agent'> {
  readonly message: string
}

/**
 * Returns the files of an attempt that is not run, or whose result cannot count: unscored, with the reason `worker`.
 */
export function explainAttempt({ attempt, benchmark, agent, message }: ExplainOptions): AttemptFiles {
  const path = mkdtempSync(join(tmpdir(), 'carebench-attempt-'))
  const folder = ResultsFolder.open(path, createRedact([]))
  try {
    const { key, number, seed, seedWorld } = attempt
    const files = folder.trial(key).attempt(number)
    const { signal } = new AbortController()
    const ended = { kind: 'infra', reason: 'worker', message } as const
    const unscored = { ended, intent: undefined, times: new TrialTimes() }
    writeUnscoredResult({ key, number, agent, benchmark, folder: files, signal, seed, seedWorld }, unscored)
    return readFiles(files.path)
  } finally {
    folder.close()
    rmSync(path, { recursive: true, force: true })
  }
}

function readFiles(folder: string): AttemptFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return [relative(folder, file).split(sep).join('/'), readFileSync(file)]
    }),
  )
}
