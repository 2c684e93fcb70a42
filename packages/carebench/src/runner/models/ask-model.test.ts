import { APICallError, type LanguageModelV3GenerateResult } from '@ai-sdk/provider'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { scriptedPace } from '../../testing/scripted-pace.js'
import { TrialStopError } from '../ended.js'
import { askModel } from './ask-model.js'
import { ProviderLimiter } from './providers/provider-limiter.js'
import { exchanges } from './wire/exchange.js'

const answer: LanguageModelV3GenerateResult = {
  content: [{ type: 'text', text: 'Hello.' }],
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
}

function refusal(statusCode: number, message = `Status ${statusCode}.`, responseHeaders: Record<string, string> = {}) {
  return new APICallError({ message, statusCode, responseHeaders, url: 'http://127.0.0.1/v1', requestBodyValues: {} })
}

/** Asks a model that fails with these errors, one after another, and then answers. */
function ask(
  failures: readonly unknown[],
  options: { readonly retryWindow?: number; readonly signal?: AbortSignal } = {},
) {
  const pace = scriptedPace()
  const { retryWindow = 600_000, signal = new AbortController().signal } = options
  const limiter = new ProviderLimiter({ pace })
  let tries = 0
  let throttled = 0
  const model = new MockLanguageModelV3({
    doGenerate: async () => {
      const failure = failures[tries++]
      if (failure !== undefined) throw failure
      return answer
    },
  })
  const onThrottled = (ms: number) => {
    throttled += ms
  }
  const asked = askModel({ model, limiter, pace, retryWindow, stall: 300_000, signal, onThrottled }, { prompt: [] })
  return { asked, pace, limiter, tries: () => tries, throttled: () => throttled }
}

describe('askModel', () => {
  it('retries after rate limits until the window ends, and lowers the limit once', async () => {
    const run = ask(Array.from({ length: 5 }, () => refusal(429)))
    expect((await run.asked).result).toBe(answer)
    expect(run.tries()).toBe(6)
    expect(run.limiter.limit).toBe(3)
    expect(run.pace.slept).toEqual([500, 1000, 2000, 4000, 8000])
    expect(run.throttled()).toBe(run.pace.slept.reduce((sum, ms) => sum + ms))
  })

  it('waits as long as the provider asks', async () => {
    const run = ask([refusal(429, 'Slow down.', { 'retry-after': '90' })])
    await run.asked
    expect(run.pace.slept).toEqual([90_000])
  })

  it('gives up if the next retry would be after the window', async () => {
    const run = ask([refusal(429, 'Tomorrow.', { 'retry-after': '86400' })])
    await expect(run.asked).rejects.toMatchObject({ ended: { kind: 'infra', reason: 'rate_limit' } })
    expect(run.tries()).toBe(1)
    // No other request waits that long either.
    const message = expect.stringContaining('takes no request for 86400 seconds')
    await expect(run.limiter.acquire(undefined, 600_000)).rejects.toMatchObject({ ended: { message } })
  })

  it('retries after a provider error without lowering the limit', async () => {
    const run = ask([refusal(503), refusal(500), refusal(529), refusal(503), refusal(503)])
    await run.asked
    expect(run.tries()).toBe(6)
    expect(run.limiter.limit).toBe(4)
  })

  it('treats an error that occurs three times as permanent', async () => {
    const run = ask(Array.from({ length: 9 }, () => refusal(500, 'Division by zero.')))
    await expect(run.asked).rejects.toMatchObject({ ended: { kind: 'infra', reason: 'provider_5xx' } })
    expect(run.tries()).toBe(3)
  })

  it('retries after a lost connection', async () => {
    const run = ask([new TypeError('fetch failed', { cause: new Error('ECONNRESET') })])
    await run.asked
    expect(run.tries()).toBe(2)
  })

  it.each([
    [401, 'auth'],
    [402, 'quota'],
  ])('stops all requests of the model with its key on %i', async (status, reason) => {
    const run = ask([refusal(status)])
    await expect(run.asked).rejects.toMatchObject({ ended: { kind: 'infra', reason } })
    await expect(run.limiter.acquire()).rejects.toMatchObject({ ended: { reason } })
    expect(run.tries()).toBe(1)
  })

  it('leaves other models of the provider alone if one does not exist', async () => {
    const run = ask([refusal(404)])
    await expect(run.asked).rejects.toMatchObject({ ended: { kind: 'infra', reason: 'model_not_found' } })
    ;(await run.limiter.acquire())()
  })

  it('uses an already reserved connection for the first try', async () => {
    const pace = scriptedPace()
    const limiter = new ProviderLimiter({ pace, connections: 1 })
    const reserved = await limiter.acquire()
    const failures: unknown[] = [refusal(503)]
    const model = new MockLanguageModelV3({
      doGenerate: async () => {
        const failure = failures.pop()
        if (failure !== undefined) throw failure
        return answer
      },
    })
    const signal = new AbortController().signal
    const options = { model, limiter, pace, retryWindow: 600_000, stall: 300_000, signal, reserved }
    expect((await askModel({ ...options, onThrottled: () => undefined }, { prompt: [] })).result).toBe(answer)
    expect(limiter.active).toBe(0)
  })

  it('does not retry for a trial that has ended', async () => {
    const trial = new AbortController()
    const stop = new TrialStopError({ kind: 'limit', reason: 'timeout' })
    trial.abort(stop)
    const run = ask([], { signal: trial.signal })
    await expect(run.asked).rejects.toBe(stop)
    expect(run.tries()).toBe(0)
  })

  it('ends a request without a response', async () => {
    const pace = scriptedPace()
    const limiter = new ProviderLimiter({ pace })
    let aborted = 0
    const model = new MockLanguageModelV3({
      doGenerate: ({ abortSignal }) =>
        new Promise((_, reject) => {
          abortSignal?.addEventListener('abort', () => {
            aborted++
            reject(abortSignal.reason)
          })
        }),
    })
    const signal = new AbortController().signal
    const options = { model, limiter, pace, retryWindow: 600_000, stall: 60_000, signal, onThrottled: () => undefined }
    await expect(askModel(options, { prompt: [] })).rejects.toMatchObject({
      ended: { kind: 'infra', reason: 'network', message: 'The provider did not answer within 60 seconds.' },
    })
    expect(aborted).toBe(3)
    expect(limiter.active).toBe(0)
  })

  it('waits for a response as long as parts of it arrive', async () => {
    const pace = scriptedPace()
    const limiter = new ProviderLimiter({ pace })
    const model = new MockLanguageModelV3({
      doGenerate: async () => {
        for (let part = 0; part < 5; part++) {
          await pace.sleep(50_000)
          exchanges.getStore()?.onProgress()
        }
        return answer
      },
    })
    const signal = new AbortController().signal
    const options = { model, limiter, pace, retryWindow: 0, stall: 60_000, signal, onThrottled: () => undefined }
    expect(await askModel(options, { prompt: [] })).toMatchObject({ result: answer, ms: 250_000 })
  })
})
