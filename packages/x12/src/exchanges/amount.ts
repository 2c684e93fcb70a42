import { X12Error } from '../x12-error.js'

/** An amount in dollars, rounded to cents. Throws X12Error `invalid-value` when not finite or beyond 10 digits. */
export function writeAmount(dollars: number): string {
  const cents = Math.round(dollars * 100)
  if (Math.abs(cents) < 1e12) return String(cents / 100)
  throw new X12Error({
    code: 'invalid-value',
    expected: 'an amount in dollars, of at most ten digits before the point',
    received: String(dollars),
    example: '125.5',
  })
}

/** A decimal as X12 writes amounts and units; anything else is undefined. */
export function readAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined
}
