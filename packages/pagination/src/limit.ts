/** Default number of items per page (Specification 8). */
export const defaultLimit = 20

/** Maximum number of items per page (Specification 8). */
export const maximumLimit = 100

/** Thrown for a `limit` that is not an integer of at least 1. */
export class InvalidLimitError extends Error {
  constructor(value: unknown) {
    super(`limit must be an integer of at least 1, for example limit=20; got ${JSON.stringify(value)}.`)
    this.name = 'InvalidLimitError'
  }
}

/**
 * Parses a `limit`: missing is 20, more than 100 is 100 (Specification 4.4 and 8). Text must be decimal digits. Throws
 * {@link InvalidLimitError} for anything but an integer of at least 1.
 */
export function parseLimit(value: string | number | null | undefined): number {
  if (value === undefined || value === null) return defaultLimit
  // Very long integers are also more than 100.
  const limit =
    typeof value === 'string' ? (/^[0-9]+$/.test(value) ? Number(value) : 0) : Number.isInteger(value) ? value : 0
  if (limit < 1) throw new InvalidLimitError(value)
  return Math.min(limit, maximumLimit)
}
