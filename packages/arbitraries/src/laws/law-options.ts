import type fc from 'fast-check'
import { hostileWeights, ordinaryWeights } from '../values/weights.js'

/** How strict laws are about arithmetic. */
export interface LawOptions {
  /**
   * `hostile` (the default): weights from 0 to the largest double, whose sums overflow and underflow. `ordinary`: 0 to
   * 10, whole or with two decimal places, as benchmarks have them.
   */
  readonly weights?: 'hostile' | 'ordinary'
  /**
   * How far apart two scores may be that should be equal. Default 0: to the last bit. 1e-9 leaves room for rounding.
   */
  readonly tolerance?: number
}

/** {@link LawOptions} as laws use them. */
export interface Strictness {
  weights(): fc.Arbitrary<number>
  readonly tolerance: number
  /** Whether two numbers are equal within the tolerance; without one, -0 is not 0. */
  same(first: number | null, other: number | null | undefined): boolean
}

/**
 * The strictness that options ask for.
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

/** Sums of weights may be large, so that the tolerance is relative above 1. */
function isClose(first: number, other: number, tolerance: number): boolean {
  return Math.abs(first - other) <= tolerance * Math.max(1, Math.abs(first))
}

/** The strictness of laws without options: hostile weights, no tolerance. */
export const exact: Strictness = /* @__PURE__ */ readStrictness()
