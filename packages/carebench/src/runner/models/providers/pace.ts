/** The clock and the chance of whatever waits for a provider. */
export interface Pace {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Resolves after that time; rejects with the reason of the signal when it is aborted. */
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
