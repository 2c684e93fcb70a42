import type { LanguageModelV3Usage } from '@ai-sdk/provider'
import type { Cost, Usage } from '../usage.js'

/** The usage of one request as a provider reports it; null if it reports neither input nor output. */
export function usageFromProvider({ inputTokens, outputTokens }: LanguageModelV3Usage): Usage | null {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return null
  return {
    input: inputTokens.total ?? null,
    cached: inputTokens.cacheRead ?? null,
    cacheWrite: inputTokens.cacheWrite ?? null,
    output: outputTokens.total ?? null,
    reasoning: outputTokens.reasoning ?? null,
  }
}

/** Usage and cost of several requests. A sum of which one part is unknown is unknown: it would look complete. */
export class Tally {
  #usage: Usage | null | undefined
  #cost: Cost | null | undefined
  /** Tokens that were reported, also beside requests that reported none. */
  readonly reported = { input: 0, output: 0 }
  /** US dollars that are known. */
  knownCost = 0

  add(usage: Usage | null, cost: Cost | null): void {
    this.reported.input += usage?.input ?? 0
    this.reported.output += usage?.output ?? 0
    this.knownCost += cost?.usd ?? 0
    this.#usage = this.#usage === undefined ? usage : addUsage(this.#usage, usage)
    if (this.#cost === undefined) this.#cost = cost
    else this.#cost = this.#cost === null || cost === null ? null : { ...cost, usd: this.#cost.usd + cost.usd }
  }

  /** Null if there was no request, or one whose usage is not known. */
  get usage(): Usage | null {
    return this.#usage ?? null
  }

  get cost(): Cost | null {
    return this.#cost ?? null
  }
}

function addUsage(left: Usage | null, right: Usage | null): Usage | null {
  if (left === null || right === null) return null
  const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
  return {
    input: sum(left.input, right.input),
    cached: sum(left.cached, right.cached),
    cacheWrite: sum(left.cacheWrite, right.cacheWrite),
    output: sum(left.output, right.output),
    reasoning: sum(left.reasoning, right.reasoning),
  }
}
