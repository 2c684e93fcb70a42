/** Tokens of one trial, or of one request to a model. Null is unknown, and never counted as 0. */
export interface Usage {
  /** All tokens of the input, cached ones too. */
  readonly input: number | null
  /** Tokens of `input` that were read from a cache. */
  readonly cached: number | null
  /** Tokens of `input` that were written to a cache. */
  readonly cacheWrite: number | null
  /** All tokens of the output, reasoning too. */
  readonly output: number | null
  /** Tokens of `output` that were reasoning. */
  readonly reasoning: number | null
}

/** What a trial cost. A cost that is not known is null in its place, never 0. */
export interface Cost {
  readonly usd: number
  /** Who stated it: the provider's response, a price file, a known program in what it prints, or the agent itself. */
  readonly source: 'provider' | 'prices' | 'program' | 'agent'
}

/** Nothing that is measured is as large, and no smaller number is written with an exponent. */
const tooLarge = 1e15

/** An amount that somebody else states; null if it is none, which is to say: not known. */
export function readAmount(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value < tooLarge ? value : null
}
