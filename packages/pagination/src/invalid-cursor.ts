/**
 * Why a cursor is invalid.
 *
 * - `malformed`: not a text that a codec of this version writes.
 * - `tampered`: not signed by a key of the codec, or modified.
 * - `foreign`: for another list, filter or organization.
 * - `expired`: older than its lifetime.
 */
export type InvalidCursorCode = 'malformed' | 'tampered' | 'foreign' | 'expired'

/** Thrown for an invalid cursor (Specification 7: answered with 400). Switch on `code`. */
export class InvalidCursorError extends Error {
  constructor(readonly code: InvalidCursorCode) {
    super(messages[code])
    this.name = 'InvalidCursorError'
  }
}

const advice = 'Pass _meta.next or _meta.prev of an earlier page unchanged, or omit the cursor to start again.'

const messages: Readonly<Record<InvalidCursorCode, string>> = {
  malformed: `The cursor was not issued by this service. ${advice}`,
  tampered: `The cursor was modified, or not issued by this service. ${advice}`,
  foreign: `The cursor belongs to another list, or to other filters. ${advice}`,
  expired: `The cursor has expired. ${advice}`,
}
