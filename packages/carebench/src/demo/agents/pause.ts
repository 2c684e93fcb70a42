import type { Wait } from '../agent.js'

/** Waits on the real clock. */
export const pause: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
