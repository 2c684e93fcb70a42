/** The clock and the random source for waiting for a provider. */
export interface Pace {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Resolves after the time; rejects with the signal's reason when it aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** At least 0, less than 1. */
  readonly random: () => number
}

/** The clock of the machine. */
export const realPace: Pace = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = setTimeout(end, ms)
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      function end() {
        signal?.removeEventListener('abort', stop)
        resolve()
      }
      signal?.addEventListener('abort', stop, { once: true })
    }),
}
