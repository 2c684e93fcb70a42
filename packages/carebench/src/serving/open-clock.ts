import { type Clock, createManualClock } from '@carebench/protocol'
import { assertSystemClock, openStoredClock, type TestingClock, WrongClockError } from '@carebench/service'
import type { LastingStore } from '@carebench/store/sql'
import { UsageError } from '../terminal/exit-reason.js'
import type { Settings } from './settings.js'
import { createSharedClock } from './shared-clock.js'

/** The clock of a server: `manual` or `running`, or neither for the clock of the machine. */
export interface ServerClock {
  /** Stands still until callers advance it. */
  readonly manual?: TestingClock
  /** The shared clock of all processes on a store. */
  readonly running?: Clock
  stop(): void
}

/**
 * Opens the clock of a server, with a persistent store or without. Throws a {@link UsageError} if the stored data has
 * times of the other kind of clock.
 */
export async function openClock(kind: Settings['clock'], store: LastingStore | undefined): Promise<ServerClock> {
  const stop = () => {}
  if (store === undefined) return kind === 'manual' ? { manual: createManualClock(), stop } : { stop }
  try {
    if (kind === 'manual') return { manual: await store.exclusively(() => openStoredClock(store)), stop }
    await assertSystemClock(store)
  } catch (error) {
    if (error instanceof WrongClockError) throw new UsageError(`clock: ${error.message}`, { cause: error })
    throw error
  }
  // Only processes that share a store need a shared time.
  if (store.latest === undefined) return { stop }
  const { clock, ...shared } = await createSharedClock(() => store.now(), {
    latestKnown: () => store.latest?.().time ?? 0,
  })
  return { running: clock, stop: shared.stop }
}
