/** A stream of random numbers that is the same for the same seeds in every runtime. */
export interface Draws {
  /** A uniform integer from 0 to 4294967295. */
  uint32(): number
  /** A uniform integer from 0 to `count` - 1; the bias is below 2^-20 for counts under 4096. */
  below(count: number): number
}

/** Creates a stream; several seeds give independent streams. */
export function createDraws(...seeds: readonly number[]): Draws {
  let state = 0x3c6ef372
  for (const seed of seeds) {
    state = scramble(state ^ scramble(seed >>> 0))
    state = scramble(state ^ scramble(Math.floor(seed / 0x1_0000_0000) >>> 0) ^ 0x510e527f)
  }
  const uint32 = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    return scramble(state)
  }
  return { uint32, below: (count) => Math.floor((uint32() / 0x1_0000_0000) * count) }
}

/** A bijection of the 32-bit integers in which each input bit affects about half of the output bits. */
function scramble(value: number): number {
  let mixed = value >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
