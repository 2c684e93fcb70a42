import type { Ask } from '../simulator.js'

/** Returns an `Ask` that answers as a function does. */
export function askWith(answer: (...asked: Parameters<Ask>) => ReturnType<Ask>): Ask {
  return Object.assign(answer, {
    *inSteps(...asked: Parameters<Ask>) {
      yield
      return answer(...asked)
    },
  })
}
