/** The only source of the time; always injected. */
export interface Clock {
  /** The current time as milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still until it is advanced, for tests. */
export interface ManualClock extends Clock {
  /** Advances the clock. Throws a RangeError if `milliseconds` is negative or not finite. */
  advance(milliseconds: number): void
}

/** Creates a clock that starts at `start` (milliseconds since 1970, default 2026-01-05T09:00:00Z). */
export function createManualClock(start: number = Date.UTC(2026, 0, 5, 9)): ManualClock {
  let present = start
  return {
    now: () => present,
    advance(milliseconds) {
      if (!Number.isFinite(milliseconds) || milliseconds < 0) {
        throw new RangeError(
          `A clock must be advanced by a finite number of milliseconds of at least 0, got ${milliseconds}.`,
        )
      }
      present += milliseconds
    },
  }
}

/** Formats a time as RFC 3339 in UTC with milliseconds, the form of every date-time on the wire. */
export function formatInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
