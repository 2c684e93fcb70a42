import type fc from 'fast-check'
import { hostileWeights, ordinaryWeights } from '../values/weights.js'

/** How strictly laws check arithmetic. */
export interface LawOptions {
  /**
   * `hostile` (the default): weights from 0 to the largest double, whose sums overflow and underflow. `ordinary`: 0 to
   * 10, whole or with two decimal places, as in benchmarks.
   */
  readonly weights?: 'hostile' | 'ordinary'
  /**
   * The maximum difference between two scores that should be equal. Default 0: equal to the last bit; 1e-9 allows
   * rounding errors.
   */
  readonly tolerance?: number
}

/** {@link LawOptions} as laws use them. */
export interface Strictness {
  weights(): fc.Arbitrary<number>
  readonly tolerance: number
  /** Whether two numbers are equal within the tolerance; with tolerance 0, -0 does not equal 0. */
  same(first: number | null, other: number | null | undefined): boolean
}

/**
 * Returns the strictness that the options select.
 *
 * @throws {RangeError} if the tolerance is not from 0 to below 1
 */
export function readStrictness({ weights = 'hostile', tolerance = 0 }: LawOptions = {}): Strictness {
  if (!(tolerance >= 0 && tolerance < 1)) {
    throw new RangeError(`Expected tolerance from 0 to below 1, got ${String(tolerance)}; for example 1e-9.`)
  }
  return {
    weights: weights === 'hostile' ? hostileWeights : ordinaryWeights,
    tolerance,
    same: (first, other) =>
      Object.is(first, other) ||
      (tolerance > 0 && typeof first === 'number' && typeof other === 'number' && isClose(first, other, tolerance)),
  }
}

/** Sums of weights may be large, so the tolerance is relative for numbers above 1. */
function isClose(first: number, other: number, tolerance: number): boolean {
  return Math.abs(first - other) <= tolerance * Math.max(1, Math.abs(first))
}

/** The strictness of laws without options: hostile weights, no tolerance. */
export const exact: Strictness = /* @__PURE__ */ readStrictness()
