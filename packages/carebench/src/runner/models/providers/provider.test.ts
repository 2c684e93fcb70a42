import type { LanguageModelV3Prompt, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { afterEach, describe, expect, it } from 'vitest'
import { type ModelScript, type ModelServer, providerUrl, startModelServer } from '../../../testing/model-server.js'
import { providerErrors } from '../../../testing/provider-errors.js'
import { readModelFault } from './model-fault.js'
import { listKeyVariables, openModel, parseModelName, readHost } from './provider.js'

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const providers = ['openai', 'anthropic', 'google', 'local'] as const
const prompt: LanguageModelV3Prompt = [
  { role: 'system', content: 'You carry out a task.' },
  { role: 'user', content: [{ type: 'text', text: 'Find her.' }] },
]
const tools = [
  {
    type: 'function' as const,
    name: 'find',
    description: 'Find people.',
    inputSchema: { type: 'object' as const, properties: { name: { type: 'string' as const } } },
  },
]

async function open(provider: string, script: ModelScript) {
  const server = await startModelServer(script)
  servers.push(server)
  const model = await openModel({ provider, model: 'm-1', apiKey: 'key-1', baseUrl: providerUrl(server, provider) })
  return { server, model }
}

it.each(providerErrors)('understands $provider about $what ($status)', async (error) => {
  const { provider, status, json, headers, means, wait, next } = error
  const { model } = await open(provider, () => ({ status, json, ...(headers !== undefined && { headers }) }))
  const thrown: unknown = await model.doGenerate({ prompt, tools }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const fault = readModelFault(thrown, 0)
  expect([fault.ended.kind, fault.ended.reason]).toEqual(means)
  expect([fault.retryAfter, fault.isRetryable, fault.stopsModel]).toEqual([wait, next === 'again', next === 'stop'])
})

describe.each(providers)('a model of %s', (provider) => {
  it('calls tools, gets their results, and responds in text', async () => {
    const { server, model } = await open(provider, ({ turn, results }) =>
      turn === 0
        ? { reasoning: 'First her name.', calls: [{ name: 'find', arguments: { name: 'Ida' } }] }
        : { text: `Found ${results.join()}.` },
    )
    const first = await model.doGenerate({ prompt, tools })
    const call = first.content.find((part) => part.type === 'tool-call')
    expect(call).toMatchObject({ toolName: 'find', input: '{"name":"Ida"}' })
    expect(first.content.find((part) => part.type === 'reasoning')).toMatchObject({ text: 'First her name.' })
    expect(first.usage).toMatchObject({ inputTokens: { total: 100 }, outputTokens: { total: 10 } })
    expect(first.finishReason.unified).toBe('tool-calls')
    const id = call?.toolCallId ?? ''
    const answered: LanguageModelV3Prompt = [
      ...prompt,
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'find', input: { name: 'Ida' } }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: id, toolName: 'find', output: { type: 'text', value: 'p1' } }],
      },
    ]
    const second = await model.doGenerate({ prompt: answered, tools })
    expect(second.content).toMatchObject([{ type: 'text', text: 'Found p1.' }])
    expect(server.requests.map(({ model, turn, tools }) => ({ model, turn, tools }))).toEqual([
      { model: 'm-1', turn: 0, tools: ['find'] },
      { model: 'm-1', turn: 1, tools: ['find'] },
    ])
  })

  it('responds the same in a stream, which other programs request', async () => {
    const usage = { input: 90, output: 9 }
    const { model } = await open(provider, () => ({
      text: 'First her name.',
      calls: [{ name: 'find', arguments: { name: 'Ida' } }],
      usage,
    }))
    const { stream } = await model.doStream({ prompt, tools })
    const parts: LanguageModelV3StreamPart[] = []
    for await (const part of stream) parts.push(part)
    const text = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : [])).join('')
    expect(text).toBe('First her name.')
    expect(parts.find(({ type }) => type === 'tool-call')).toMatchObject({ toolName: 'find', input: '{"name":"Ida"}' })
    expect(parts.find(({ type }) => type === 'finish')).toMatchObject({
      finishReason: { unified: 'tool-calls' },
      usage: { inputTokens: { total: 90 }, outputTokens: { total: 9 } },
    })
  })

  it('reports its usage', async () => {
    const usage = { input: 1000, output: 50, cached: 800, cacheWrite: 0, reasoning: 20 }
    const { model } = await open(provider, () => ({ text: 'Yes.', usage }))
    const { usage: read } = await model.doGenerate({ prompt })
    expect(read.inputTokens).toMatchObject({ total: 1000, cacheRead: 800 })
    expect(read.outputTokens.total).toBe(50)
  })

  it.each([
    [{ status: 429, headers: { 'retry-after': '7' } }, 'rate_limit'],
    [{ status: 503 }, 'provider_5xx'],
    [{ status: 401 }, 'auth'],
    [{ status: 404 }, 'model_not_found'],
    [{ status: 400, message: 'Invalid schema.' }, 'bad_request'],
    [{ status: 400, message: 'prompt is too long: 9 tokens > 8 maximum' }, 'context_window'],
    [{ cut: 'connection' } as const, 'network'],
    [{ cut: 'body' } as const, 'network'],
    [{ raw: '<html>busy</html>' }, 'provider_5xx'],
    [{ raw: '{"unexpected":true}' }, 'provider_5xx'],
  ])('reads %o as %s', async (answer, reason) => {
    const { model } = await open(provider, () => answer)
    const error = await Promise.resolve(model.doGenerate({ prompt, tools })).then(
      (result) => result,
      (thrown: unknown) => thrown,
    )
    const fault = readModelFault(error, 0)
    expect(fault.ended.reason).toBe(reason)
    if (reason === 'rate_limit') expect(fault.retryAfter).toBe(7000)
  })

  it.each(['refusal', 'content_filter', 'length'] as const)('reports how a response ended: %s', async (ends) => {
    const { model } = await open(provider, () => ({ ends, text: 'I cannot' }))
    const { finishReason } = await model.doGenerate({ prompt })
    expect(finishReason.unified).toBe(ends === 'length' ? 'length' : 'content-filter')
  })

  it('sends the key as its provider expects it', async () => {
    const { server, model } = await open(provider, () => ({ text: 'Yes.' }))
    await model.doGenerate({ prompt })
    const { headers } = server.requests[0] ?? {}
    expect([headers?.authorization, headers?.['x-api-key'], headers?.['x-goog-api-key']].join('')).toMatch(
      /^(Bearer )?key-1$/,
    )
  })
})

