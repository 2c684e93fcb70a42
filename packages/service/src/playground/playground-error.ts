import { ApiError, formatInstant } from '@carebench/protocol'
import type { StalePlaygroundError } from './log/append-entries.js'

/** Thrown if the playground has ended: its systems accept no more calls. */
export class SealedPlaygroundError extends Error {
  override readonly name = 'SealedPlaygroundError'
}

/** Thrown for a call of an observer that would have changed something: observers may only read. */
export class NotAnObservationError extends Error {
  override readonly name = 'NotAnObservationError'
}

/** Limits of one playground: everything is kept in memory, and permanently in the log. */
export interface PlaygroundLimits {
  /**
   * Maximum memory of calls and of their changes, approximately, in bytes. Calls without a body that change nothing are
   * answered up to twice this limit.
   */
  readonly keptBytes: number
  /** Maximum number of effects. */
  readonly changes: number
  /** Maximum number of records that the agent sends out of the environment; each turn of a phone call is one. */
  readonly outwardActs: number
}

/** 64 MiB of calls, 10,000 changes and 2,000 outward acts: a completion reads all of them. */
export const defaultLimits: PlaygroundLimits = { keptBytes: 64 * 1024 * 1024, changes: 10_000, outwardActs: 2000 }

/** Thrown if the playground has reached a limit; its existing state is unchanged. */
export class FullPlaygroundError extends Error {
  override readonly name = 'FullPlaygroundError'
}

/** Returns the error for a playground that would exceed a limit. */
export function full(what: string): FullPlaygroundError {
  return new FullPlaygroundError(`The playground has reached its limit of ${what}.`)
}

/** Returns the error after too many attempts that collided with other processes. */
export function contended(cause: StalePlaygroundError): ApiError {
  return new ApiError('UNAVAILABLE', 'The playground is being changed by other requests; try again.', {
    cause,
    headers: { 'retry-after': '1' },
  })
}

/** When every clock ends, in milliseconds since 1970: date-times have years of four digits. */
export const latestTime = Date.UTC(9000, 0, 1)

/** Returns the error for a wait that would not end before {@link latestTime}. */
export function tooLate(now: number): ApiError {
  const end = formatInstant(latestTime)
  return new ApiError('CONFLICT', `The clock is at ${formatInstant(now)}; it cannot be moved beyond ${end}.`)
}
