import type { TaskSession } from '@carebench/client'
import { readIfThere } from './handbook.js'

/** How long to wait for a file, in seconds. */
export interface Patience {
  /** Seconds between two checks. */
  readonly every: number
  readonly atMost: number
}

/** Reads a file of the file exchange as soon as it is there; throws an Error if it does not come. */
export async function awaitFile(session: TaskSession, path: string, { every, atMost }: Patience): Promise<string> {
  for (let waited = 0; ; waited += every) {
    const text = await readIfThere(session, path)
    if (text !== undefined) return text
    if (waited >= atMost) throw new Error(`Expected ${path} within ${atMost / 60} minutes, it has not come.`)
    await session.wait({ seconds: every })
  }
}

/** Waits until a time, RFC 3339; does not wait if the time is past. */
export async function waitUntil(session: TaskSession, time: string): Promise<void> {
  const { now } = await session.clock()
  const seconds = Math.ceil((Date.parse(time) - Date.parse(now)) / 1000)
  if (seconds > 0) await session.wait({ seconds })
}
