import { showJson } from '../values/json/show-json.js'

/** The sum of the values of one cluster, and their number. */
export interface ClusterTotal {
  readonly sum: number
  readonly size: number
}

export interface ClusterOptions {
  /**
   * The family of a task. Tasks of a family, such as variants of one scenario, are one cluster: they do not count as
   * independent of each other. Default: each task is a cluster.
   */
  readonly familyOf?: (task_id: string) => string
}

/** The values of one task. */
export interface TaskValues {
  readonly task_id: string
  readonly values: readonly number[]
}

/**
 * Adds up the values of each cluster. Neither the order of the tasks nor that of the values changes a bit.
 *
 * @throws {RangeError} if a family is not a string
 */
export function clusterTotals(
  tasks: readonly TaskValues[],
  { familyOf }: ClusterOptions = {},
): readonly ClusterTotal[] {
  const clusters = new Map<string, number[]>()
  for (const { task_id, values } of tasks) {
    const family = familyOf === undefined ? task_id : familyOf(task_id)
    if (typeof family !== 'string') {
      throw new RangeError(`Expected the family of ${showJson(task_id)} to be a string, got ${String(family)}.`)
    }
    const list = clusters.get(family)
    if (list === undefined) clusters.set(family, [...values])
    else list.push(...values)
  }
  return [...clusters]
    .filter(([, values]) => values.length > 0)
    .sort(([first], [other]) => (first < other ? -1 : 1))
    .map(([, values]) => ({ sum: addUp(values), size: values.length }))
}

/** Returns the mean of all values of the clusters. */
export function meanOfClusters(clusters: readonly ClusterTotal[]): number {
  return addUp(clusters.map(({ sum }) => sum)) / addUp(clusters.map(({ size }) => size))
}

/**
 * Returns the standard error of the mean of all values; clusters are independent, values within one need not be. Two
 * clusters or more.
 */
export function clusteredError(clusters: readonly ClusterTotal[]): number {
  const mean = meanOfClusters(clusters)
  const squares = clusters.map(({ sum, size }) => (sum - mean * size) ** 2)
  const count = clusters.length
  return Math.sqrt((count / (count - 1)) * addUp(squares)) / addUp(clusters.map(({ size }) => size))
}

/** Neither the order of the values nor a change of all signs changes a bit. */
function addUp(values: readonly number[]): number {
  const sorted = (sign: number) => values.filter((value) => value * sign > 0).sort((a, b) => sign * (a - b))
  const add = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)
  // Adding 0 turns a sum of -0 into 0.
  return add(sorted(1)) + add(sorted(-1)) + 0
}
