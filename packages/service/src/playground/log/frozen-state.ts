import type { LogAppend } from '@carebench/store'
import type { PlaygroundEvidence } from '../playground-evidence.js'

/** The final state of a playground, with the entries that must be appended to end it. */
export interface FrozenState {
  /** The seal; empty if the playground was already sealed. */
  readonly appends: readonly LogAppend[]
  readonly evidence: PlaygroundEvidence
}
