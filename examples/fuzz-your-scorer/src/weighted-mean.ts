import type { Scorer } from '@carebench/arbitraries'

/** The weighted mean as it is usually written. It looks right, but breaks several laws. */
export const usualMean: Scorer = (items) => {
  let gained = 0
  let total = 0
  for (const { score, weight } of items) {
    gained += score * weight
    total += weight
  }
  return total === 0 ? 0 : gained / total
}
