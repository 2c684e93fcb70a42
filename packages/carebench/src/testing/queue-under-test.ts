import { createManualClock } from '@carebench/protocol'
import { createMemoryStore, type Store } from '@carebench/store'
import { createQueueExecutor } from '../queue/queue-executor.js'
import { joinQueue } from '../queue/queue-members.js'
import { type QueueWorker, workOnQueues } from '../queue/queue-worker.js'
import { getQueue } from '../queue/queued-trial.js'
import type { AttemptFiles, PlannedAttempt } from '../runner/runs/attempt-executor.js'

const digest = 'd1'
export const queue = getQueue(digest)
export const never = new AbortController().signal

export function makeAttempt(trial: number): PlannedAttempt {
  return { key: { agent: 'a', task: 't', trial }, number: 1, seed: 7, seedWorld: false }
}

export function makeFiles(text: string): AttemptFiles {
  return new Map([['result.json', Buffer.from(JSON.stringify({ verdict: 'pass', text }))]])
}

export function readText(files: AttemptFiles | undefined): string {
  return JSON.parse(Buffer.from(files?.get('result.json') ?? []).toString()).text
}

export function explain(_: PlannedAttempt, why: string): AttemptFiles {
  return new Map([['result.json', Buffer.from(JSON.stringify({ verdict: null, text: why }))]])
}

export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Creates a queue with a present run. */
export async function setUpQueue(store: Store = createMemoryStore()) {
  const clock = createManualClock()
  const setting = { store, clock, pause }
  const announce = () => joinQueue(setting, { role: 'run', benchmark: 'small@1', digests: { a: digest } }, 'run_1')
  const member = await announce()
  const kept: string[] = []
  const work = (name: string, perform: QueueWorker['perform'], drain: AbortSignal, mayEndWorker = () => false) =>
    workOnQueues(setting, {
      name,
      queues: [queue],
      drain,
      perform,
      explain,
      mayEndWorker,
      look: 5,
      onOutcome: ({ key }, how) => kept.push(`${name} ${key.trial} ${how}`),
    })
  const execute = (isKept: (attempt: PlannedAttempt) => boolean = () => false) =>
    createQueueExecutor(setting, { id: 'run_1', digests: new Map([['a', digest]]), isKept })
  return { clock, store, setting, work, execute, kept, announce, member }
}
