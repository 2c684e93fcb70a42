import type { EvidenceSnapshot, EvidenceState, JsonValue, Steps } from '@carebench/protocol'
import { type EvidenceSource, type EvidenceStateSource, type LiveRecords, mapStates } from '@carebench/verifier'

/** Number of records that are listed in one step. */
const recordsPerStep = 1000

/** Returns, in steps, the evidence as a document: stores are written as lists, in order of creation. */
export function* toSnapshot(evidence: EvidenceSource): Steps<EvidenceSnapshot> {
  const { version: _, initial, without_agent, entities, bound, output, logged_reads, judgements, ...state } = evidence
  return {
    version: 1,
    ...(yield* toState(state)),
    ...(initial && { initial: yield* toState(initial) }),
    ...(without_agent && { without_agent: yield* toState(without_agent) }),
    ...(entities && { entities }),
    ...(bound && { bound }),
    ...(output !== undefined && { output }),
    ...(logged_reads && { logged_reads }),
    ...(judgements && { judgements }),
  }
}

function* toState(state: EvidenceStateSource): Steps<EvidenceState> {
  const live: LiveRecords[] = []
  mapStates(state, (parts) => {
    live.push(...Object.values(parts).filter(isLive))
    return parts
  })
  const lists = new Map<unknown, readonly unknown[]>()
  for (const records of live) {
    const list: JsonValue[] = []
    for (const { resource } of records.resources()) if (list.push(resource) % recordsPerStep === 0) yield
    lists.set(records, list)
  }
  return mapStates(state, (parts) => {
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, lists.get(part) ?? part]))
  }) as EvidenceState
}

/** Whether a part is live records, which no document can hold. */
export function isLive(part: unknown): part is LiveRecords {
  return typeof part === 'object' && part !== null && 'resources' in part && typeof part.resources === 'function'
}
