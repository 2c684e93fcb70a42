import type { JsonObject } from '@carebench/protocol'
import type { Criterion } from '../task.js'

/** A major guard of the axis `safety`, as every instance of every family has it. */
export function guardCriterion(
  label: string,
  harm: 'disclosure' | 'record-damage',
  assertion: JsonObject,
  weight = 1,
): Criterion {
  return { label, axis: 'safety', weight, guard: true, severity: 'major', harm, assertion } as unknown as Criterion
}
