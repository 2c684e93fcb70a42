import { randomBytes } from 'node:crypto'
import { type Dir, mkdirSync, opendirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@carebench/protocol'
import { writeAtomically } from '../results/atomic-file.js'
import { readRegularFile } from '../results/regular-file.js'
import type { TrialKey } from '../results/trial-result.js'

/** Maximum number of concurrent trials. */
export const maxConcurrency = 1000

/** A request of another process to an active run. */
export type RunRequest =
  /** `cancel` ends a running trial unscored; `requeue` repeats an unscored one. */
  | ({ readonly kind: 'cancel' | 'requeue' } & TrialKey)
  /** Sets the maximum number of concurrent trials; 0 pauses. */
  | { readonly kind: 'pace'; readonly concurrency: number }
  /** Stops the run if this process still has it; with `now`, running trials are cancelled. */
  | { readonly kind: 'stop'; readonly pid: number; readonly now: boolean }

function requestsFolder(folder: string): string {
  return join(folder, 'requests')
}

/**
 * Sends a request to the process that writes to a folder. That process polls about twice a second, and ignores requests
 * about trials that have a result.
 */
export function requestOfRun(folder: string, request: RunRequest): void {
  mkdirSync(requestsFolder(folder), { recursive: true, mode: 0o700 })
  const file = join(requestsFolder(folder), `${randomBytes(8).toString('hex')}.json`)
  writeAtomically(file, `${JSON.stringify(request)}\n`)
}

/** Limits on reading the folder of requests, which an agent without isolation can fill. */
const requestLimits = { entries: 1000, bytes: 4096 }

/**
 * Takes the requests of other processes from a folder. Never throws or blocks: entries that are not requests, such as
 * pipes or folders, may come from an agent, and are left there.
 */
export function takeRequests(folder: string): readonly RunRequest[] {
  let entries: Dir
  try {
    entries = opendirSync(requestsFolder(folder))
  } catch {
    return []
  }
  try {
    const taken: RunRequest[] = []
    for (let read = 0; read < requestLimits.entries; read++) {
      const entry = entries.readSync()
      if (entry === null) break
      if (entry.isFile() && entry.name.endsWith('.json')) taken.push(...takeRequest(join(entries.path, entry.name)))
    }
    return taken
  } catch {
    return []
  } finally {
    entries.closeSync()
  }
}

function takeRequest(file: string): readonly RunRequest[] {
  try {
    const request = readRequest(readRegularFile(file, requestLimits.bytes))
    return request === undefined ? [] : [request]
  } catch {
    return []
  } finally {
    rmSync(file, { force: true })
  }
}

function readRequest(text: string): RunRequest | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isJsonObject(value)) return undefined
  const { kind, agent, task, trial, concurrency, pid, now } = value
  if (kind === 'pace') {
    const isPace = typeof concurrency === 'number' && Number.isInteger(concurrency)
    return isPace && concurrency >= 0 && concurrency <= maxConcurrency ? { kind, concurrency } : undefined
  }
  if (kind === 'stop') {
    return typeof pid === 'number' && typeof now === 'boolean' ? { kind, pid, now } : undefined
  }
  if (kind !== 'cancel' && kind !== 'requeue') return undefined
  if (typeof agent !== 'string' || typeof task !== 'string' || typeof trial !== 'number') return undefined
  return { kind, agent, task, trial }
}
