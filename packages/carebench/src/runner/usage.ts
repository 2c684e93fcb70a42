/** Tokens of one trial, or of one request to a model. Null means unknown, not 0. */
export interface Usage {
  /** All input tokens, including cached ones. */
  readonly input: number | null
  /** Tokens of `input` that were read from a cache. */
  readonly cached: number | null
  /** Tokens of `input` that were written to a cache. */
  readonly cacheWrite: number | null
  /** All output tokens, including reasoning. */
  readonly output: number | null
  /** Tokens of `output` that were reasoning. */
  readonly reasoning: number | null
}

/** The cost of a trial. An unknown cost is represented by null, never 0. */
export interface Cost {
  readonly usd: number
  /** Its source: the provider's response, a price file, the output of a known program, or the agent itself. */
  readonly source: 'provider' | 'prices' | 'program' | 'agent'
}

/** No measured number is this large, and no smaller number is written with an exponent. */
const tooLarge = 1e15

/** Reads an amount from an untrusted source; null (unknown) if it is not an amount. */
export function readAmount(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value < tooLarge ? value : null
}
