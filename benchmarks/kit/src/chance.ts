import { createSeededRandom, randomInteger } from '@carebench/protocol'

/** Draws that are the same for the same seed and topic in every runtime. */
export interface Chance {
  /** A uniform integer from `min` to `max`, both included. */
  integer(min: number, max: number): number
  /** One of the items. Throws a RangeError if there are none. */
  pick<T>(items: readonly T[]): T
  /** All items in another order. */
  shuffle<T>(items: readonly T[]): readonly T[]
}

/** Words that all streams begin with; none in the public splits. See {@link drawingWith}. */
let key: readonly number[] = []

/**
 * Calls `make` with random streams that depend on a secret, as a sealed split does. Without the secret, a list of
 * 32-bit integers, nobody can repeat the draws, or derive one topic from another. Restores the previous streams when
 * `make` returns or throws.
 */
export function drawingWith<Made>(secret: readonly number[], make: () => Made): Made {
  const before = key
  key = secret
  try {
    return make()
  } finally {
    key = before
  }
}

/**
 * Each topic has a stream of its own, so that a change in what one topic draws leaves the others as they were: an
 * instance keeps its patient when its documents are drawn differently.
 */
export function createChance(seed: number, topic: string): Chance {
  const random = createSeededRandom(seed, ...Array.from(topic, (character) => character.codePointAt(0) ?? 0), ...key)
  const integer = (min: number, max: number) => randomInteger(random, min, max)
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)]
    if (item === undefined) throw new RangeError('expected at least one item to pick from, got an empty list')
    return item
  }
  return {
    integer,
    pick,
    shuffle(items) {
      const rest = [...items]
      return items.flatMap(() => rest.splice(integer(0, rest.length - 1), 1))
    },
  }
}
