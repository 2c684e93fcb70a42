import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import type { Release } from '../agent.js'
import { type EndReason, isProviderEnd, readEndReason } from './answer-end.js'
import { ModelRequestError, readModelFault } from './providers/model-fault.js'
import type { Pace } from './providers/pace.js'
import type { ProviderLimiter } from './providers/provider-limiter.js'
import type { OwnAnswer, OwnMessage } from './wire/dialect.js'
import { exchanges } from './wire/exchange.js'

export interface AskOptions {
  readonly model: LanguageModelV3
  readonly limiter: ProviderLimiter
  readonly pace: Pace
  /** How long a failed request is retried, in milliseconds from its first failure. */
  readonly retryWindow: number
  /** Milliseconds without data after which a request counts as failed. */
  readonly stall: number
  /** Aborted when the trial ends; no request is sent after that. */
  readonly signal: AbortSignal
  /** An already reserved connection, for the first try. */
  readonly reserved?: Release | undefined
  /** Called with time that passes without a working request. */
  readonly onThrottled: (ms: number) => void
  /** Called when a part of the response has arrived. */
  readonly onPart?: () => void
}

export interface Answer {
  readonly result: LanguageModelV3GenerateResult
  readonly reason: EndReason
  /** The message as the provider wrote it; absent if the connection does not know the provider's interface. */
  readonly own?: OwnMessage
  /** The duration of the successful request in milliseconds. */
  readonly ms: number
}

const firstDelay = 1000
const maxDelayMs = 60_000
const sameFaults = 3

/**
 * Asks a model once, with one of its connections. Rate limits and failures are retried with jittered exponential
 * backoff, never earlier than the provider asks, until the retry window is over. A failure with the same text three
 * times in a row is permanent and not retried, unless the provider says that it is temporary.
 *
 * @param own the messages for the placeholders in the prompt
 * @throws {ModelRequestError} if there is no answer
 * @throws the reason of `signal` when it is aborted
 */
export async function askModel(
  { model, limiter, pace, retryWindow, stall, signal, reserved, onThrottled, onPart }: AskOptions,
  request: LanguageModelV3CallOptions,
  own: readonly OwnMessage[] = [],
): Promise<Answer> {
  let firstFault: number | undefined
  const seen = { text: '', times: 0 }
  for (let tries = 0; ; tries++) {
    const asked = pace.now()
    const release = (tries === 0 ? reserved : undefined) ?? (await limiter.acquire(signal, retryWindow))
    let fault: ModelRequestError
    const began = pace.now()
    try {
      if (began > asked) onThrottled(began - asked)
      let answer: OwnAnswer | undefined
      const onAnswer = (one: OwnAnswer) => {
        answer = one
      }
      const result = await withStall(pace, stall, signal, (abortSignal, onProgress) =>
        exchanges.run({ own, onProgress: noticing(onProgress, onPart), onAnswer }, () =>
          model.doGenerate({ ...request, abortSignal }),
        ),
      )
      const reason = readEndReason(result, answer)
      if (isProviderEnd(reason)) throw endedByProvider(reason)
      limiter.succeeded()
      return { result, reason, ms: pace.now() - began, ...(answer && { own: answer.message }) }
    } catch (error) {
      signal.throwIfAborted()
      fault = readModelFault(error, pace.now())
      if (fault.ended.reason === 'rate_limit') limiter.rateLimited(fault.retryAfter)
      else limiter.failed()
    } finally {
      release()
    }
    if (fault.stopsModel) limiter.stop(fault)
    const now = pace.now()
    firstFault ??= began
    const isSame = fault.message === seen.text
    seen.text = fault.message
    seen.times = fault.isTemporary ? 0 : isSame ? seen.times + 1 : 1
    const jittered = pace.random() * Math.min(maxDelayMs, firstDelay * 2 ** tries)
    const delay = Math.max(jittered, fault.retryAfter ?? 0)
    onThrottled(now - began)
    if (!fault.isRetryable || seen.times >= sameFaults || now + delay - firstFault > retryWindow) throw fault
    await pace.sleep(delay, signal)
    onThrottled(delay)
  }
}

function noticing(onProgress: () => void, onPart: (() => void) | undefined): () => void {
  return () => {
    onProgress()
    onPart?.()
  }
}

function endedByProvider({ raw }: EndReason): ModelRequestError {
  const message = `The provider ended the answer: ${raw}`
  return new ModelRequestError({ kind: 'infra', reason: 'provider_5xx', message }, { isRetryable: true })
}

async function withStall<T>(
  pace: Pace,
  stall: number,
  signal: AbortSignal,
  ask: (signal: AbortSignal, onProgress: () => void) => PromiseLike<T>,
): Promise<T> {
  const request = new AbortController()
  const timer = new AbortController()
  const stop = () => request.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  let progressed = pace.now()
  const late = (async () => {
    for (let left = stall; left > 0; left = progressed + stall - pace.now()) await pace.sleep(left, timer.signal)
    const message = `The provider did not answer within ${stall / 1000} seconds.`
    const fault = new ModelRequestError({ kind: 'infra', reason: 'network', message }, { isRetryable: true })
    request.abort(fault)
    throw fault
  })().catch((error: unknown) => (timer.signal.aborted ? new Promise<never>(() => undefined) : Promise.reject(error)))
  const onProgress = () => {
    progressed = pace.now()
  }
  const stopped = new Promise<never>((_, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
  })
  stopped.catch(() => undefined)
  late.catch(() => undefined)
  try {
    return await Promise.race([ask(request.signal, onProgress), late, stopped])
  } finally {
    timer.abort()
    signal.removeEventListener('abort', stop)
  }
}
