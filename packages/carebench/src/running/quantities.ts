import { InvalidArgumentError } from 'commander'
import type { Shard } from '../runner/runs/plan-trials.js'

/** Parses a count as people write it: `60`, `32k`, `1.5m`. */
export function parseCount(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text) ?? []
  const value = Number(digits) * (unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1000 : 1_000_000)
  if (digits !== undefined && Number.isSafeInteger(value) && value > 0) return value
  throw new InvalidArgumentError('Expected a whole number such as 60, 32k or 1m.')
}

/** Returns a parser of whole numbers from `min`. */
export function parseWhole(min: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d{1,15}$/.test(text) && value >= min) return value
    throw new InvalidArgumentError(`Expected a whole number from ${min}.`)
  }
}

/** Reads a decimal number from 0, such as a temperature or an amount of money. */
export function parseNumber(text: string): number {
  if (/^\d+(\.\d+)?(e-?\d{1,2})?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number from 0, such as 12.5 or 0.001.')
}

/** Maximum delay of a timer in milliseconds, about 24 days; a timer with a longer delay fires at once. */
const maxTimerMs = 2 ** 31 - 1

/** Parses a duration as people write it, in milliseconds: `90s`, `10m`, `1h`. */
export function parseDuration(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(text) ?? []
  const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }
  const value = Number(digits) * (units[unit] ?? Number.NaN)
  if (value > 0 && value <= maxTimerMs) return value
  throw new InvalidArgumentError('Expected a time such as 90s, 10m or 1h, of at most 24 days.')
}

/** Reads a time in seconds: a number of them, or a time such as `90s`, `10m`, `1h`. */
export function parseSeconds(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : parseDuration(text) / 1000
  if (value * 1000 <= maxTimerMs) return value
  throw new InvalidArgumentError('Expected a time of at most 24 days.')
}

/** Maximum tokens of a trial. */
export interface TokenLimits {
  readonly total?: number
  readonly input?: number
  readonly output?: number
}

/** Reads `100k`, `input:1m` or `output:50k`, which may be repeated. */
export function parseTokens(text: string, before: TokenLimits = {}): TokenLimits {
  const [, kind = 'total', count = ''] = /^(?:(input|output):)?(.*)$/s.exec(text) ?? []
  return { ...before, [kind]: parseCount(count) }
}

/** Reads `20` for every provider, or `anthropic=20`, which may be repeated. */
export function parseConnections(text: string, before: Readonly<Record<string, number>> = {}): Record<string, number> {
  const [, provider = '', count = ''] = /^(?:([A-Za-z0-9._-]+)=)?(.*)$/s.exec(text) ?? []
  return { ...before, [provider]: parseCount(count) }
}

/** Reads `2/5` as the second of five shards; undefined for any other text. */
export function readShard(text: string): Shard | undefined {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  return index >= 1 && index <= count ? { index, count } : undefined
}

/** Returns the text of a shard unchanged, for `run.json`. Throws an InvalidArgumentError if it names no shard. */
export function parseShard(text: string): string {
  if (readShard(text) !== undefined) return text
  throw new InvalidArgumentError('Expected a shard and the number of shards, such as 2/5.')
}
