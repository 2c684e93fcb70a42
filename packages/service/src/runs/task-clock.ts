import { limits } from '@carebench/protocol'
import type { FrozenTask, UnauditedVersion } from '../documents/collections/authoring.js'
import type { ClockPlan } from '../playground/scenario/clock-plan.js'

/** Returns the plan for the clock of a task's playgrounds. */
export function toClockPlan(
  { overrides: { clock = 'real', seconds_per_call = limits.secondsPerCall.default } }: UnauditedVersion,
  { starts_at }: FrozenTask,
): ClockPlan {
  return {
    mode: clock,
    startsAt: starts_at === undefined ? null : Date.parse(starts_at),
    perCall: clock === 'stepped' ? Math.round(seconds_per_call * 1000) : 0,
  }
}
