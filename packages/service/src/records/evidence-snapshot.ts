import type { EvidenceSnapshot, EvidenceState } from '@carebench/protocol'
import { type EvidenceSource, type EvidenceStateSource, type LiveRecords, mapStates } from '@carebench/verifier'

/** Returns the evidence as a document: stores are written as lists, in order of creation. */
export function toSnapshot(evidence: EvidenceSource): EvidenceSnapshot {
  const { version: _, initial, without_agent, entities, bound, output, logged_reads, judgements, ...state } = evidence
  return {
    version: 1,
    ...toState(state),
    ...(initial && { initial: toState(initial) }),
    ...(without_agent && { without_agent: toState(without_agent) }),
    ...(entities && { entities }),
    ...(bound && { bound }),
    ...(output !== undefined && { output }),
    ...(logged_reads && { logged_reads }),
    ...(judgements && { judgements }),
  }
}

function toState(state: EvidenceStateSource): EvidenceState {
  return mapStates(state, (parts) => {
    const listed = Object.entries(parts).map(([name, part]) => {
      return [name, isLive(part) ? [...part.resources()].map(({ resource }) => resource) : part]
    })
    return Object.fromEntries(listed)
  }) as EvidenceState
}

/** Whether a part is live records, which no document can hold. */
export function isLive(part: unknown): part is LiveRecords {
  return typeof part === 'object' && part !== null && 'resources' in part && typeof part.resources === 'function'
}
