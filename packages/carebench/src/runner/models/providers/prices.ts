import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { type Cost, readAmount, type Usage } from '../../usage.js'

/** The price of a model, in US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  /** Price of tokens read from a cache; absent if unknown. */
  readonly cacheRead?: number
  /** Price of tokens written to a cache; absent if unknown. */
  readonly cacheWrite?: number
  /** Where the price comes from, and the date on which it was read there. */
  readonly source: string
  readonly asOf: string
}

/** Prices by `<provider>/<model>`. */
export type Prices = ReadonlyMap<string, Price>

/** Error for an invalid price file, with all faults; each names the member. */
export class PricesError extends Error {
  override readonly name = 'PricesError'

  constructor(readonly faults: readonly string[]) {
    super(`The price file has ${faults.length === 1 ? 'a fault' : 'faults'}: ${faults.join('; ')}.`)
  }
}

const million = 1_000_000

/**
 * Reads the contents of a price file, `{source, asOf, models: {"<provider>/<model>": {input, output, cacheRead?,
 * cacheWrite?, source?, asOf?}}}`, in US dollars for a million tokens. Each model needs a source and a date, its own or
 * those of the file.
 *
 * @throws {PricesError} with all faults
 */
export function readPrices(document: unknown): Prices {
  const faults: string[] = []
  const prices = new Map<string, Price>()
  const models = isJsonObject(document) ? document.models : undefined
  if (!isJsonObject(document) || !isJsonObject(models))
    throw new PricesError(['models must be an object of prices by <provider>/<model>'])
  refuseUnknown(document, ['source', 'asOf', 'models'], '', faults)
  for (const [name, entry] of Object.entries(models)) {
    const path = `models[${JSON.stringify(name)}]`
    if (!/^[^/]+\/.+$/.test(name)) faults.push(`${path} must be named <provider>/<model>`)
    if (!isJsonObject(entry)) {
      faults.push(`${path} must be an object`)
      continue
    }
    refuseUnknown(entry, ['input', 'output', 'cacheRead', 'cacheWrite', 'source', 'asOf'], `${path}.`, faults)
    for (const member of ['input', 'output', 'cacheRead', 'cacheWrite']) {
      const value = entry[member]
      const isOptional = member.startsWith('cache')
      if (isOptional && value === undefined) continue
      if (readAmount(value) === null)
        faults.push(`${path}.${member} must be a number from 0, got ${JSON.stringify(value)}`)
    }
    const source = entry.source ?? document.source
    const asOf = entry.asOf ?? document.asOf
    if (typeof source !== 'string' || source === '') faults.push(`${path}.source must say where the price comes from`)
    if (typeof asOf !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(asOf))
      faults.push(`${path}.asOf must be a date such as 2026-11-22`)
    prices.set(name, { ...entry, source, asOf } as unknown as Price)
  }
  if (faults.length > 0) throw new PricesError(faults)
  return prices
}

/**
 * Computes the cost of tokens. Null if unknown: without a price, without the numbers of input and output tokens (unless
 * all prices are 0), or with cached tokens whose price is missing. Input tokens not reported as cached cost the full
 * price.
 */
export function computeCost(price: Price | undefined, usage: Usage | null): Cost | null {
  if (price === undefined) return null
  if (isFree(price)) return { usd: 0, source: 'prices' }
  if (usage === null || usage.input === null || usage.output === null) return null
  const cached = usage.cached ?? 0
  const written = usage.cacheWrite ?? 0
  if ((cached > 0 && price.cacheRead === undefined) || (written > 0 && price.cacheWrite === undefined)) return null
  const dollars =
    (usage.input - cached - written) * price.input +
    cached * (price.cacheRead ?? 0) +
    written * (price.cacheWrite ?? 0) +
    usage.output * price.output
  const usd = readAmount(dollars / million)
  return usd === null ? null : { usd, source: 'prices' }
}

/** Whether all prices are 0. */
function isFree({ input, output, cacheRead = 0, cacheWrite = 0 }: Price): boolean {
  return [input, output, cacheRead, cacheWrite].every((price) => price === 0)
}

function refuseUnknown(object: JsonObject, known: readonly string[], path: string, faults: string[]): void {
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) faults.push(`${path}${name} is unknown; known are ${known.join(', ')}`)
  }
}
