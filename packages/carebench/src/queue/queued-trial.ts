import { createHash } from 'node:crypto'
import { isJsonObject } from '@carebench/protocol'
import { type Collection, type Document, defineCollection } from '@carebench/store'
import type { AttemptFiles, PlannedAttempt, TrialProgress } from '../runner/runs/attempt-executor.js'
import type { RunLock } from '../runner/runs/run-lock.js'

/** An attempt that a run puts into the queue. */
export interface QueuedTrialDoc extends Document {
  /** The run that keeps the results. */
  readonly run: string
  readonly attempt: PlannedAttempt
  /**
   * The worker that runs the attempt; null before the start. Others may start it when the lease expires, in
   * milliseconds since 1970.
   */
  readonly lease: { readonly holder: string; readonly until: number } | null
  /** How often it was started and not given back; absent in entries of earlier versions. */
  readonly taken?: number
  /** Whether the outcome of the attempt is stored; later ones are ignored. */
  readonly done: boolean
  /** The progress of the attempt; absent before the first report, and in entries of earlier versions. */
  readonly progress?: TrialProgress
  /** New on every enqueue; outcomes of workers that hold an older id are ignored. */
  readonly entry: string
  /** Whether it is cancelled: its worker must end it, and no other may start it. */
  readonly cancelled: boolean
}

/** Files by path, in base64. */
export type EncodedFiles = Readonly<Record<string, string>>

/** The outcome of an attempt: its files. */
export interface TrialOutcomeDoc extends Document {
  readonly run: string
  readonly attempt: PlannedAttempt
  /** Whether it was the first outcome of this attempt; later ones do not count. */
  readonly counts: boolean
  readonly scored: boolean
  readonly files: EncodedFiles
}

/**
 * Returns the queue for one agent: only workers with the same agent, limits and benchmark take its attempts. There is a
 * collection for each digest, so that a claim finds only attempts that the worker can run.
 */
export function getQueue(digest: string): Collection<QueuedTrialDoc> {
  const known = queues.get(digest)
  if (known !== undefined) return known
  const queue = defineCollection<QueuedTrialDoc>({
    name: `queued_trials_${digest}`,
    due: ({ done, cancelled, lease }) => (done || cancelled ? null : (lease?.until ?? 0)),
  })
  queues.set(digest, queue)
  return queue
}

/** Cached, because a store accepts only one definition for each name. */
const queues = new Map<string, Collection<QueuedTrialDoc>>()

export const trialOutcomes: Collection<TrialOutcomeDoc> = defineCollection<TrialOutcomeDoc>({
  name: 'trial_outcomes',
  unique: {
    attempt: ({ counts, run, attempt }) => (counts ? idOfAttempt(run, attempt) : null),
    // A unique key, so that a trial has one result whatever the workers do.
    trial: ({ counts, scored, run, attempt }) => (counts && scored ? JSON.stringify([run, ...toKey(attempt)]) : null),
  },
  filters: { run: ({ run }) => run },
})

function toKey({ key: { agent, task, trial } }: PlannedAttempt): readonly (string | number)[] {
  return [agent, task, trial]
}

/** Returns an id that is unique among the attempts of all runs. */
export function idOfAttempt(run: string, attempt: PlannedAttempt): string {
  return JSON.stringify([run, ...toKey(attempt), attempt.number])
}

/**
 * Whether a value is a valid attempt: it names folders on the worker's machine, and comes from a database that others
 * write to.
 */
export function isPlannedAttempt(value: unknown): value is PlannedAttempt {
  if (!isJsonObject(value) || !isJsonObject(value.key)) return false
  const { number, seed, seedWorld, key } = value
  const areCounts = [number, key.trial].every((count) => Number.isSafeInteger(count) && Number(count) > 0)
  const areTexts = [key.agent, key.task].every((text) => typeof text === 'string')
  return areCounts && areTexts && Number.isSafeInteger(seed) && typeof seedWorld === 'boolean'
}

/** Returns a digest of what a run and a worker must share for an agent: benchmark, agent and limits. */
export function digestOfLock(lock: RunLock, agent: string): string {
  const { benchmark, benchmark_digest, scored, agents } = lock
  const content = JSON.stringify([benchmark, benchmark_digest, scored, agent, agents[agent]?.digest])
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}

export function filesToJson(files: AttemptFiles): EncodedFiles {
  return Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString('base64')]))
}

export function filesFromJson(files: EncodedFiles): AttemptFiles {
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')]))
}
