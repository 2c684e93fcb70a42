import { type Clock, systemClock } from '@carebench/protocol'

/**
 * Milliseconds between readings of the shared time; in this time, the machine's clock drifts by less than half a
 * millisecond.
 */
const interval = 10_000

/** A clock that follows a shared time, until it is stopped. */
export interface SharedClock {
  readonly clock: Clock
  stop(): void
}

export interface SharedClockOptions {
  /** The clock of the machine. Default: the system clock. */
  readonly own?: Clock
  /** Returns the shared time in the latest response to any request. Default: only `read` gives the shared time. */
  readonly latestKnown?: (() => number) | undefined
}

/**
 * Creates a clock for one of several processes. It follows a time that all of them can read, and uses the machine's own
 * clock between readings. It never goes back. It is never ahead of the shared time, behind it by at most the latency of
 * a reading, and not behind the latest known time. So an event that follows a write of another process has a later
 * time; lists are ordered by these times.
 *
 * @param read - reads the shared time; if a later reading fails, the clock continues as before
 */
export async function createSharedClock(
  read: () => Promise<number>,
  { own = systemClock, latestKnown = () => 0 }: SharedClockOptions = {},
): Promise<SharedClock> {
  // The time was read before the response arrived.
  const difference = async () => (await read()) - own.now()
  let ahead = await difference()
  let latest = 0
  const timer = setInterval(() => {
    difference().then(
      (now) => {
        ahead = now
      },
      () => undefined,
    )
  }, interval)
  timer.unref()
  return {
    clock: {
      now() {
        latest = Math.max(latest, Math.floor(own.now() + ahead), Math.floor(latestKnown()))
        return latest
      },
    },
    stop: () => clearInterval(timer),
  }
}
