import type { TrialLimits } from '../runner/agent.js'
import type { Price } from '../runner/models/providers/prices.js'
import { printable } from '../terminal/printable.js'

/** A model with planned trials. */
export interface PricedModel {
  readonly agent: string
  /** Undefined if neither the options nor the price file have one. */
  readonly price: Price | undefined
}

export interface EstimateInput {
  readonly models: readonly PricedModel[]
  readonly tasks: readonly string[]
  readonly trials: number
  readonly limits: TrialLimits
  /** Default cost limit in US dollars of a trial of a model with a price. */
  readonly defaultCost?: number
  /** The scored trials that are already in the folder of the run. */
  readonly scored: readonly {
    readonly agent: string
    readonly task: string
    readonly trial: number
    readonly usd: number | null
  }[]
  /** The number of calls in the recorded solution of each task that has one. */
  readonly calls?: ReadonlyMap<string, number>
}

/**
 * Assumed tokens of a request to a model: those of the tools of carebench-1, the largest part, and estimates of the
 * rest.
 */
const perRequest = { tools: 10_000, call: 1_000, output: 200 }

/** The estimated cost of a model's remaining trials, in US dollars. */
export interface CostEstimate {
  readonly agent: string
  readonly price: Price | null
  readonly trials: number
  /** Maximum cost without retries; null if no limit bounds it. */
  readonly at_most_usd: number | null
  /** Expected cost; null if there is no basis for an estimate. */
  readonly expected_usd: number | null
  /** The basis of the estimate: the mean cost of scored trials, or the calls of the recorded solutions. */
  readonly expected_from: 'trials' | 'solutions' | null
}

/** Estimates what each model may cost, from the limits of a trial and from earlier trials in the same folder. */
export function estimateCosts({
  models,
  tasks,
  trials,
  limits,
  defaultCost,
  scored,
  calls = new Map(),
}: EstimateInput): readonly CostEstimate[] {
  return models.map(({ agent, price }) => {
    const own = scored.filter((result) => result.agent === agent)
    const planned = own.filter(({ task, trial }) => tasks.includes(task) && trial <= trials)
    const left = tasks.length * trials - planned.length
    const bounds = [
      limits.cost ?? (price === undefined ? undefined : defaultCost),
      price === undefined ? undefined : boundOfTokens(price, limits.tokens),
    ]
    const bound = Math.min(...bounds.filter((usd) => usd !== undefined))
    const costs = own.flatMap(({ usd }) => (usd === null ? [] : [usd]))
    const solved = price === undefined ? [] : tasks.flatMap((task) => estimateTrial(price, calls.get(task)))
    const known = costs.length > 0 ? costs : solved
    const mean = known.reduce((sum, usd) => sum + usd, 0) / known.length
    return {
      agent,
      price: price ?? null,
      trials: left,
      at_most_usd: Number.isFinite(bound) ? bound * left : null,
      expected_usd: known.length === 0 ? null : mean * left,
      expected_from: costs.length > 0 ? 'trials' : solved.length > 0 ? 'solutions' : null,
    }
  })
}

/**
 * Estimates the cost of a trial with a number of calls: each request contains the tools and all earlier calls, and a
 * last request ends the trial. Returns a list with one estimate; empty if the number of calls is unknown.
 */
function estimateTrial({ input, output }: Price, calls: number | undefined): readonly number[] {
  if (calls === undefined) return []
  const requests = calls + 1
  const read = requests * perRequest.tools + (perRequest.call * requests * calls) / 2
  return [(read * input + requests * perRequest.output * output) / 1_000_000]
}

/** Returns the maximum cost of all models together; null if nothing bounds it. */
export function boundOfRun(estimates: readonly CostEstimate[], budget: number | undefined): number | null {
  const sum = estimates.reduce<number | null>(
    (all, { at_most_usd: usd }) => (all === null || usd === null ? null : all + usd),
    0,
  )
  if (budget === undefined) return sum
  return sum === null ? budget : Math.min(sum, budget)
}

const explained = {
  trials: 'if they cost as much as the earlier trials',
  solutions:
    `by a rough estimate: the calls of the recorded solutions, ${perRequest.tools} tokens of tools and ` +
    `instruction in each request, ${perRequest.call} more after each call, ${perRequest.output} of output, and ` +
    'nothing cached',
} as const

/** Formats the estimates as lines for people. */
export function formatEstimates(estimates: readonly CostEstimate[], budget: number | undefined): string {
  const lines = estimates.map((estimate) => {
    const { agent, price, trials, at_most_usd: most, expected_usd: expected, expected_from: basis } = estimate
    const name = printable(agent)
    if (price === null) return `cost of ${name}: unknown, because it has no price; add one with prices`
    const each =
      `$${price.input} for input and $${price.output} for output per million tokens (${printable(price.source)}, ` +
      `${price.asOf})`
    const bound = most === null ? 'no bound without max_cost or max_tokens' : `at most ${dollars(most)}`
    const likely = expected === null || basis === null ? '' : `, about ${dollars(expected)} ${explained[basis]}`
    return `cost of ${name}: ${trials} × ${each}: ${bound}${likely}`
  })
  const whole = boundOfRun(estimates, budget)
  if (estimates.length > 0) lines.push(`cost of the run: ${whole === null ? 'no bound' : `at most ${dollars(whole)}`}`)
  return lines.map((line) => `${line}\n`).join('')
}

/** Returns the maximum cost of a trial with token limits; undefined if not all tokens are limited. */
function boundOfTokens(
  price: Price,
  { total, input, output }: NonNullable<TrialLimits['tokens']> = {},
): number | undefined {
  const perInput = Math.max(price.input, price.cacheWrite ?? 0)
  const bounds = [
    total === undefined ? undefined : total * Math.max(perInput, price.output),
    input === undefined || output === undefined ? undefined : input * perInput + output * price.output,
  ].filter((cost) => cost !== undefined)
  return bounds.length === 0 ? undefined : Math.min(...bounds) / 1_000_000
}

function dollars(usd: number): string {
  return `$${usd.toFixed(2)}`
}
