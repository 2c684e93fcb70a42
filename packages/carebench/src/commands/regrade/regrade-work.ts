import { createHash } from 'node:crypto'
import { verifierVersion } from '@carebench/verifier'
import type { RunFolder } from '../../files/run-folder.js'
import type { TrialResult } from '../../runner/results/trial-result.js'
import type { PlannedAttempt } from '../../runner/runs/attempt-executor.js'

/** The trials to regrade with a queue: the scored trials of a results folder. */
export interface RegradeWork {
  readonly folder: RunFolder
  /** The scored trials by their name in the queue. */
  readonly trials: ReadonlyMap<string, TrialResult>
  /** A digest that is equal in all processes with the same folder and the same verifier. */
  readonly digest: string
  /** The digest for each agent name; identifies the queues. */
  readonly digests: ReadonlyMap<string, string>
}

export function makeRegradeWork(folder: RunFolder): RegradeWork {
  const content = JSON.stringify([
    'regrade',
    verifierVersion,
    folder.benchmark,
    folder.lock.benchmarkDigest,
    folder.scored.map(({ key: { agent, task, trial }, attempt, record_sha256 }) => [
      [agent, task, trial, attempt],
      record_sha256,
    ]),
  ])
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32)
  return {
    folder,
    trials: new Map(folder.scored.map((result) => [nameAttempt(toAttempt(result)), result])),
    digest,
    digests: new Map(folder.agents.map((agent) => [agent, digest])),
  }
}

/** Converts a scored trial to an entry of a queue. */
export function toAttempt({ key: { agent, task, trial }, attempt }: TrialResult): PlannedAttempt {
  return { key: { agent, task, trial }, number: attempt, seed: 0, seedWorld: false }
}

/** Returns a unique name of a trial in its folder. */
export function nameAttempt({ key: { agent, task, trial }, number }: PlannedAttempt): string {
  return JSON.stringify([agent, task, trial, number])
}
