import type { EvidenceSnapshot, JsonObject, Steps } from '@carebench/protocol'
import type { SimulatorEvidence } from '@carebench/systems'
import {
  type EvidenceSource,
  type EvidenceStateSource,
  type LiveChanges,
  type LiveRecords,
  listSystems,
  replaceState,
  selectState,
} from '@carebench/verifier'
import { isLive, toSnapshot } from './evidence-snapshot.js'

/** Returns the number of live records in a seeded state. */
export function liveRecordsIn(base: SimulatorEvidence): number {
  return listSystems(base as EvidenceStateSource)
    .flatMap((system) => Object.values(selectState(base as EvidenceStateSource, system)))
    .reduce((sum: number, part) => sum + (isLive(part) ? (part.size ?? 0) : 0), 0)
}

/**
 * Returns, in steps, the evidence as a document in which live records are `{put, removed}`: the differences from the
 * seeded state.
 */
export function* toDifferences(evidence: EvidenceSource, base: SimulatorEvidence): Steps<JsonObject> {
  const differing = yield* mapLiveStates(evidence, base, readChanges)
  return (yield* toSnapshot(differing)) as EvidenceSnapshot & JsonObject
}

/**
 * Returns, in steps, the evidence of a document made by {@link toDifferences}, with live records that share those of
 * the seeded state. Throws a TypeError if it does not fit the state.
 */
export function fromDifferences(document: JsonObject, base: SimulatorEvidence): Steps<EvidenceSource> {
  return mapLiveStates(document as unknown as EvidenceSource, base, changed)
}

/** Returns the evidence with every part replaced that is live in the seeded state, in each of its states. */
function* mapLiveStates(
  { initial, without_agent, ...final }: EvidenceSource,
  base: SimulatorEvidence,
  map: MapLive,
): Steps<EvidenceSource> {
  return {
    ...(yield* mapLive(final, base, map)),
    ...(initial && { initial: yield* mapLive(initial, base, map) }),
    ...(without_agent && { without_agent: yield* mapLive(without_agent, base, map) }),
  }
}

function* readChanges(part: unknown, seeded: LiveRecords): Steps<unknown> {
  yield
  return isLive(part) ? (part.changesFrom?.(seeded) ?? part) : part
}

function* changed(part: unknown, seeded: LiveRecords, at: string): Steps<unknown> {
  // Live records that cannot report their changes are written as a list.
  if (Array.isArray(part)) return part
  if (isChanges(part) && seeded.withChanges !== undefined) return yield* seeded.withChanges(part)
  throw new TypeError(
    `Expected ${at} of the evidence to be {"put": [resource…], "removed": [{"resourceType", "id"}…]}.`,
  )
}

type MapLive = (part: unknown, seeded: LiveRecords, at: string) => Steps<unknown>

/** Returns a state with every part replaced that is live in the seeded state. */
function* mapLive<State extends EvidenceStateSource>(
  state: State,
  base: SimulatorEvidence,
  map: MapLive,
): Steps<State> {
  let mapped = state
  for (const system of listSystems(state)) {
    const seeded: Readonly<Record<string, unknown>> = { ...selectState(base as EvidenceStateSource, system) }
    const parts: (readonly [string, unknown])[] = []
    for (const [name, part] of Object.entries(selectState(state, system))) {
      const before = seeded[name]
      if (isLive(before)) parts.push([name, yield* map(part, before, name)])
    }
    if (parts.length > 0) mapped = replaceState(mapped, system, Object.fromEntries(parts))
  }
  return mapped
}

/** Whether a part is written as its differences from the seeded state. */
export function isChanges(value: unknown): value is LiveChanges {
  const { put, removed } = (value ?? {}) as { readonly put?: unknown; readonly removed?: unknown }
  return Array.isArray(put) && Array.isArray(removed)
}
