import type { Verdict } from '../verification.js'

/** The threshold where none is given. */
export const defaultThreshold = 0.9

/** Scores of different implementations are compared within this tolerance. */
const slack = 1e-9

/**
 * The verdict on a score: `fail` on 0, `pass` from the threshold (within 1e-9) if every guard passed, else `partial`.
 * Specification 2.7.
 */
export function verdictOf(score: number, threshold: number = defaultThreshold, guardsPassed = true): Verdict {
  if (score === 0) return 'fail'
  return guardsPassed && score + slack >= threshold ? 'pass' : 'partial'
}
