import type { EvidenceSnapshot, EvidenceState } from '@carebench/protocol'
import type { EvidenceSource, EvidenceStateSource } from '@carebench/verifier'

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

function toState({ fhir, systems, ...parts }: EvidenceStateSource): EvidenceState {
  const behind = systems && mapMembers(systems, toState)
  return {
    ...(fhir && { fhir: 'resources' in fhir ? [...fhir.resources()].map(({ resource }) => resource) : fhir }),
    ...parts,
    ...(behind && { systems: behind }),
  }
}

function mapMembers<From, To>(members: Readonly<Record<string, From>>, map: (member: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(members).map(([key, member]) => [key, map(member)]))
}
