import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import type { Release } from '../agent.js'
import { ModelFault, readModelFault } from './model-fault.js'
import type { Pace } from './pace.js'
import type { ProviderLimiter } from './provider-limiter.js'

export interface AskOptions {
  readonly model: LanguageModelV3
  readonly limiter: ProviderLimiter
  readonly pace: Pace
  /** Milliseconds in which a failed request is repeated, from its first failure. */
  readonly retryWindow: number
  /** Milliseconds without a response after which a request counts as failed. */
  readonly stall: number
  /** The trial ended: nothing is asked any more. */
  readonly signal: AbortSignal
  /** A connection that is held already, for the first try. */
  readonly reserved?: Release | undefined
  /** Time that passed without a working request, as it passes. */
  readonly onThrottled: (ms: number) => void
}

export interface Answer {
  readonly result: LanguageModelV3GenerateResult
  /** Milliseconds of the request that was answered. */
  readonly ms: number
}

const firstDelay = 1000
const longestDelay = 60_000
const sameFaults = 3

/**
 * Asks a model once, with a connection of its provider. Rate limits and failures are repeated after a random part of a delay
 * that doubles, never earlier than the provider asks for, until the window is over. A failure with the same text three times
 * in a row is not repeated, unless the provider says that it is temporary: it would fail for ever.
 *
 * @throws {ModelFault} if there is no answer
 * @throws the reason of `signal` when it is aborted
 */
export async function askModel(
  { model, limiter, pace, retryWindow, stall, signal, reserved, onThrottled }: AskOptions,
  request: LanguageModelV3CallOptions,
): Promise<Answer> {
  let firstFault: number | undefined
  const seen = { text: '', times: 0 }
  for (let tries = 0; ; tries++) {
    const asked = pace.now()
    const release = (tries === 0 ? reserved : undefined) ?? (await limiter.acquire(signal, retryWindow))
    let fault: ModelFault
    const began = pace.now()
    try {
      if (began > asked) onThrottled(began - asked)
      const result = await withStall(pace, stall, signal, (abortSignal) =>
        model.doGenerate({ ...request, abortSignal }),
      )
      limiter.succeeded()
      return { result, ms: pace.now() - began }
    } catch (error) {
      signal.throwIfAborted()
      fault = readModelFault(error, pace.now())
      if (fault.ended.reason === 'rate_limit') limiter.rateLimited(fault.retryAfter)
      else limiter.failed()
    } finally {
      release()
    }
    if (fault.stopsProvider) limiter.stop(fault)
    const now = pace.now()
    firstFault ??= began
    const isSame = fault.message === seen.text
    seen.text = fault.message
    seen.times = fault.isTemporary ? 0 : isSame ? seen.times + 1 : 1
    const jittered = pace.random() * Math.min(longestDelay, firstDelay * 2 ** tries)
    const delay = Math.max(jittered, fault.retryAfter ?? 0)
    onThrottled(now - began)
    if (!fault.isRetryable || seen.times >= sameFaults || now + delay - firstFault > retryWindow) throw fault
    await pace.sleep(delay, signal)
    onThrottled(delay)
  }
}

async function withStall<T>(
  pace: Pace,
  stall: number,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => PromiseLike<T>,
): Promise<T> {
  const request = new AbortController()
  const timer = new AbortController()
  const stop = () => request.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const late = pace.sleep(stall, timer.signal).then(
    () => {
      const message = `The provider did not answer within ${stall / 1000} seconds.`
      const fault = new ModelFault({ kind: 'infra', reason: 'network', message }, { isRetryable: true })
      request.abort(fault)
      throw fault
    },
    () => new Promise<never>(() => undefined),
  )
  const stopped = new Promise<never>((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
  })
  stopped.catch(() => undefined)
  late.catch(() => undefined)
  try {
    return await Promise.race([ask(request.signal), late, stopped])
  } finally {
    timer.abort()
    signal.removeEventListener('abort', stop)
  }
}
