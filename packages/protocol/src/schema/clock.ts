import { type Static, Type } from 'typebox'
import { limits } from '../limits.js'
import { choiceSchema, closed, dateTime, described } from './primitives.js'

/**
 * How the clock of a playground advances. `real`: like the clock of the service. `stepped`: only when the agent makes
 * calls or waits.
 */
export const clockModes = ['real', 'stepped'] as const
export type ClockMode = (typeof clockModes)[number]

export const playgroundClock = Type.Object({
  /** The playground's clock. */
  now: dateTime,
  mode: choiceSchema(clockModes),
})
/** The clock of a playground as its agent reads it. */
export type PlaygroundClock = Static<typeof playgroundClock>

const waitSeconds = { minimum: 0, maximum: limits.wait.stepped }

/** Either `seconds`, or `until` and `at_most_seconds`. */
export const waitBody = closed({
  seconds: Type.Optional(
    Type.Number({
      ...waitSeconds,
      description: 'At most 31 days, on a `real` clock 30 seconds. Not together with `until`.',
    }),
  ),
  until: Type.Optional(
    described(choiceSchema(['event']), 'Until the first event that the agent did not cause; wait again for the next.'),
  ),
  at_most_seconds: Type.Optional(
    Type.Number({
      ...waitSeconds,
      description: 'With `until`: the maximum wait.',
    }),
  ),
})
/** How long to wait: a number of seconds, or until an event that the agent did not cause. */
export type WaitBody = Static<typeof waitBody>

export const waited = Type.Object({
  /** The playground's clock. */
  now: dateTime,
  /** The events that the agent did not cause, earliest first. */
  arrived: Type.Array(Type.Object({ type: Type.String(), at: dateTime })),
})
/** The result of a wait. */
export type Waited = Static<typeof waited>
