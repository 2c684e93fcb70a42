import type { CdsRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { CdsState } from './state.js'

/** All calls of services that were answered, in the order of time, with their cards and what became of them. */
export function cdsEvidence(state: CdsState): SimulatorEvidence {
  const cds = [...state.calls.values()].map(({ number: _, ...call }): CdsRecord => call)
  return { cds }
}
