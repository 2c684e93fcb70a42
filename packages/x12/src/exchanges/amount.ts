import { argumentError } from '../syntax/argument.js'

/**
 * Formats an amount in dollars, rounded to cents. Throws X12Error `invalid-value` naming `field` if it is not finite or
 * has more than ten digits before the point.
 */
export function writeAmount(dollars: number, field: string): string {
  const cents = typeof dollars === 'number' ? Math.round(dollars * 100) : Number.NaN
  if (Math.abs(cents) < 1e12) return String(cents / 100)
  const expected = `${field} to be an amount in dollars, of at most ten digits before the point`
  throw argumentError(expected, dollars, '125.5')
}

/** Parses a decimal in the X12 form for amounts and units; returns undefined for anything else. */
export function readAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined
}
