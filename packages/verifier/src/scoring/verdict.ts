import type { Verdict } from './verification.js'

/** The default threshold. */
export const defaultThreshold = 0.9

/** The tolerance within which scores of different implementations are compared. */
const slack = 1e-9

/**
 * Returns the verdict for a score: `fail` at 0, `pass` from the threshold (within 1e-9) if `mayPass`, otherwise
 * `partial`. Specification 2.7.
 */
export function verdictFor(score: number, threshold: number = defaultThreshold, mayPass = true): Verdict {
  if (score === 0) return 'fail'
  return mayPass && score + slack >= threshold ? 'pass' : 'partial'
}
