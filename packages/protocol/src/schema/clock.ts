import { type Static, Type } from 'typebox'
import { dateTime, oneOf } from './primitives.js'

/**
 * How the clock of a playground runs. `real`: as the clock of the service does. `stepped`: only with the calls of the
 * agent, and by waiting.
 */
export const clockModes = ['real', 'stepped'] as const
export type ClockMode = (typeof clockModes)[number]

export const playgroundClock = Type.Object({
  /** The playground's clock. */
  now: dateTime,
  mode: oneOf(clockModes),
})
/** The clock of a playground as its agent reads it. */
export type PlaygroundClock = Static<typeof playgroundClock>
