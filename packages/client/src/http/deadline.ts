import { ClientError } from './client-error.js'
import { Stop } from './stop.js'

/** Options that may end a call early. */
export interface Deadline {
  /** The name of the call in errors: `GET /benchmarks`. */
  call(): string
  /** Milliseconds, or Infinity. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
}

const maxTimerMs = 2 ** 31 - 1

/**
 * Validates a timeout option and returns its milliseconds. Throws a RangeError for a value that timers do not support.
 */
export function readTimeout(timeout: number): number {
  if (timeout === Number.POSITIVE_INFINITY || (timeout > 0 && timeout <= maxTimerMs)) return timeout
  throw new RangeError(`timeout must be milliseconds above 0 up to ${maxTimerMs}, or Infinity; got ${timeout}.`)
}

/**
 * Runs the work until it is done, the timeout has passed, or the caller's signal aborts. The work gets a {@link Stop};
 * if it does not react, its result is ignored. Rejects with a {@link ClientError} `timeout` or `aborted`.
 */
export function withDeadline<Value>(
  { call, timeout, signal }: Deadline,
  work: (stop: Stop) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abortedError = () => new ClientError('aborted', `${call()} was aborted.`, { cause: signal?.reason })
    if (signal?.aborted === true) {
      reject(abortedError())
      return
    }
    const stop = new Stop()
    const end = (error: ClientError) => {
      reject(error)
      stop.abort(error)
    }
    const onAbort = () => end(abortedError())
    const onTime = () => end(new ClientError('timeout', `${call()} got no complete response within ${timeout} ms.`))
    const timer = timeout === Number.POSITIVE_INFINITY ? undefined : setTimeout(onTime, timeout)
    const release = () => {
      if (timer !== undefined) clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    work(stop).then(
      (value) => {
        release()
        resolve(value)
      },
      (error) => {
        release()
        reject(error)
      },
    )
  })
}
