import { limits } from '@carebench/protocol'

/** The remaining time that all requests of one batch together may wait on a real clock. */
export interface WaitAllowance {
  /** Milliseconds. */
  left: number
}

/** Returns the allowance of a new batch: as long as one request may wait. */
export function createWaitAllowance(): WaitAllowance {
  return { left: limits.wait.real * 1000 }
}
