/** The only source of random numbers; always injected. */
export interface Random {
  /** A uniform integer from 0 to 4294967295. */
  uint32(): number
}

/**
 * Creates a random source that returns the same numbers for the same seeds, in every runtime. Several seeds (for
 * example a playground's seed and the number of a log entry) make independent streams.
 */
export function createSeededRandom(...seeds: readonly number[]): Random {
  let state = 0x9e3779b9
  for (const seed of seeds) {
    const upper = Math.floor(seed / 0x1_0000_0000) >>> 0
    // Scrambled twice: otherwise, seeds with equal or swapped halves would give the same stream.
    state = scramble(state ^ scramble(seed >>> 0) ^ scramble(scramble(upper)))
  }
  return {
    uint32() {
      state = (state + 0x9e3779b9) >>> 0
      return scramble(state)
    },
  }
}

/** Returns a uniform integer from `min` to `max`, both included. The bias is below 2^-20 for ranges under 4096. */
export function randomInteger(random: Random, min: number, max: number): number {
  return min + Math.floor((random.uint32() / 0x1_0000_0000) * (max - min + 1))
}

/** Returns a string of `length` characters of `alphabet`. */
export function randomString(random: Random, length: number, alphabet: string): string {
  const codes: number[] = []
  for (let index = 0; index < length; index++) {
    codes.push(alphabet.charCodeAt(randomInteger(random, 0, alphabet.length - 1)))
  }
  // Text that is concatenated from single characters would take 32 bytes for each.
  return String.fromCharCode(...codes)
}

/** Maps the 32-bit integers to themselves, one to one; each input bit affects about half of the output bits. */
function scramble(value: number): number {
  let mixed = value >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) >>> 0
}
