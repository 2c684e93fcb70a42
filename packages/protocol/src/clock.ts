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

/** The last time that a Date can represent, in milliseconds. */
const maxTimeMs = 8.64e15

/** The last formatted minute and its text, without the seconds, and the last formatted time and its text. */
let minute = Number.NaN
let minuteText = ''
let last = Number.NaN
let lastText = ''

/**
 * Formats a time as RFC 3339 in UTC with milliseconds, the form of every date-time on the wire. Throws a RangeError for
 * a time that a Date cannot represent. Consecutive times are mostly in the same minute, so the date of a minute is
 * formatted once.
 */
export function formatInstant(milliseconds: number): string {
  if (milliseconds === last) return lastText
  const time = Math.trunc(milliseconds)
  if (!(Math.abs(time) <= maxTimeMs))
    throw new RangeError(`Expected a time of at most ±${maxTimeMs} ms, got ${milliseconds}.`)
  const start = Math.floor(time / 60_000) * 60_000
  if (start !== minute) {
    minuteText = new Date(time).toISOString().slice(0, -'00.000Z'.length)
    minute = start
  }
  const rest = time - start
  const seconds = Math.floor(rest / 1000)
  lastText = minuteText + (seconds < 10 ? `0${seconds}` : seconds) + formatFraction(rest - seconds * 1000)
  last = milliseconds
  return lastText
}

function formatFraction(milliseconds: number): string {
  return `.${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z`
}
