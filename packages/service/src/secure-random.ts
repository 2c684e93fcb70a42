import type { Random } from '@carebench/protocol'

/** Words fetched at once: a call of the platform's generator costs some microseconds, however little it is asked for. */
const fetched = 256

/** Draws from the platform's cryptographic generator: fit for tokens and secrets. */
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
      // What was given out may be part of a secret, and is not kept here.
      words[next++] = 0
      return word
    },
  }
}
