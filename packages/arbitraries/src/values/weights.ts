import fc from 'fast-check'

/**
 * Generates weights that are difficult to sum: 0, the smallest and largest doubles, and fractions without an exact
 * binary form.
 */
export function hostileWeights(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(0, 5e-324, 2.2250738585072014e-308, 0.1, 0.2, 1 / 3, 1, 3, 2 ** 53, 1e308, Number.MAX_VALUE),
    fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true }),
  )
}

/** Generates weights as in benchmarks: from 0 to 10, whole or with two decimal places. */
export function ordinaryWeights(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: 0, max: 10 }),
    fc.integer({ min: 0, max: 1000 }).map((hundredths) => hundredths / 100),
  )
}

/**
 * Generates scores from 0 to 1: often 0, 1 and thirds, also evenly distributed ones, and some near 1. Random doubles
 * alone are mostly tiny, so a scorer that rounds scores near 1 up would go unnoticed.
 */
export function scores(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(0, 1, 1 / 3, 2 / 3, 0.1, 0.9, 5e-324),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
    fc.integer({ min: 0, max: 1000 }).map((parts) => 1 - parts / 1e5),
  )
}
