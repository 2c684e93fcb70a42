import { createSeededRandom, type Random, randomInteger } from '@carebench/protocol'

/** In milliseconds. */
const maxPauseMs = 50

/**
 * Pauses before a write that failed is tried again: up to 2 ms after the first attempt, twice as long after each
 * further one, at most 50 ms. Writers that were refused together retry at different times, because each draws its own
 * pause.
 *
 * @param attempt - the number of attempts so far, from 1
 * @param random - draws the pause; default: a source of this process
 */
export function backOff(attempt: number, random?: Random): Promise<void> {
  const longest = Math.min(maxPauseMs, 2 ** attempt)
  const pause = randomInteger(random ?? processRandom(), 0, longest)
  return new Promise((resolve) => setTimeout(resolve, pause))
}

let ofProcess: Random | undefined

/** Returns numbers that differ between processes, so that concurrent writers retry at different times. */
function processRandom(): Random {
  ofProcess ??= createSeededRandom(...crypto.getRandomValues(new Uint32Array(2)))
  return ofProcess
}
