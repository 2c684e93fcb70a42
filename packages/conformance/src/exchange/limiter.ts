/** Limits the number of concurrent requests and the rate of requests. */
export interface Limiter {
  run<T>(work: () => Promise<T>): Promise<T>
}

export interface LimiterOptions {
  /** At least 1. */
  readonly inFlight: number
  /** Infinity: no limit. */
  readonly perSecond: number
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** Throws a RangeError for a limit that permits no requests. */
export function createLimiter({ inFlight, perSecond, now, sleep }: LimiterOptions): Limiter {
  if (!Number.isInteger(inFlight) || inFlight < 1) {
    throw new RangeError(`Requests in flight must be an integer of at least 1, got ${inFlight}.`)
  }
  if (!(perSecond > 0)) throw new RangeError(`Requests per second must be a number above 0, got ${perSecond}.`)
  const gap = 1000 / perSecond
  const waiting: (() => void)[] = []
  let running = 0
  let nextAt = 0
  const enter = async (): Promise<void> => {
    if (running >= inFlight) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    if (gap === 0) return
    const start = Math.max(now(), nextAt)
    nextAt = start + gap
    const wait = start - now()
    if (wait > 0) await sleep(wait)
  }
  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
