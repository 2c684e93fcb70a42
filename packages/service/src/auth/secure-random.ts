import type { Random } from '@carebench/protocol'

/**
 * Number of words per call of the platform's generator, because each call costs microseconds regardless of its size.
 */
const fetched = 256

/** Uses the platform's cryptographic generator: fit for tokens and secrets. */
export const secureRandom: Random = /* @__PURE__ */ createSecureRandom()

function createSecureRandom(): Random {
  const words = new Uint32Array(fetched)
  let next = fetched
  return {
    uint32() {
      if (next === fetched) {
        crypto.getRandomValues(words)
        next = 0
      }
      const word = words[next] ?? 0
      // Erases words that were returned, because they may be part of a secret.
      words[next++] = 0
      return word
    },
  }
}
