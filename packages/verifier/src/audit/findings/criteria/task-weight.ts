import type { CompiledCriterion } from '../../../criteria/criterion.js'
import { isDue } from '../../../scoring/score-items.js'
import type { VerifyOptions } from '../../../scoring/verification.js'
import { showJson } from '../../../values/json/show-json.js'
import { type AuditRule, createFinding } from '../finding.js'

/** `no-criteria`, `no-weight`, `only-guards`: no action of an agent can earn a point, in the task or in an item. */
export const taskWeight: AuditRule = ({ criteria, options }) => {
  const { items = [] } = options ?? {}
  if (items.length === 0) return findWeightless('task', criteria, options)
  if (!items.some(({ due }) => isDue(due, options?.ends_at))) {
    return [
      createFinding('no-weight', null, {
        message: 'Every item is due only after the task ends, so no item counts and every run of the task scores 0.',
        fix: 'Correct "ends_at" of the task, or "due" of the items.',
      }),
    ]
  }
  return items.flatMap(({ key }) =>
    findWeightless(
      `item ${showJson(key)}`,
      criteria.filter(({ item }) => item === key),
      options,
    ),
  )
}

/** Returns the findings on a task, or on one of its items. */
function findWeightless(what: string, criteria: readonly CompiledCriterion[], options: VerifyOptions | undefined) {
  if (criteria.length === 0) {
    return [
      createFinding('no-criteria', null, {
        message: `The ${what} has no criteria, so every run of it scores 0.`,
        fix: 'Write at least one criterion on what the task should bring about.',
      }),
    ]
  }
  const countOf = (criterion: CompiledCriterion): number => countedWeight(criterion, options?.axis_weights)
  if (criteria.every((criterion) => countOf(criterion) === 0)) {
    return [
      createFinding('no-weight', null, {
        message: `The weights of the criteria add up to 0, so every run of the ${what} scores 0.`,
        fix: 'Give a criterion a weight above 0, on an axis whose weight is not overridden with 0.',
        evidence: {
          weights: criteria.map(({ weight }) => weight),
          ...(options?.axis_weights && { axis_weights: options.axis_weights }),
        },
      }),
    ]
  }
  if (criteria.every((criterion) => criterion.guard || countOf(criterion) === 0)) {
    return [
      createFinding('only-guards', null, {
        message:
          `All criteria${what === 'task' ? '' : ` of the ${what}`} with a weight above 0 are guards. Guards count ` +
          'only once another criterion scores, and no other criterion has weight.',
        fix: 'Write a criterion with a weight that is not a guard, on what the task should bring about.',
        evidence: { guards: criteria.filter(({ guard }) => guard).length, criteria: criteria.length },
      }),
    ]
  }
  return []
}

/** Returns the effective weight of a criterion: 0 on an axis of weight 0. */
function countedWeight(
  { axis, weight }: CompiledCriterion,
  axisWeights: Readonly<Record<string, number>> = {},
): number {
  return Object.hasOwn(axisWeights, axis) && axisWeights[axis] === 0 ? 0 : weight
}
