import { pointerTo } from '../finding.js'
import type { EvidenceStateSource } from './evidence-source.js'
import { hasSystem, partIn, pointerToSystem, stateOf, systemsOf } from './keyed-states.js'

/** The context in which something is derived from a part of the evidence. */
export interface Making<Whole, Made> {
  /** The name of the part. */
  readonly part: string
  /** The JSON Pointer of the part in the evidence, for messages: `/initial/systems/imaging/faxes`. */
  readonly at: string
  /** Whether the result serves many verifications, so that a full index pays off. */
  readonly kept: boolean
  /** What was derived from this part before it was replaced; undefined if nothing was. */
  readonly earlier: Made | undefined
  /** The result of another function on the same part, computed on first use and then cached. */
  readonly once: <Other>(make: Make<Whole, Other>) => Other
}

/** Derives something from a part: an indexed view, parsed messages. The form of the part has been validated. */
export type Make<Whole, Made> = (whole: Whole, making: Making<Whole, Made>) => Made

/** The observed parts of one moment, with derived data computed on first use and then shared. */
export class EvidenceState {
  /** The parts as given. */
  readonly parts: EvidenceStateSource
  /** The JSON Pointer of this state in the evidence, for messages. */
  readonly at: string
  readonly #system: string | undefined
  readonly #kept: boolean
  /** By part, then by the function that derived it. */
  readonly #made = new Map<string, Map<unknown, unknown>>()
  /** Data derived from parts that have since been replaced. */
  readonly #earlier = new Map<string, ReadonlyMap<unknown, unknown>>()
  /** The states of systems behind a key, created on first use. */
  readonly #behind = new Map<string, EvidenceState>()

  /** `system` is the key of the system whose parts these are; absent for the plain ones. */
  constructor(
    parts: EvidenceStateSource,
    { at, kept, system }: { readonly at: string; readonly kept: boolean; readonly system?: string | undefined },
  ) {
    this.parts = parts
    this.at = at
    this.#system = system
    this.#kept = kept
  }

  /**
   * This state with one part replaced; data derived from other parts is shared with this state.
   * `parts` must contain the same objects except for that part.
   *
   * @param system - the key of the system that has the part; undefined for the plain parts
   */
  replacing(part: string, parts: EvidenceStateSource, system?: string): EvidenceState {
    const next = new EvidenceState(parts, { at: this.at, kept: this.#kept, system: this.#system })
    for (const name of Object.keys(parts)) {
      const made = this.#madeOf(name)
      if (system === undefined && name === part) next.#earlier.set(name, made)
      else next.#made.set(name, made)
    }
    for (const key of systemsOf(parts)) {
      const state = key === undefined ? undefined : this.behind(key)
      if (key === undefined || state === undefined) continue
      next.#behind.set(key, key === system ? state.replacing(part, stateOf(parts, key)) : state)
    }
    return next
  }

  /** The state of the system with a key, its parts in place of the plain ones; undefined if not observed. */
  behind(key: string): EvidenceState | undefined {
    if (!hasSystem(this.parts, key)) return undefined
    let state = this.#behind.get(key)
    if (state === undefined) {
      const at = pointerToSystem(this.at, key)
      state = new EvidenceState(stateOf(this.parts, key), { at, kept: this.#kept, system: key })
      this.#behind.set(key, state)
    }
    return state
  }

  /** The name of one of its parts in the whole evidence: `systems.imaging.faxes`. */
  nameOf(part: string): string {
    return partIn(part, this.#system)
  }

  /** The result of a function on a part, computed on first use and then cached; undefined if the part was not observed. */
  once<Whole, Made>(part: string, make: Make<Whole, Made>): Made | undefined {
    const whole = wholeOf(part, this.parts)
    return whole === undefined ? undefined : this.#make(part, whole as Whole, make)
  }

  #make<Whole, Made>(part: string, whole: Whole, make: Make<Whole, Made>): Made {
    const all = this.#madeOf(part)
    // The function itself is the key, so the cached value has its result type.
    if (!all.has(make)) {
      const earlier = this.#earlier.get(part)?.get(make) as Made | undefined
      const once = <Other>(other: Make<Whole, Other>): Other => this.#make(part, whole, other)
      all.set(make, make(whole, { part, at: pointerTo(this.at, part), kept: this.#kept, earlier, once }))
    }
    return all.get(make) as Made
  }

  #madeOf(part: string): Map<unknown, unknown> {
    let made = this.#made.get(part)
    if (made === undefined) {
      made = new Map()
      this.#made.set(part, made)
    }
    return made
  }
}

/** The value in a state under the name of a part; undefined if the part was not observed. */
export function wholeOf(part: string, state: EvidenceStateSource): unknown {
  return (state as Readonly<Record<string, unknown>>)[part]
}
