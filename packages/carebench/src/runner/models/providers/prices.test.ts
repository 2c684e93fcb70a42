import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Tally, usageFromProvider } from '../tally.js'
import { computeCost, type Price, readPrices } from './prices.js'

const usage = { input: 1_000_000, cached: 600_000, cacheWrite: 100_000, output: 200_000, reasoning: 50_000 }
const price: Price = {
  input: 3,
  output: 15,
  cacheRead: 0.3,
  cacheWrite: 3.75,
  source: 'price list',
  asOf: '2026-11-22',
}
const { cacheRead: _, ...uncached } = price

describe('computeCost', () => {
  it('prices each kind of token once', () => {
    expect(computeCost(price, usage)).toEqual({ usd: 0.3 * 3 + 0.6 * 0.3 + 0.1 * 3.75 + 0.2 * 15, source: 'prices' })
  })

  it('charges the full price for tokens not reported as cached', () => {
    const plain = { ...usage, cached: null, cacheWrite: null, reasoning: null }
    expect(computeCost(price, plain)?.usd).toBeCloseTo(6)
  })

  it.each([
    ['without a price', undefined, usage],
    ['without usage', price, null],
    ['without the output', price, { ...usage, output: null }],
    ['without the price of cached tokens', uncached, usage],
  ])('is unknown %s, and not 0', (_, given, used) => {
    expect(computeCost(given, used)).toBeNull()
  })

  it('is 0 if all prices are 0', () => {
    expect(computeCost({ ...uncached, input: 0, output: 0 }, { ...usage, cached: 0, cacheWrite: 0 })?.usd).toBe(0)
  })
})

it('usage and cost can be read back, whatever numbers a provider reports', () => {
  const number = fc.oneof(fc.integer({ min: -10, max: 50_000 }), fc.double(), fc.constantFrom(undefined, 1e300))
  const amount = fc.oneof(fc.double({ min: 0, noNaN: true }), fc.constantFrom(0, 3, 15))
  const prices = fc.record({ input: amount, output: amount, cacheRead: amount, cacheWrite: amount })
  fc.assert(
    fc.property(
      fc.array(number, { minLength: 5, maxLength: 5 }),
      prices,
      ([total, cacheRead, cacheWrite, output, reasoning], money) => {
        const used = usageFromProvider({
          inputTokens: { total, noCache: undefined, cacheRead, cacheWrite },
          outputTokens: { total: output, text: undefined, reasoning },
        })
        const cost = computeCost({ ...money, source: 'list', asOf: '2026-11-22' }, used)
        for (const value of [...Object.values(used ?? {}), cost?.usd ?? null]) {
          expect(value === null || (value >= 0 && value < 1e15)).toBe(true)
        }
        if (used?.input != null) expect((used.cached ?? 0) + (used.cacheWrite ?? 0)).toBeLessThanOrEqual(used.input)
      },
    ),
  )
})

it('cached tokens outside the input leave the input unknown', () => {
  const inputTokens = { total: 7, noCache: -20_639, cacheRead: 20_646, cacheWrite: undefined }
  const used = usageFromProvider({ inputTokens, outputTokens: { total: 3, text: 3, reasoning: 0 } })
  expect(used).toMatchObject({ input: null, cached: null, output: 3 })
  expect(computeCost(price, used)).toBeNull()
})

it('a number that a provider leaves out is not 0', () => {
  const inputTokens = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: undefined }
  const outputTokens = { total: 3, text: 3, reasoning: 0 }
  const used = usageFromProvider({ inputTokens, outputTokens, raw: { completion_tokens: 3 } })
  expect(used).toEqual({ input: null, cached: null, cacheWrite: null, output: 3, reasoning: null })
})

describe('readPrices', () => {
  it('takes source and date from the file or from the model', () => {
    const prices = readPrices({
      source: 'price list',
      asOf: '2026-11-22',
      models: {
        'a/x': { input: 1, output: 2 },
        'b/y/z': { input: 0, output: 0, source: 'own machine', asOf: '2026-01-01' },
      },
    })
    expect(prices.get('a/x')).toEqual({ input: 1, output: 2, source: 'price list', asOf: '2026-11-22' })
    expect(prices.get('b/y/z')?.source).toBe('own machine')
  })

  it('names every fault', () => {
    const models = { x: { input: '3', output: -1, cacheread: 1 }, 'a/y': 3 }
    expect(() => readPrices({ models, currency: 'EUR' })).toThrow(
      'The price file has faults: currency is unknown; known are source, asOf, models; models["x"] must be named ' +
        '<provider>/<model>; models["x"].cacheread is unknown; known are input, output, cacheRead, cacheWrite, ' +
        'source, asOf; models["x"].input must be a number from 0, got "3"; models["x"].output must be a number from ' +
        '0, got -1; models["x"].source must say where the price comes from; models["x"].asOf must be a date such as ' +
        '2026-11-22; models["a/y"] must be an object.',
    )
    expect(() => readPrices([])).toThrow('models must be an object')
    const endless = {
      source: 'list',
      asOf: '2026-11-22',
      models: { 'a/x': { input: Number.POSITIVE_INFINITY, output: 1 } },
    }
    expect(() => readPrices(endless)).toThrow('input must be a number from 0')
  })
})

describe('Tally', () => {
  it('adds known amounts', () => {
    const tally = new Tally()
    expect([tally.usage, tally.cost]).toEqual([null, null])
    tally.add({ ...usage, reasoning: null }, { usd: 1, source: 'prices' })
    tally.add(usage, { usd: 2, source: 'prices' })
    expect(tally.usage).toEqual({ input: 2e6, cached: 1.2e6, cacheWrite: 2e5, output: 4e5, reasoning: null })
    expect(tally.cost).toEqual({ usd: 3, source: 'prices' })
  })

  it('is unknown as soon as one part is, however many follow', () => {
    const tally = new Tally()
    for (const used of [usage, null, usage]) tally.add(used, used && { usd: 1, source: 'prices' })
    expect([tally.usage, tally.cost]).toEqual([null, null])
    expect([tally.reported, tally.knownCost]).toEqual([{ input: 2e6, output: 4e5 }, 2])
  })
})

it('usage that a provider does not report is unknown', () => {
  const none = {
    inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: undefined, text: undefined, reasoning: undefined },
  }
  expect(usageFromProvider(none)).toBeNull()
  expect(usageFromProvider({ ...none, outputTokens: { ...none.outputTokens, total: 3 } })).toEqual({
    input: null,
    cached: null,
    cacheWrite: null,
    output: 3,
    reasoning: null,
  })
})
