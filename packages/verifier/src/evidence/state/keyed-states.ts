import { pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import type { EvidenceStateSource } from './evidence-source.js'
import type { RecordPlace } from './mutation.js'

// The parts of systems that are not the first of their type are in `systems`, by key. Only this module reads, writes
// and names them. States may come from files: malformed members read as absent.

/**
 * Returns the keys of the systems in some states, in order of first occurrence; undefined first, for the plain parts.
 */
export function listSystems(...states: readonly EvidenceStateSource[]): readonly (string | undefined)[] {
  return [undefined, ...new Set(states.flatMap((state) => Object.keys(readMembers(state))))]
}

/** Whether a state has the parts of the system with a key. */
export function hasSystem(state: EvidenceStateSource, system: string): boolean {
  return Object.hasOwn(readMembers(state), system)
}

/**
 * Returns the parts of the system with a key, as a separate state; without a key, the state itself. Empty if the system
 * was not observed.
 */
export function selectState(state: EvidenceStateSource, system: string | undefined): EvidenceStateSource {
  if (system === undefined) return state
  const own = hasSystem(state, system) ? readMembers(state)[system] : undefined
  return isJsonObject(own) ? (own as EvidenceStateSource) : {}
}

/** Returns the state with the parts of one system replaced; without a key, with some of its own parts replaced. */
export function replaceState<State extends EvidenceStateSource>(
  state: State,
  system: string | undefined,
  parts: EvidenceStateSource,
): State {
  if (system === undefined) return { ...state, ...parts }
  return { ...state, systems: { ...state.systems, [system]: { ...selectState(state, system), ...parts } } }
}

/** Merges the states part by part: for each part of each system, the last state that has it counts. */
export function mergeStates(...states: readonly EvidenceStateSource[]): EvidenceStateSource {
  let merged: EvidenceStateSource = {}
  for (const state of states) {
    const { systems, ...plain } = state
    merged = Object.assign({ ...merged }, plain)
    for (const key of Object.keys(systems ?? {})) merged = replaceState(merged, key, selectState(state, key))
  }
  return merged
}

/** Returns the state with its own parts, and those of each system, replaced by the results of `map`. */
export function mapStates<State extends EvidenceStateSource>(
  state: State,
  map: (parts: Omit<EvidenceStateSource, 'systems'>) => EvidenceStateSource,
): State {
  const { systems, ...parts } = state
  const mapped = map(parts)
  if (systems === undefined) return mapped as State
  const behind = listSystems(state).flatMap((key) =>
    key === undefined ? [] : [[key, map(selectState(state, key))] as const],
  )
  return { ...mapped, systems: Object.fromEntries(behind) } as State
}

/** Converts a place in the parts of a system to a place in the whole state. */
export function placeIn<Place extends RecordPlace>(place: Place, system: string | undefined): Place {
  return system === undefined ? place : { ...place, system }
}

/** Returns the name of a part of a system in the whole evidence: `systems.imaging.faxes`. */
export function partIn(part: string, system: string | undefined): string {
  return system === undefined ? part : `systems.${system}.${part}`
}

/**
 * Returns the JSON Pointer of the parts of a system, given the pointer of the whole state; without a key, that pointer
 * itself.
 */
export function pointerToSystem(at: string, system: string | undefined): string {
  return system === undefined ? at : pointerTo(pointerTo(at, 'systems'), system)
}

/** Returns the name of a list, a record or an event of a system in sentences: `faxes of imaging`. */
export function nameIn(name: string, system: string | undefined): string {
  return system === undefined ? name : `${name} of ${system}`
}

function readMembers(state: EvidenceStateSource): Readonly<Record<string, unknown>> {
  const { systems } = state
  return isJsonObject(systems) ? systems : {}
}
