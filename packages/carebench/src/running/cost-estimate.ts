import type { Price, TrialLimits } from '@carebench/runner'
import { printable } from '../printable.js'

/** A model that a plan has trials for. */
export interface PricedModel {
  readonly agent: string
  /** Undefined if the price file has none. */
  readonly price: Price | undefined
}

export interface EstimateInput {
  readonly models: readonly PricedModel[]
  readonly tasks: readonly string[]
  readonly trials: number
  readonly limits: TrialLimits
  /** US dollars that end a trial of a model with a price, unless the limits have others. */
  readonly defaultCost?: number
  /** The scored trials that the folder of the run has already. */
  readonly scored: readonly {
    readonly agent: string
    readonly task: string
    readonly trial: number
    readonly usd: number | null
  }[]
}

/** What the trials of a model that are still to be run may cost, in US dollars. */
export interface CostEstimate {
  readonly agent: string
  readonly price: Price | null
  readonly trials: number
  /** If nothing has to be repeated; null if no limit bounds it. */
  readonly at_most_usd: number | null
  /** As much for each trial as the scored ones have cost on average; null if there are none. */
  readonly expected_usd: number | null
}

/** Estimates what each model may cost, from the limits of a trial and from earlier trials in the same folder. */
export function estimateCosts({
  models,
  tasks,
  trials,
  limits,
  defaultCost,
  scored,
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
    const mean = costs.reduce((sum, usd) => sum + usd, 0) / costs.length
    return {
      agent,
      price: price ?? null,
      trials: left,
      at_most_usd: Number.isFinite(bound) ? bound * left : null,
      expected_usd: costs.length === 0 ? null : mean * left,
    }
  })
}

/** What all models together may cost at most; null if nothing bounds it. */
export function boundOfRun(estimates: readonly CostEstimate[], budget: number | undefined): number | null {
  const sum = estimates.reduce<number | null>(
    (all, { at_most_usd: usd }) => (all === null || usd === null ? null : all + usd),
    0,
  )
  if (budget === undefined) return sum
  return sum === null ? budget : Math.min(sum, budget)
}

/** The estimates as lines for people. */
export function formatEstimates(estimates: readonly CostEstimate[], budget: number | undefined): string {
  const lines = estimates.map(({ agent, price, trials, at_most_usd: most, expected_usd: expected }) => {
    const name = printable(agent)
    if (price === null) return `cost of ${name}: unknown, because it has no price; add one with --prices`
    const each = `$${price.input} for input and $${price.output} for output per million tokens (${printable(price.source)}, ${price.asOf})`
    const bound = most === null ? 'no bound without --max-cost or --max-tokens' : `at most ${dollars(most)}`
    const likely = expected === null ? '' : `, about ${dollars(expected)} if they cost as much as the trials before`
    return `cost of ${name}: ${trials} × ${each}: ${bound}${likely}`
  })
  const whole = boundOfRun(estimates, budget)
  if (estimates.length > 0) lines.push(`cost of the run: ${whole === null ? 'no bound' : `at most ${dollars(whole)}`}`)
  return lines.map((line) => `${line}\n`).join('')
}

/** What a trial costs at most that ends after so many tokens; undefined if not all of them are limited. */
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
