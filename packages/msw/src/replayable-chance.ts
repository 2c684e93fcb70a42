import { type Clock, createSeededRandom, type Random } from '@carebench/protocol'
import { createIdSource, type IdSource } from '@carebench/service'

/** A seeded random source that can be resumed. */
export interface ReplayableRandom extends Random {
  /** Number of draws so far. */
  readonly drawn: number
}

/** Creates the random source of a seed and a stream after `drawn` numbers. */
export function createReplayableRandom(seed: number, stream: number, drawn = 0): ReplayableRandom {
  const random = createSeededRandom(seed, stream)
  let count = 0
  const next = () => {
    count++
    return random.uint32()
  }
  while (count < drawn) next()
  return {
    uint32: next,
    get drawn() {
      return count
    },
  }
}

/** A source of ids that can be resumed. */
export interface ReplayableIds extends IdSource {
  /** The latest id; undefined if there is none. */
  readonly last: string | undefined
}

/** Creates an id source from a clock and random numbers; all ids follow `after`. */
export function createReplayableIds(clock: Clock, random: Random, after?: string): ReplayableIds {
  const ids = createIdSource(clock, random, { after })
  let last = after
  return {
    next(prefix) {
      last = ids.next(prefix)
      return last
    },
    get last() {
      return last
    },
  }
}
