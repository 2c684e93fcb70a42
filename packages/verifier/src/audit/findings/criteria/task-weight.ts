import type { CompiledCriterion } from '../../../criteria/criterion.js'
import { type AuditRule, createFinding } from '../finding.js'

/** `no-criteria`, `no-weight`, `only-guards`: no action of an agent can earn a point. */
export const taskWeight: AuditRule = ({ criteria, options }) => {
  if (criteria.length === 0) {
    return [
      createFinding('no-criteria', null, {
        message: 'The task has no criteria, so every run of it scores 0.',
        fix: 'Write at least one criterion on what the task should bring about.',
      }),
    ]
  }
  const weightOf = (criterion: CompiledCriterion): number => countedWeight(criterion, options?.axis_weights)
  if (criteria.every((criterion) => weightOf(criterion) === 0)) {
    return [
      createFinding('no-weight', null, {
        message: 'The weights of the criteria add up to 0, so every run of the task scores 0.',
        fix: 'Give a criterion a weight above 0, on an axis whose weight is not overridden with 0.',
        evidence: {
          weights: criteria.map(({ weight }) => weight),
          ...(options?.axis_weights && { axis_weights: options.axis_weights }),
        },
      }),
    ]
  }
  if (criteria.every((criterion) => criterion.guard || weightOf(criterion) === 0)) {
    return [
      createFinding('only-guards', null, {
        message:
          'All criteria with a weight above 0 are guards. Guards count only once another criterion scores, and no ' +
          'other criterion has weight.',
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
