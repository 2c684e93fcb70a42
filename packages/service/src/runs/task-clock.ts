import type { ClockPlan, PlaygroundBlueprint } from '@carebench/playground'
import { limits } from '@carebench/protocol'
import type { FrozenTask, UnauditedVersion } from '../documents/authoring.js'

/** How the clock of a task's playgrounds runs. */
export function clockPlanOf(
  { overrides: { clock = 'real', seconds_per_call = limits.secondsPerCall.default } }: UnauditedVersion,
  { starts_at }: FrozenTask,
): ClockPlan {
  return {
    mode: clock,
    startsAt: starts_at === undefined ? null : Date.parse(starts_at),
    perCall: clock === 'stepped' ? Math.round(seconds_per_call * 1000) : 0,
  }
}

/**
 * The data that the playgrounds of a task are seeded from. What exists when the clock begins is of that time; tasks that
 * begin at the same time, or when they are started, share one seeded state.
 */
export function blueprintOf<Version extends PlaygroundBlueprint>(version: Version, { starts_at }: FrozenTask): Version {
  return starts_at === undefined ? version : { ...version, created_at: starts_at }
}
