import { twoSidedStudentQuantile } from './beta-distribution.js'
import { type ClusterTotal, clusteredError, meanOfClusters } from './cluster-totals.js'
import { createDraws, type Draws } from './draws.js'
import { probabilityWithin } from './normal-quantile.js'

/** How a difference is resampled. The same options and results give the same figures, in every runtime. */
export interface ResamplingOptions {
  /** The confidence of the interval, between 0 and 1. Default 0.95. */
  readonly confidence?: number
  /** The seed of the random numbers: a whole number from 0. Default 1. */
  readonly seed?: number
  /** The number of resamples, from 100. Default 10000. */
  readonly resamples?: number
}

/** A difference of means, with the interval that contains the true one with the given confidence. */
export interface MeanDifference {
  readonly value: number
  /** From -1. */
  readonly low: number
  /** At most 1. */
  readonly high: number
  /** The probability of a difference at least as large if the agents were interchangeable in each cluster. Never 0. */
  readonly p_value: number
}

/** With fewer clusters than this, resampling them gives too narrow an interval. */
const minClusters = 10
/** Up to this number of clusters with a difference other than 0, all ways to swap the agents are tried. */
const enumerated = 14

/**
 * Returns a mean of differences from -1 to 1 that come in clusters; null without any. The interval is a bootstrap of
 * the clusters, with percentiles widened for their number (Hesterberg 2015); Student's with fewer than ten clusters. If
 * no two clusters differ, it allows for clusters that were not seen. It contains 0 unless the p-value is at most 1 -
 * `confidence`. The p-value is that of a randomization test that swaps the agents in whole clusters, exact for up to 14
 * clusters with a difference other than 0.
 *
 * @throws {RangeError} if an option is out of range
 */
export function resampledDifference(
  clusters: readonly ClusterTotal[],
  options: ResamplingOptions = {},
): MeanDifference | null {
  const { confidence = 0.95, seed = 1, resamples = 10_000 } = options
  demandOptions({ confidence, seed, resamples })
  if (clusters.length === 0) return null
  const value = meanOfClusters(clusters)
  const [low, high] = computeInterval(clusters, { value, confidence, resamples, draws: createDraws(seed, 1) })
  const p_value = swapProbability(clusters, resamples, createDraws(seed, 2))
  // The interval contains 0 unless the test excludes it.
  const contained = p_value > 1 - confidence ? [value, 0] : [value]
  return {
    value,
    low: Math.max(-1, Math.min(low, ...contained)),
    high: Math.min(1, Math.max(high, ...contained)),
    p_value,
  }
}

function demandOptions({ confidence, seed, resamples }: Required<ResamplingOptions>): void {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`Expected confidence between 0 and 1, got ${String(confidence)}; for example 0.95.`)
  }
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`Expected seed to be a whole number from 0, got ${String(seed)}.`)
  }
  if (!Number.isSafeInteger(resamples) || resamples < 100) {
    throw new RangeError(
      `Expected resamples to be a whole number from 100, got ${String(resamples)}; for example 10000.`,
    )
  }
}

interface Resampling {
  readonly value: number
  readonly confidence: number
  readonly resamples: number
  readonly draws: Draws
}

type Bounds = readonly [low: number, high: number]

function computeInterval(clusters: readonly ClusterTotal[], resampling: Resampling): Bounds {
  const { value, confidence } = resampling
  const count = clusters.length
  const [first] = clusters
  if (first === undefined || clusters.every(({ sum, size }) => sum * first.size === first.sum * size)) {
    // The share of clusters that could differ although none of these did.
    const unseen = -Math.expm1(Math.log((1 - confidence) / 2) / count)
    return [value - unseen * (1 + value), value + unseen * (1 - value)]
  }
  const quantile = twoSidedStudentQuantile(confidence, count - 1)
  if (count < minClusters) {
    const spread = quantile * clusteredError(clusters)
    return [value - spread, value + spread]
  }
  return computePercentiles(bootstrapMeans(clusters, resampling), quantile * Math.sqrt(count / (count - 1)))
}

/** Returns the means of resamples, sorted. */
function bootstrapMeans(clusters: readonly ClusterTotal[], { resamples, draws }: Resampling): Float64Array {
  const count = clusters.length
  const sums = Float64Array.from(clusters, ({ sum }) => sum)
  const sizes = Float64Array.from(clusters, ({ size }) => size)
  const means = new Float64Array(resamples)
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0
    let size = 0
    for (let drawn = 0; drawn < count; drawn++) {
      const index = draws.below(count)
      sum += sums[index] as number
      size += sizes[index] as number
    }
    means[resample] = sum / size
  }
  return means.sort()
}

/** Returns the two percentiles at which a normal distribution is z standard deviations away from its mean. */
function computePercentiles(sorted: Float64Array, z: number): Bounds {
  const last = sorted.length - 1
  const place = ((1 - probabilityWithin(z)) / 2) * last
  const [before, part] = [Math.floor(place), place % 1]
  const at = (index: number) => sorted[index] as number
  const between = (from: number, to: number) => from + (to - from) * part
  return [between(at(before), at(before + 1)), between(at(last - before), at(last - before - 1))]
}

/**
 * Returns the share of all ways to swap the agents in whole clusters that give at least this difference; estimated from
 * random ways if more than `enumerated` clusters have a difference other than 0.
 */
function swapProbability(clusters: readonly ClusterTotal[], resamples: number, draws: Draws): number {
  const sums = clusters.map(({ sum }) => sum).filter((sum) => sum !== 0)
  const observed = Math.abs(sums.reduce((total, sum) => total + sum, 0))
  // Sums of the same numbers in another order may differ in the last bits.
  const reached = (total: number) => Math.abs(total) >= observed * (1 - 1e-12) - 1e-12
  if (sums.length > enumerated) {
    let count = 0
    for (let resample = 0; resample < resamples; resample++) if (reached(swapSome(sums, draws))) count++
    return (count + 1) / (resamples + 1)
  }
  const ways = 2 ** sums.length
  let count = 0
  for (let way = 0; way < ways; way++) {
    if (reached(sums.reduce((total, sum, index) => total + ((way >> index) & 1 ? -sum : sum), 0))) count++
  }
  return count / ways
}

function swapSome(sums: readonly number[], draws: Draws): number {
  let total = 0
  let bits = 0
  for (const [index, sum] of sums.entries()) {
    if (index % 32 === 0) bits = draws.uint32()
    total += bits & 1 ? -sum : sum
    bits >>>= 1
  }
  return total
}
