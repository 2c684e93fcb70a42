import type { ClockMode, SimulatorCall } from '@carebench/protocol'
import type { AnySimulator } from '@carebench/systems'
import { latestTime } from '../playground-error.js'

/** The plan for the clock of a playground. */
export interface ClockPlan {
  readonly mode: ClockMode
  /** Its initial time, in milliseconds since 1970; null: the time at which its task run is started. */
  readonly startsAt: number | null
  /** Milliseconds by which each interaction in a call of the agent moves a `stepped` clock. */
  readonly perCall: number
}

/** A clock that shows the time of the service. */
export const realClock: ClockPlan = { mode: 'real', startsAt: null, perCall: 0 }

/** The inputs for the time of a playground; all in milliseconds. */
export interface ClockReading {
  /** The service's clock. */
  readonly now: number
  /** When the task run was started, by the service's clock; null before. */
  readonly startedAt: number | null
  /** The time by which the scenario has advanced the clock. */
  readonly advanced: number
  /** The time of the last call or wait; null if there was none. */
  readonly stoodAt: number | null
}

/**
 * Returns the time of a playground in milliseconds since 1970. A stepped clock is a function of the log; a real one
 * runs on from where it begins as the service's clock does. Until the task run is started, a clock that begins at a
 * given time stands still.
 */
export function readTime(plan: ClockPlan, reading: ClockReading): number {
  const { mode, startsAt } = plan
  const { now, startedAt, advanced, stoodAt } = reading
  const start = readBeginning(plan, reading)
  if (mode === 'stepped') return stoodAt ?? start
  if (startsAt === null) return now + advanced
  return start + (startedAt === null ? 0 : Math.max(0, now - startedAt))
}

/** When the agent starts, by the playground's clock, in milliseconds since 1970. */
export function readBeginning(
  { startsAt }: ClockPlan,
  { now, startedAt, advanced }: Pick<ClockReading, 'now' | 'startedAt' | 'advanced'>,
): number {
  return (startsAt ?? startedAt ?? now) + advanced
}

/** Returns the time at which a call is handled that arrives at `time`: at most {@link latestTime}. */
export function timeAfterCall({ perCall }: ClockPlan, time: number, system: AnySimulator, call: SimulatorCall): number {
  if (perCall === 0) return time
  const moved = time + perCall * (system.countInteractions?.(call) ?? 1)
  return Math.max(time, Math.min(moved, latestTime))
}
