import type { EvidenceStateSource } from './evidence-source.js'
import type { RecordPlace } from './mutation.js'

/** The keys of the systems in some states, in order of first occurrence; undefined first, for the plain parts. */
export function systemsOf(...states: readonly EvidenceStateSource[]): readonly (string | undefined)[] {
  return [undefined, ...new Set(states.flatMap(({ systems }) => Object.keys(systems ?? {})))]
}

/** The parts of the system with a key, as a separate state; without a key the state itself. Empty if it was not observed. */
export function stateOf(state: EvidenceStateSource, system: string | undefined): EvidenceStateSource {
  if (system === undefined) return state
  const { systems } = state
  return systems !== undefined && Object.hasOwn(systems, system) ? (systems[system] ?? {}) : {}
}

/** The state with the parts of one system replaced; without a key, some of its own parts. */
export function withStateOf<State extends EvidenceStateSource>(
  state: State,
  system: string | undefined,
  parts: EvidenceStateSource,
): State {
  if (system === undefined) return { ...state, ...parts }
  return { ...state, systems: { ...state.systems, [system]: { ...stateOf(state, system), ...parts } } }
}

/** The states as one, part by part: for each part of each system, the last state that has it counts. */
export function mergeStates(...states: readonly EvidenceStateSource[]): EvidenceStateSource {
  let merged: EvidenceStateSource = {}
  for (const state of states) {
    const { systems, ...plain } = state
    merged = Object.assign({ ...merged }, plain)
    for (const key of Object.keys(systems ?? {})) merged = withStateOf(merged, key, stateOf(state, key))
  }
  return merged
}

/** Converts a place in the parts of a system to a place in the whole state. */
export function placeIn<Place extends RecordPlace>(place: Place, system: string | undefined): Place {
  return system === undefined ? place : { ...place, system }
}
