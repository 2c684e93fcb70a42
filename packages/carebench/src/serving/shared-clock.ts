import { type Clock, systemClock } from '@carebench/protocol'

/** Milliseconds between readings of the shared time: quartz drifts by less than half a millisecond meanwhile. */
const interval = 10_000

/** A clock that runs with others, until it is stopped. */
export interface SharedClock {
  readonly clock: Clock
  stop(): void
}

export interface SharedClockOptions {
  /** The clock of the machine. Default: that of the system. */
  readonly own?: Clock
  /** The shared time in the latest response to anything. Default: it is only read. */
  readonly latestKnown?: (() => number) | undefined
}

/**
 * Creates a clock for one of several processes. It follows a time that all of them can read, and uses the machine's own
 * clock between readings. It never goes back. It is never ahead of the shared time, behind it by at most the latency of
 * a reading, and not behind the latest known time. So an event in one process after a write of another has the later
 * time, which determines the order of lists.
 *
 * @param read - reads the shared time; if it fails later on, the clock goes on as before
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
