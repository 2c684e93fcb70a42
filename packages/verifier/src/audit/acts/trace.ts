import type { EvidencePart } from '../../evidence/evidence-part.js'
import type { EvidenceSource } from '../../evidence/state/evidence-source.js'
import type { HarmedRecord } from '../mutants/harm.js'
import { isOfAgent, writtenRecords } from '../mutants/written-records.js'

/** The trace that calls left in a state. */
export interface Trace {
  /** The first record that differs; absent if only the log does. */
  readonly record?: HarmedRecord
}

/**
 * Returns the trace of calls after a state; undefined if no record of an agent differs and nothing was sent, or made
 * and removed again.
 */
export function readTrace(
  parts: readonly EvidencePart[],
  before: EvidenceSource,
  { output: _, ...after }: EvidenceSource,
): Trace | undefined {
  const first = writtenRecords(parts, before, after).find(isOfAgent)
  if (first !== undefined) {
    const { place, item } = first
    return { record: { place, list: item?.list ?? place.part } }
  }
  return actsIn(after) > actsIn(before) ? {} : undefined
}

/** Returns the number of an agent's events that sent something or removed a record that the agent had made. */
function actsIn({ events = [] }: EvidenceSource): number {
  return events.filter(
    ({ actor, outward, removed }) => actor === 'agent' && (outward !== undefined || removed !== undefined),
  ).length
}
