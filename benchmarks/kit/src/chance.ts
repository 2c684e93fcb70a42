import { createSeededRandom, randomInteger } from '@carebench/protocol'

/**
 * A source of random values that depend only on the seed, the topic and the secret of {@link drawingWith}, in every
 * runtime.
 */
export interface Chance {
  /** Returns a uniform integer from `min` to `max`, both included. */
  integer(min: number, max: number): number
  /** Returns one of the items. Throws a RangeError if there are none. */
  pick<T>(items: readonly T[]): T
  /** Returns all items in random order. */
  shuffle<T>(items: readonly T[]): readonly T[]
}

/** Integers that are appended to the seed of every stream; empty for the public splits. See {@link drawingWith}. */
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
 * Creates the stream of a topic. Topics are independent, so that a change in one leaves the others unchanged: an
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
