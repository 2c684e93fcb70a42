import { twoSidedStudentQuantile } from './beta-distribution.js'
import { type ClusterTotal, clusteredError } from './cluster-totals.js'
import { probabilityWithin } from './normal-quantile.js'
import { type IntervalOptions, type Proportion, scoreInterval, toQuantile } from './wilson-interval.js'

/**
 * Returns the interval of a mean of values from 0 to 1 that come in clusters: Wilson's, with the number of independent
 * values that would have the same standard error (Korn and Graubard 1998), and Student's quantile for the number of
 * clusters. With one cluster, or a mean of 0 or 1, there is no standard error, and each cluster counts as one value.
 *
 * @param mean - of all values
 * @param clusters - at least one
 */
export function clusteredInterval(
  mean: number,
  clusters: readonly ClusterTotal[],
  options: IntervalOptions = {},
): Proportion {
  const z = toQuantile(options)
  const values = clusters.reduce((sum, { size }) => sum + size, 0)
  return scoreInterval(mean, effectiveSize(mean, clusters, { values, z, options }), z)
}

function effectiveSize(
  mean: number,
  clusters: readonly ClusterTotal[],
  { values, z, options }: { readonly values: number; readonly z: number; readonly options: IntervalOptions },
): number {
  if (clusters.length === 1 || mean === 0 || mean === 1) return clusters.length
  const error = clusteredError(clusters)
  const size = Math.min(values, (mean * (1 - mean)) / (error * error))
  const confidence = options.z === undefined ? (options.confidence ?? 0.95) : probabilityWithin(options.z)
  return size * (z / twoSidedStudentQuantile(confidence, clusters.length - 1)) ** 2
}
