import type { Random } from '@carebench/protocol'

/** Draws from the platform's cryptographic generator: fit for tokens and secrets. */
export const secureRandom: Random = {
  uint32() {
    const words = new Uint32Array(1)
    crypto.getRandomValues(words)
    return words[0] ?? 0
  },
}
