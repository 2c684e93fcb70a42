import { ClientError } from './client-error.js'
import { Stop } from './stop.js'

/** What may end a call early. */
export interface Deadline {
  /** How the call is named in errors: `GET /benchmarks`. */
  call(): string
  /** Milliseconds, or Infinity. */
  readonly timeout: number
  readonly signal: AbortSignal | undefined
}

const longestTimer = 2 ** 31 - 1

/** The milliseconds of a timeout option. Throws a RangeError for what no timer can do. */
export function readTimeout(timeout: number): number {
  if (timeout === Number.POSITIVE_INFINITY || (timeout > 0 && timeout <= longestTimer)) return timeout
  throw new RangeError(`timeout must be milliseconds above 0 up to ${longestTimer}, or Infinity; got ${timeout}.`)
}

/**
 * Does the work until it is done, the time is over, or the caller's signal aborts. The work gets what tells it
 * to end, and is left behind if it does not heed it. Rejects with a {@link ClientError} `timeout` or `aborted`.
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
    const onTime = () => end(new ClientError('timeout', `${call()} got no whole answer within ${timeout} ms.`))
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
