import { describe, expect, it } from 'vitest'
import type { ModelSettings } from './model-settings.js'
import { openModel } from './provider.js'
import { ProviderOptionError, writeProviderOptions } from './provider-options.js'
import { readSentSettings, warningsAbout } from './sent-settings.js'

async function read(provider: string, name: string, settings: ModelSettings) {
  const fetch = () => Promise.reject(new Error('Nothing may be sent.'))
  const address = { provider, model: name, apiKey: 'key', baseUrl: 'http://127.0.0.1/v1', fetch }
  return readSentSettings(await openModel(address), provider, settings)
}

describe('readSentSettings', () => {
  it.each<[string, string, ModelSettings, object, readonly string[]]>([
    [
      'openai',
      'gpt-4o',
      { temperature: 0, maxOutputTokens: 100 },
      { temperature: 0, max_output_tokens: 100, store: false },
      [],
    ],
    [
      'openai',
      'gpt-5',
      { temperature: 0.5, seed: 7, reasoningEffort: 'low' },
      { reasoning: { effort: 'low' }, store: false },
      ['temperature', 'seed'],
    ],
    ['openai', 'gpt-4o', { reasoningEffort: 'low' }, { store: false }, ['reasoningEffort']],
    [
      'anthropic',
      'claude-x',
      { temperature: 1.5, seed: 7 },
      { max_tokens: expect.any(Number) },
      ['temperature', 'seed'],
    ],
    [
      'anthropic',
      'claude-sonnet-4-5',
      { maxOutputTokens: 4096, thinking: 2000 },
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      [],
    ],
    [
      'google',
      'gemini-2.5-flash',
      { temperature: 0.5, thinking: 512 },
      { generationConfig: { temperature: 0.5, thinkingConfig: { thinkingBudget: 512 } } },
      [],
    ],
    [
      'local',
      'm',
      { seed: 7, thinking: false, providerOptions: { top_k: 20 } },
      { seed: 7, top_k: 20, chat_template_kwargs: { enable_thinking: false } },
      [],
    ],
  ])('returns the settings sent to %s/%s for %o', async (provider, name, settings, sent, dropped) => {
    const { sent: found, dropped: left } = await read(provider, name, settings)
    expect(found).toMatchObject(sent)
    expect(left).toEqual(dropped)
    for (const member of ['messages', 'input', 'contents', 'model']) expect(found).not.toHaveProperty(member)
  })
})

it('returns only warnings about settings of the user', () => {
  const warning = { type: 'unsupported', feature: 'temperature', details: 'no temperature' } as const
  expect(warningsAbout({ temperature: 0 }, [warning])).toEqual(['no temperature'])
  expect(warningsAbout({ seed: 1 }, [warning, { type: 'other', message: 'seed' }])).toEqual([])
})

it('rejects a setting that a provider does not have', () => {
  expect(() => writeProviderOptions('openai', { thinking: true })).toThrow(ProviderOptionError)
  expect(() => writeProviderOptions('local', { thinking: 100 })).toThrow('options.thinking_budget=100')
})
