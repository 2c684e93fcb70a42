import { createHash } from 'node:crypto'
import { isJsonObject } from '@carebench/protocol'
import { type Collection, type Document, defineCollection } from '@carebench/store'
import type { AttemptFiles, PlannedAttempt } from '../runner/runs/attempt-executor.js'
import type { RunLock } from '../runner/runs/run-lock.js'

/** An attempt that a run puts into the queue. */
export interface QueuedTrialDoc extends Document {
  /** The run that keeps the results. */
  readonly run: string
  readonly attempt: PlannedAttempt
  /**
   * Who carries it out; null as long as nobody has begun. Others may begin when the lease ends, in milliseconds since
   * 1970.
   */
  readonly lease: { readonly holder: string; readonly until: number } | null
  /** How often somebody has begun it and not given it back; absent in entries of earlier versions. */
  readonly taken?: number
  /** Whether there is an outcome that counts. */
  readonly done: boolean
  /**
   * Another one each time that the attempt is put into the queue: anyone who has taken an earlier one works for nobody.
   */
  readonly entry: string
  /** Anyone who carries it out is to end it, and nobody is to begin. */
  readonly cancelled: boolean
}

/** Files by path, in base64. */
export type EncodedFiles = Readonly<Record<string, string>>

/** The files of an attempt that was run. */
export interface TrialOutcomeDoc extends Document {
  readonly run: string
  readonly attempt: PlannedAttempt
  /** Whether it was the first of this attempt: later ones do not count. */
  readonly counts: boolean
  readonly scored: boolean
  readonly files: EncodedFiles
}

/**
 * The attempts that wait for one agent, as data: anyone who has the same agent, limits and benchmark takes them, and
 * nobody else. A collection of each, so that a claim finds only what the worker can do.
 */
export function queueOf(digest: string): Collection<QueuedTrialDoc> {
  const known = queues.get(digest)
  if (known !== undefined) return known
  const queue = defineCollection<QueuedTrialDoc>({
    name: `queued_trials_${digest}`,
    due: ({ done, cancelled, lease }) => (done || cancelled ? null : (lease?.until ?? 0)),
  })
  queues.set(digest, queue)
  return queue
}

/** A store accepts one definition for each name. */
const queues = new Map<string, Collection<QueuedTrialDoc>>()

export const trialOutcomes: Collection<TrialOutcomeDoc> = defineCollection<TrialOutcomeDoc>({
  name: 'trial_outcomes',
  unique: {
    attempt: ({ counts, run, attempt }) => (counts ? idOfAttempt(run, attempt) : null),
    // Whatever the workers do, a trial has one result.
    trial: ({ counts, scored, run, attempt }) => (counts && scored ? JSON.stringify([run, ...keyOf(attempt)]) : null),
  },
  filters: { run: ({ run }) => run },
})

function keyOf({ key: { agent, task, trial } }: PlannedAttempt): readonly (string | number)[] {
  return [agent, task, trial]
}

/** Tells attempts of all runs apart. */
export function idOfAttempt(run: string, attempt: PlannedAttempt): string {
  return JSON.stringify([run, ...keyOf(attempt), attempt.number])
}

/**
 * Whether an attempt can be run: it names folders at anyone who does so, and comes from a database that others
 * write to.
 */
export function isPlannedAttempt(value: unknown): value is PlannedAttempt {
  if (!isJsonObject(value) || !isJsonObject(value.key)) return false
  const { number, seed, seedWorld, key } = value
  const areCounts = [number, key.trial].every((count) => Number.isSafeInteger(count) && Number(count) > 0)
  const areTexts = [key.agent, key.task].every((text) => typeof text === 'string')
  return areCounts && areTexts && Number.isSafeInteger(seed) && typeof seedWorld === 'boolean'
}

/** What an agent of a run and of a worker must have in common. */
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
