import type { EvidenceSnapshot, EvidenceState } from '@carebench/protocol'
import type { EvidenceSource, EvidenceStateSource, LiveRecords } from '@carebench/verifier'

/** The evidence as a document: stores are written as lists, in order of creation. */
export function toSnapshot(evidence: EvidenceSource): EvidenceSnapshot {
  const { version: _, initial, entities, bound, output, judgements, ...state } = evidence
  return {
    version: 1,
    ...toState(state),
    ...(initial && { initial: toState(initial) }),
    ...(entities && { entities }),
    ...(bound && { bound }),
    ...(output !== undefined && { output }),
    ...(judgements && { judgements }),
  }
}

function toState({ systems, ...parts }: EvidenceStateSource): EvidenceState {
  const state = mapMembers(parts, (part) =>
    isLive(part) ? [...part.resources()].map(({ resource }) => resource) : part,
  )
  return { ...state, ...(systems && { systems: mapMembers(systems, toState) }) } as EvidenceState
}

/** Whether a part is live records, which no document can hold. */
function isLive(part: unknown): part is LiveRecords {
  return typeof part === 'object' && part !== null && 'resources' in part && typeof part.resources === 'function'
}

function mapMembers<From, To>(members: Readonly<Record<string, From>>, map: (member: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, map(member)]))
}
