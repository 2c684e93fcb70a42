import { createSeededRandom, type Random, randomInteger } from '@carebench/protocol'

/** In milliseconds. */
const maxPauseMs = 50

/**
 * Pauses before a write that failed is tried again: up to 2 ms after the first attempt, twice as long after each
 * further one, at most 50 ms. Several writers that were refused together come back at different times if each draws its
 * pause.
 *
 * @param attempt - the number of attempts so far, from 1
 * @param random - draws the pause; default: one of this process
 */
export function backOff(attempt: number, random?: Random): Promise<void> {
  const longest = Math.min(maxPauseMs, 2 ** attempt)
  const pause = randomInteger(random ?? processRandom(), 0, longest)
  return new Promise((resolve) => setTimeout(resolve, pause))
}

let ofProcess: Random | undefined

/** Other numbers than in any other process: those that write at the same time are to come back at different times. */
function processRandom(): Random {
  ofProcess ??= createSeededRandom(...crypto.getRandomValues(new Uint32Array(2)))
  return ofProcess
}
