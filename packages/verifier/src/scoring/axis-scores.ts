import type { AxisScore } from '../verification.js'
import { meanAndTotal, type Weighted } from './weighted-mean.js'

/** A criterion with the score that it counts with. */
export interface OnAxis extends Weighted {
  readonly axis: string
}

/** Weights by the name of the axis. */
export type AxisWeights = Readonly<Record<string, number>>

/** Whether the task score is the mean of the axes instead of the criteria. */
export function weighsAxes(weights: AxisWeights | undefined): boolean {
  return weights !== undefined && Object.keys(weights).length > 0
}

/** The score and weight of each axis that has criteria; `overrides` replace the sums of weights. */
export function scoreAxes(criteria: readonly OnAxis[], overrides: AxisWeights = {}): Map<string, AxisScore> {
  const members = new Map<string, OnAxis[]>()
  for (const criterion of criteria) {
    const list = members.get(criterion.axis)
    if (list === undefined) members.set(criterion.axis, [criterion])
    else list.push(criterion)
  }
  const axes = new Map<string, AxisScore>()
  for (const [axis, list] of members) {
    const override = Object.hasOwn(overrides, axis) ? overrides[axis] : undefined
    const { score, weight } = meanAndTotal(list)
    axes.set(axis, { score, weight: override ?? weight })
  }
  return axes
}
