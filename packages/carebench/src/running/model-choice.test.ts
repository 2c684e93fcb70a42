import { describe, expect, it } from 'vitest'
import { createChosenModels } from './chosen-models.js'
import { readOwnSettings } from './model-choice.js'
import { parseModelChoice, parseSet } from './model-words.js'

const environment = { OPENAI_API_KEY: 'key-of-the-provider' }

describe('settings of one model', () => {
  it('are read from --set and from a run file alike', () => {
    const options = [
      'base_url=http://127.0.0.1:1/v1',
      'temperature=0.2',
      'price.input=3',
      'price.output=15',
      'options.thinking.type=enabled',
      'thinking=2000',
      'context_window=32768',
      'api_version=2024',
    ]
    const set = options.map((option) => parseSet(option, 0))
    const choice = parseModelChoice(
      JSON.stringify({
        model: 'local/a',
        base_url: 'http://127.0.0.1:1/v1',
        temperature: 0.2,
        price: { input: 3, output: 15 },
        options: { thinking: { type: 'enabled' } },
        thinking: 2000,
        context_window: 32768,
        api_version: '2024',
      }),
    )
    const own = readOwnSettings('local/a', 0, set)
    expect(own).toEqual(readOwnSettings(choice, 0, []))
    expect(own).toMatchObject({
      baseUrl: 'http://127.0.0.1:1/v1',
      contextWindow: 32768,
      price: { input: 3, output: 15 },
      connection: { api_version: '2024' },
      settings: { temperature: 0.2, thinking: 2000, providerOptions: { thinking: { type: 'enabled' } } },
    })
  })

  it('apply to the model before them, or to all models', () => {
    const set = [parseSet('temperature=0', null), parseSet('temperature=1', 1)]
    const temperatures = [0, 1].map((index) => readOwnSettings('local/a', index, set).settings.temperature)
    expect(temperatures).toEqual([0, 1])
  })

  it.each([
    ['temprature=1', 'local/a has no setting temprature; settings are base_url, temperature'],
    ['temperature=hot', 'temperature of local/a must be a number from 0, got "hot"'],
    ['thinking=0', 'thinking of local/a must be true, false or a number of tokens, got 0'],
    ['price.input=-1', 'price.input of local/a must be US dollars'],
    ['price.cached=1', 'the price of local/a has no cached, only input, output, cache_read, cache_write'],
  ])('are refused: %s', (option, message) => {
    expect(() => readOwnSettings('local/a', 0, [parseSet(option, 0)])).toThrow(message)
  })
})

describe('chosen models', () => {
  it('have their own addresses, settings and limiters in one run', async () => {
    const model = ['a=local/x', parseModelChoice('{"model":"b=openai/gpt-4o","temperature":0.5}')]
    const set = [parseSet('base_url=http://127.0.0.1:1/v1', 0), parseSet('options.top_k=20', 0)]
    const { agents } = await createChosenModels({ model, set, modelSeed: 7, allowDroppedSettings: true }, environment)
    expect(agents.map(({ identity }) => identity)).toMatchObject([
      { base_url_host: '127.0.0.1:1', settings: { seed: 7 }, sent: { seed: 7, top_k: 20 } },
      { base_url_host: 'api.openai.com', settings: { temperature: 0.5 }, sent: { temperature: 0.5, store: false } },
    ])
    // The Responses API has no seed, so the lock lacks it.
    expect(agents[1]?.identity.settings).toEqual({ temperature: 0.5 })
  })

  it('are rejected with a setting that they do not accept', async () => {
    const chosen = createChosenModels({ model: ['openai/gpt-5'], temperature: 0, modelSeed: 7 }, environment)
    await expect(chosen).rejects.toThrow('openai/gpt-5 does not accept temperature, seed as set: leave that out')
  })

  it('are stopped independently of each other', async () => {
    const model = ['openai/gpt-4o', 'openai/gpt-4.1', 'again=openai/gpt-4o']
    const { agents } = await createChosenModels({ model, maxConnections: { '': 1 } }, environment)
    const [first, other, same] = await Promise.all(
      agents.map(async ({ reserve }) =>
        reserve?.(AbortSignal.timeout(100)).then(
          () => 'held',
          () => 'waits',
        ),
      ),
    )
    expect([first, other, same]).toEqual(['held', 'held', 'waits'])
  })
})
