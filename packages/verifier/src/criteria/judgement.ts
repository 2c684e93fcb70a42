import type { JsonObject } from '@carebench/protocol'
import type { Outcome } from '../scoring/verification.js'

/** The result of a check on a state. */
export interface Judgement {
  readonly outcome: Outcome
  readonly score: number
  readonly details: string
  readonly evidence: JsonObject | null
  /** Whether it is undecided because of a text that is too long to be read. */
  readonly isTooLong?: boolean
}

/** Returns a judgement without a score. */
export function without(outcome: Outcome, details: string): Judgement {
  return { outcome, score: 0, details, evidence: null }
}
