import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@carebench/protocol'
import { makeFolder } from '../files/make-folder.js'
import type { Agent, TrialLimits } from '../runner/agent.js'
import { readLock } from '../runner/runs/run-lock.js'
import type { BenchmarkToRun } from '../runner/runs/run-options.js'
import { openStoreAt } from '../serving/open-store.js'
import { createSharedClock } from '../serving/shared-clock.js'
import { UsageError } from '../terminal/exit-reason.js'
import type { QueueSetting } from './queue-setting.js'
import { digestOfLock } from './queued-trial.js'

/** A queue in PostgreSQL. */
export interface OpenedQueue {
  readonly setting: QueueSetting
  close(): Promise<void>
}

/** Opens the database of a queue. Throws a {@link UsageError} if it cannot be opened. */
export async function openQueue(url: string): Promise<OpenedQueue> {
  const store = await openStoreAt({ url }, '--queue')
  try {
    // A lease is written on one machine and compared on others, so all machines use the clock of the database.
    const { clock, stop } = await createSharedClock(() => store.now(), {
      latestKnown: () => store.latest?.().time ?? 0,
    })
    const close = () => {
      stop()
      return store.close()
    }
    return { setting: { store, clock }, close }
  } catch (error) {
    await store.close()
    throw error
  }
}

export interface SharedWork {
  readonly benchmark: BenchmarkToRun
  readonly agents: readonly Agent[]
  readonly limits: TrialLimits
}

/** Returns a digest for each agent name of what a run and its workers must share: benchmark, agent and limits. */
export function listDigests({ benchmark, agents, limits }: SharedWork): ReadonlyMap<string, string> {
  const { reference, digest } = benchmark
  const lock = readLock({ benchmark: reference, benchmarkDigest: digest, scored: true, seed: null, agents, limits })
  return new Map(agents.map(({ name }) => [name, digestOfLock(lock, name)]))
}

/**
 * Returns the id of the run in a folder; a continued run keeps it. Throws a {@link UsageError} if the id's file is
 * damaged.
 *
 * @param name - the name of the id's file
 */
export function getQueuedRun(folder: string, name = 'queue.json'): string {
  const file = join(folder, name)
  if (!existsSync(file)) {
    makeFolder(folder, 0o700)
    writeFileSync(file, `${JSON.stringify({ run: randomUUID() })}\n`, { mode: 0o600, flush: true })
  }
  const run = readRunId(file)
  if (run !== undefined) return run
  throw new UsageError(`${file} must be {"run": "…"}; remove it to put the open trials into the queue again`)
}

function readRunId(file: string): string | undefined {
  const text = readFileSync(file, 'utf8')
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) && typeof value.run === 'string' ? value.run : undefined
  } catch {
    return undefined
  }
}
