import type { LanguageModelV3Usage } from '@ai-sdk/provider'
import { type Cost, readAmount, type Usage } from '../usage.js'

/** Patterns for members of the raw usage, in the names of all interfaces; packages report a missing member as 0. */
const names = {
  input: /"(prompt_?tokens|input_?tokens|promptTokenCount)":\d/i,
  output: /"(completion_?tokens|output_?tokens|(candidates|thoughts)TokenCount)":\d/i,
  cached: /"[a-z_]*cache[a-z_]*":\d/i,
  reasoning: /"(reasoning_tokens|thinking_tokens|thoughtsTokenCount)":\d/i,
}

/**
 * Reads a provider's usage of one request; null if it reports neither input nor output. Implausible numbers are
 * unknown: values that are not counts, and totals smaller than their parts.
 */
export function usageFromProvider({ inputTokens, outputTokens, raw }: LanguageModelV3Usage): Usage | null {
  const text = raw === undefined ? undefined : JSON.stringify(raw)
  const read = (value: number | undefined, name: keyof typeof names) => {
    if (value === 0 && text !== undefined && !names[name].test(text)) return null
    return Number.isInteger(value) ? readAmount(value) : null
  }
  const input = read(inputTokens.total, 'input')
  const output = read(outputTokens.total, 'output')
  if (input === null && output === null) return null
  const cached = read(inputTokens.cacheRead, 'cached')
  const cacheWrite = read(inputTokens.cacheWrite, 'cached')
  const reasoning = read(outputTokens.reasoning, 'reasoning')
  const isWhole = input !== null && (cached ?? 0) + (cacheWrite ?? 0) <= input
  return {
    input: isWhole ? input : null,
    cached: isWhole ? cached : null,
    cacheWrite: isWhole ? cacheWrite : null,
    output,
    reasoning: output !== null && (reasoning ?? 0) <= output ? reasoning : null,
  }
}

/**
 * Sums usage and cost of several requests. A sum with an unknown part is unknown, because a partial sum would look
 * complete.
 */
export class Tally {
  #usage: Usage | null | undefined
  #cost: Cost | null | undefined
  /** Reported tokens, even if other requests reported none. */
  readonly reported = { input: 0, output: 0 }
  /** Known cost in US dollars. */
  knownCost = 0

  add(usage: Usage | null, cost: Cost | null): void {
    this.reported.input += usage?.input ?? 0
    this.reported.output += usage?.output ?? 0
    this.knownCost += cost?.usd ?? 0
    this.#usage = this.#usage === undefined ? usage : addUsage(this.#usage, usage)
    if (this.#cost === undefined) this.#cost = cost
    else this.#cost = this.#cost === null || cost === null ? null : { ...cost, usd: this.#cost.usd + cost.usd }
  }

  /** The total usage; null if there was no request, or if any usage is unknown. */
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
