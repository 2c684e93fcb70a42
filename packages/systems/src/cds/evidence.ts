import type { CdsRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { CdsState } from './state.js'

/** Returns all answered service calls, in chronological order, with their cards and the feedback on them. */
export function cdsEvidence(state: CdsState): SimulatorEvidence {
  const cds = [...state.calls.values()].map(({ number: _, ...call }): CdsRecord => call)
  return { cds }
}
