import type { Pace } from '../runner/models/providers/pace.js'

/** A clock that advances only to the end of sleeps: the earliest sleeper wakes when nothing else happens. */
export interface ScriptedPace extends Pace {
  /** The milliseconds of all ended sleeps, in order. */
  readonly slept: readonly number[]
  readonly advance: (ms: number) => void
}

interface Sleeper {
  readonly until: number
  readonly ms: number
  readonly wake: () => void
}

/**
 * Creates a pace without real waiting: a sleep ends at once, and advances the clock by its length. Sleeps longer than
 * `longest` never end by themselves, because they are timeouts of requests.
 */
export function scriptedPace(random: () => number = () => 0.5, longest = 200_000): ScriptedPace {
  let now = Date.UTC(2026, 0, 1)
  const slept: number[] = []
  let sleepers: Sleeper[] = []
  const wakeFirst = () => {
    const first = sleepers.toSorted((a, b) => a.until - b.until)[0]
    if (first === undefined) return
    sleepers = sleepers.filter((sleeper) => sleeper !== first)
    now = Math.max(now, first.until)
    slept.push(first.ms)
    first.wake()
  }
  return {
    slept,
    now: () => now,
    random,
    advance: (ms) => {
      now += ms
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper = { until: now + ms, ms, wake: resolve }
        signal?.addEventListener(
          'abort',
          () => {
            sleepers = sleepers.filter((other) => other !== sleeper)
            reject(signal.reason)
          },
          { once: true },
        )
        if (ms > longest) return
        sleepers.push(sleeper)
        setImmediate(wakeFirst)
      }),
  }
}
