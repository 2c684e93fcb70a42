import { type Clock, systemClock } from '@carebench/protocol'

/** Milliseconds between readings of the shared time: quartz drifts by less than a millisecond meanwhile. */
const interval = 30_000

/** A clock that runs with others, until it is stopped. */
export interface SharedClock {
  readonly clock: Clock
  stop(): void
}

/**
 * A clock for one of several processes: the time that all of them can read, carried on by the machine's own clock between readings. It
 * never goes back. Lists are in the order of this time, so no process may lag behind another by more than a round trip.
 *
 * @param read - reads the shared time; if it fails later on, the clock goes on as before
 */
export async function createSharedClock(read: () => Promise<number>, own: Clock = systemClock): Promise<SharedClock> {
  const difference = async () => {
    const before = own.now()
    const shared = await read()
    return shared - (before + own.now()) / 2
  }
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
        latest = Math.max(latest, Math.round(own.now() + ahead))
        return latest
      },
    },
    stop: () => clearInterval(timer),
  }
}
