import { type Clock, createSeededRandom, type Random } from '@carebench/protocol'
import { createIdSource, type IdSource } from '@carebench/service'

/** Seeded chance that can be taken up again where it stood. */
export interface ReplayableRandom extends Random {
  /** How many numbers were drawn. */
  readonly drawn: number
}

/** Makes the chance of a seed and a stream after `drawn` numbers. */
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

/** A source of ids that can be taken up again where it stood. */
export interface ReplayableIds extends IdSource {
  /** The id given last; undefined if there is none. */
  readonly last: string | undefined
}

/** Makes ids of a clock and chance that follow `after`. */
export function createReplayableIds(clock: Clock, random: Random, after?: string): ReplayableIds {
  const ids = createIdSource(clock, random, after)
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
