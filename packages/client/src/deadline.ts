import { ClientError } from './client-error.js'

/** What may end a call early. */
export interface Deadline {
  /** How the call is named in errors: `GET /benchmarks`. */
  readonly call: string
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
 * Does the work until it is done, the time is over, or the caller's signal aborts. The work gets a signal to end by, and
 * is left behind if it does not heed it. Throws a {@link ClientError} `timeout` or `aborted`.
 */
export async function withDeadline<Value>(
  { call, timeout, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const abortedError = () => new ClientError('aborted', `${call} was aborted.`, { cause: signal?.reason })
  if (signal?.aborted === true) throw abortedError()
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let onAbort: () => void = () => undefined
  const stopped = new Promise<never>((_, reject) => {
    const stop = (error: ClientError) => {
      reject(error)
      controller.abort(error)
    }
    onAbort = () => stop(abortedError())
    if (timeout !== Number.POSITIVE_INFINITY) {
      const late = () => stop(new ClientError('timeout', `${call} got no whole answer within ${timeout} ms.`))
      timer = setTimeout(late, timeout)
    }
  })
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work(controller.signal), stopped])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
