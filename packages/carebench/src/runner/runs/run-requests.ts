import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject } from '@carebench/protocol'
import { writeAtomically } from '../results/atomic-file.js'
import type { TrialKey } from '../results/trial-result.js'

/** What another process asks of a run about a trial that is at work. */
export interface RunRequest extends TrialKey {
  /** `cancel` leaves the trial unscored; `requeue` begins it anew. */
  readonly kind: 'cancel' | 'requeue'
}

function folderOf(folder: string): string {
  return join(folder, 'requests')
}

/** Asks the process that writes to a folder. It looks about twice a second, and ignores trials that are not at work. */
export function requestOfRun(folder: string, { kind, agent, task, trial }: RunRequest): void {
  mkdirSync(folderOf(folder), { recursive: true, mode: 0o700 })
  const file = join(folderOf(folder), `${randomBytes(8).toString('hex')}.json`)
  writeAtomically(file, `${JSON.stringify({ kind, agent, task, trial })}\n`)
}

/** Takes the requests of other processes out of a folder. */
export function takeRequests(folder: string): readonly RunRequest[] {
  if (!existsSync(folderOf(folder))) return []
  const names = readdirSync(folderOf(folder)).filter((name) => name.endsWith('.json'))
  return names.flatMap((name) => {
    const file = join(folderOf(folder), name)
    const request = readRequest(readFileSync(file, 'utf8'))
    rmSync(file, { force: true })
    return request ?? []
  })
}

function readRequest(text: string): RunRequest | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isJsonObject(value)) return undefined
  const { kind, agent, task, trial } = value
  if (kind !== 'cancel' && kind !== 'requeue') return undefined
  if (typeof agent !== 'string' || typeof task !== 'string' || typeof trial !== 'number') return undefined
  return { kind, agent, task, trial }
}
