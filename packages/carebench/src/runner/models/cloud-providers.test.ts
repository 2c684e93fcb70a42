import type { LanguageModelV3Prompt } from '@ai-sdk/provider'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../testing/model-dialect.js'
import { serializeStream } from '../../testing/model-stream.js'
import { openModel } from './providers/provider.js'

const prompt: LanguageModelV3Prompt = [{ role: 'user', content: [{ type: 'text', text: 'Find her.' }] }]
const tools = [{ type: 'function' as const, name: 'find', inputSchema: { type: 'object' as const } }]
const speech = { text: 'Yes.', calls: [{ name: 'find', arguments: { name: 'Ida' } }] }

interface Sent {
  readonly url: string
  readonly headers: Headers
  readonly body: JsonObject
}

/** Responds in a dialect, as a stream if requested. */
function speaking(dialect: string, sent: Sent[]): typeof fetch {
  return async (url, init) => {
    const body: unknown = JSON.parse(String(init?.body))
    if (!isJsonObject(body)) throw new TypeError('The body is no object.')
    sent.push({ url: String(url), headers: new Headers(init?.headers), body })
    const known = dialects.find(({ name }) => name === dialect)
    if (known === undefined) throw new TypeError(`There is no dialect ${dialect}.`)
    const headers = { 'content-type': 'text/event-stream' }
    return new Response(serializeStream(known, known.write(speech, 'm-1', '1')), { headers })
  }
}

describe('models of a cloud', () => {
  it.each([
    [
      'azure',
      'm-1',
      { resource: 'clinic', api_version: '2026-01-01' },
      'responses',
      /^https:\/\/clinic\.openai\.azure\.com\/openai\/v1\/responses\?api-version=2026-01-01$/,
    ],
    [
      'vertex',
      'gemini-x',
      {},
      'gemini',
      /aiplatform\.googleapis\.com.*\/models\/gemini-x:streamGenerateContent\?.*alt=sse/,
    ],
  ] as const)(
    'of %s are asked at their address, and call tools',
    async (provider, model, settings, dialect, address) => {
      const sent: Sent[] = []
      const fetch = speaking(dialect, sent)
      const opened = await openModel({ provider, model, apiKey: 'key-1', settings, fetch })
      const { content, finishReason, usage } = await opened.doGenerate({ prompt, tools })
      expect(content).toMatchObject([{ text: 'Yes.' }, { toolName: 'find', input: '{"name":"Ida"}' }])
      expect([finishReason.unified, usage.inputTokens.total]).toEqual(['tool-calls', 100])
      expect(sent[0]?.url).toMatch(address)
      expect(JSON.stringify([...(sent[0]?.headers ?? []), sent[0]?.url])).toContain('key-1')
    },
  )

  it('use the interface of their vendor on vertex', async () => {
    const sent: Sent[] = []
    const place = { settings: { project: 'p', location: 'eu' }, baseUrl: 'http://127.0.0.1/models' }
    const opened = await openModel({
      provider: 'vertex',
      model: 'claude-x',
      ...place,
      fetch: speaking('messages', sent),
    })
    expect(opened.provider).toBe('vertex.anthropic.messages')
  })

  it.each([
    [
      { provider: 'azure', model: 'm', apiKey: 'k', settings: { region: 'eu' } },
      /Unknown setting region of the provider azure, which takes resource, api_version/,
    ],
    [
      { provider: 'openai', model: 'm', apiKey: 'k', settings: { region: 'eu' } },
      /openai, which takes no such settings/,
    ],
    [{ provider: 'azure', model: 'm' }, /Set AZURE_API_KEY/],
    [{ provider: 'vertex', model: 'm' }, /Models of vertex need a setting: .*project/i],
  ])('are rejected without required settings: %o', async (address, message) => {
    await expect(openModel(address)).rejects.toThrow(message)
  })
})
