/*
 * Neither an npm generator nor Math.random: a record must be the same, byte for byte, in every runtime and release. So
 * the arithmetic uses only 32-bit integers and is implemented here, independent of other packages.
 */

/** A random stream that is the same for the same seeds in every runtime. */
export interface Chance {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  unit(): number
  /** Returns a uniform integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number
  /** Returns a number from `min` to `max`. */
  between(min: number, max: number): number
  /** Returns true with a probability. */
  happens(probability: number): boolean
  /** Returns one of the items, with equal probability. Throws a RangeError if there are none. */
  pick<T>(items: readonly T[]): T
  /**
   * Returns one of the items, with a probability proportional to its `weight`. Throws a RangeError if there are none.
   */
  pickWeighted<T extends { readonly weight: number }>(items: readonly T[]): T
  /** Returns an approximately normally distributed number, at most three deviations from `mean`. */
  bell(mean: number, deviation: number): number
}

/** Creates a random stream. Several seeds (of a record, a patient, a subject) give independent streams. */
export function createChance(...seeds: readonly number[]): Chance {
  let state = 0x6a09e667
  for (const seed of seeds) {
    state = mix(state ^ mix((seed >>> 0) + 0x3c6ef372))
    state = mix(state ^ mix((Math.floor(seed / 0x1_0000_0000) >>> 0) + 0x510e527f))
  }
  const unit = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    return mix(state) / 0x1_0000_0000
  }
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(unit() * items.length)]
    if (item === undefined) throw new RangeError('expected at least one item to pick from, got an empty list')
    return item
  }
  return {
    unit,
    pick,
    integer: (min, max) => min + Math.floor(unit() * (max - min + 1)),
    between: (min, max) => min + unit() * (max - min),
    happens: (probability) => unit() < probability,
    pickWeighted: (items) => {
      let rest = unit() * items.reduce((sum, item) => sum + item.weight, 0)
      for (const item of items) {
        rest -= item.weight
        if (rest < 0) return item
      }
      return pick(items)
    },
    // The sum of three uniform numbers has variance 1/4: doubled and centered, it is bell-shaped with deviation 1
    // within ±3.
    bell: (mean, deviation) => mean + deviation * 2 * (unit() + unit() + unit() - 1.5),
  }
}

/** Applies murmur3's finalizer, a bijection of the 32-bit integers in which every input bit affects the whole word. */
function mix(value: number): number {
  let mixed = value >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
