import type { AxisScore } from './verification.js'
import { meanAndTotal, type Weighted } from './weighted-mean.js'

/** A criterion with the score that counts for it. */
export interface OnAxis extends Weighted {
  readonly axis: string
}

/** Weights by the name of the axis. */
export type AxisWeights = Readonly<Record<string, number>>

/** Whether the task score is the mean of the axes instead of the criteria. */
export function weighsAxes(weights: AxisWeights | undefined): boolean {
  return weights !== undefined && Object.keys(weights).length > 0
}

/** By the name of the axis. */
export type AxisScores = Readonly<Record<string, AxisScore>>

/** Returns the score and weight of each axis that has criteria; `overrides` replace the sums of weights. */
export function scoreAxes(criteria: readonly OnAxis[], overrides: AxisWeights | undefined): AxisScores {
  const common = commonAxis(criteria)
  // Most tasks have a single axis, for which nothing has to be sorted.
  if (common !== undefined) return { [common]: scoreAxis(common, criteria, overrides) }
  const members = new Map<string, OnAxis[]>()
  for (const criterion of criteria) {
    const list = members.get(criterion.axis)
    if (list === undefined) members.set(criterion.axis, [criterion])
    else list.push(criterion)
  }
  return Object.fromEntries([...members].map(([axis, list]) => [axis, scoreAxis(axis, list, overrides)]))
}

/** Returns the common axis of all criteria; undefined if they have several, or if there are none. */
export function commonAxis(criteria: readonly OnAxis[]): string | undefined {
  const [first] = criteria
  return first !== undefined && criteria.every(({ axis }) => axis === first.axis) ? first.axis : undefined
}

/**
 * Joins the axes of the parts of a task: each is the mean of its parts by their weights, or, if `overrides` weigh it,
 * the plain mean.
 */
export function joinAxes(parts: readonly AxisScores[], overrides: AxisWeights | undefined): AxisScores {
  const joined = new Map<string, AxisScore[]>()
  for (const part of parts) {
    for (const [axis, scored] of Object.entries(part)) joined.set(axis, [...(joined.get(axis) ?? []), scored])
  }
  return Object.fromEntries([...joined].map(([axis, list]) => [axis, joinAxis(axis, list, overrides)]))
}

function joinAxis(axis: string, list: readonly AxisScore[], overrides: AxisWeights | undefined): AxisScore {
  const [first, second] = list
  if (first !== undefined && second === undefined) return first
  const override = findOverride(axis, overrides)
  if (override === undefined) return meanAndTotal(list)
  return { score: meanAndTotal(list.map(({ score }) => ({ score, weight: 1 }))).score, weight: override }
}

function scoreAxis(axis: string, list: readonly OnAxis[], overrides: AxisWeights | undefined): AxisScore {
  const { score, weight } = meanAndTotal(list)
  return { score, weight: findOverride(axis, overrides) ?? weight }
}

function findOverride(axis: string, overrides: AxisWeights | undefined): number | undefined {
  return overrides !== undefined && Object.hasOwn(overrides, axis) ? overrides[axis] : undefined
}
