import { pointerTo } from '../finding.js'
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

/** The JSON Pointer of the parts of a system, by that of the whole state. */
export function pointerToSystem(at: string, system: string): string {
  return pointerTo(pointerTo(at, 'systems'), system)
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

/** Converts a place in the parts of a system to a place in the whole state. */
export function placeIn<Place extends RecordPlace>(place: Place, system: string | undefined): Place {
  return system === undefined ? place : { ...place, system }
}
