import { limits } from '@carebench/protocol'

/** How long the requests of one batch may still wait on a real clock, all together. */
export interface WaitAllowance {
  /** Milliseconds. */
  left: number
}

/** That of a new batch: as long as one request may wait. */
export function createWaitAllowance(): WaitAllowance {
  return { left: limits.wait.real * 1000 }
}