it('accepts responses without usage', async () => {
  for (const provider of ['openai', 'google', 'local']) {
    const { model } = await open(provider, () => ({ text: 'Yes.', usage: null }))
    const { usage } = await model.doGenerate({ prompt })
    expect([provider, usage.inputTokens.total, usage.outputTokens.total]).toEqual([provider, undefined, undefined])
  }
})

describe('openModel', () => {
  it.each([
    [{ provider: 'nobody', model: 'm' }, /Unknown provider "nobody"/],
    [{ provider: 'openai', model: 'm' }, /Set OPENAI_API_KEY/],
    [{ provider: 'google', model: 'm' }, /Set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY/],
    [{ provider: 'local', model: 'm', baseUrl: 'localhost:8000' }, /Expected the base URL/],
  ])('refuses %o', async (address, message) => {
    await expect(openModel(address)).rejects.toThrow(message)
  })
})

describe('parseModelName', () => {
  it('splits at the first slash', () => {
    expect(parseModelName('local/org/model-7b')).toEqual({ provider: 'local', model: 'org/model-7b' })
  })

  it.each(['gpt', '/m', 'openai/', ''])('refuses %o', (name) => {
    expect(() => parseModelName(name)).toThrow('Expected a model as <provider>/<model>')
  })
})

it.each([
  [{ provider: 'openai' }, 'api.openai.com'],
  [{ provider: 'openai', baseUrl: 'http://127.0.0.1:8000/v1' }, '127.0.0.1:8000'],
  [{ provider: 'local' }, null],
])('the host of %o is %s', (address, host) => {
  expect(readHost(address)).toBe(host)
})

it('reads keys from the variables of the provider', () => {
  expect(listKeyVariables('anthropic')).toEqual(['ANTHROPIC_API_KEY'])
  expect(listKeyVariables('my-vllm')).toEqual(['MY_VLLM_API_KEY'])
})
