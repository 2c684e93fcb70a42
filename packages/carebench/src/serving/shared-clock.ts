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
 * A clock for one of several processes: the time that all of them can read, carried on by the machine's own clock
 * between readings. It never goes back. It is behind the shared time by the way of a reading at most, never ahead of
 * it, and not behind the latest known time: so what begins in one process after something was stored by another has
 * the later time, in which lists are ordered.
 *
 * @param read - reads the shared time; if it fails later on, the clock goes on as before
 */
export async function createSharedClock(
  read: () => Promise<number>,
  { own = systemClock, latestKnown = () => 0 }: SharedClockOptions = {},
): Promise<SharedClock> {
  // It was read before its answer arrived.
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
