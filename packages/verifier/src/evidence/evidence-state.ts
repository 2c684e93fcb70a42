import type { EvidenceStateSource } from './evidence-source.js'
import { stateOf } from './keyed-states.js'

/** What is known where something is made of a part of the evidence. */
export interface Making<Whole, Made> {
  /** The name of the part. */
  readonly part: string
  /** Whether what is made serves many verifications, so that an index of everything pays. */
  readonly kept: boolean
  /** What was made of this part before it was replaced; undefined if nothing was. */
  readonly earlier: Made | undefined
  /** What another function makes of the same part, made on first use and then kept. */
  readonly once: <Other>(make: Make<Whole, Other>) => Other
}

/** Makes something of a part: a view with indexes, parsed messages. The part is of the form that was demanded of it. */
export type Make<Whole, Made> = (whole: Whole, making: Making<Whole, Made>) => Made

/** The observed parts of one moment, with what is made of each part on first use and then shared. */
export class EvidenceState {
  /** The parts as they were given. */
  readonly parts: EvidenceStateSource
  readonly #kept: boolean
  /** By part, then by the function that has made it. */
  readonly #made = new Map<string, Map<unknown, unknown>>()
  /** What was made of parts that have since been replaced. */
  readonly #earlier = new Map<string, ReadonlyMap<unknown, unknown>>()
  /** The states of systems behind a key, on first use. */
  readonly #behind = new Map<string, EvidenceState>()

  constructor(parts: EvidenceStateSource, kept: boolean) {
    this.parts = parts
    this.#kept = kept
  }

  /**
   * This state with one part replaced: what is made of other parts is shared with this one.
   * `parts` must be the same objects but for that part.
   *
   * @param system - the key of the system that the part is of; undefined for the plain parts
   */
  replacing(part: string, parts: EvidenceStateSource, system?: string): EvidenceState {
    const next = new EvidenceState(parts, this.#kept)
    for (const name of Object.keys(parts)) {
      const made = this.#madeOf(name)
      if (system === undefined && name === part) next.#earlier.set(name, made)
      else next.#made.set(name, made)
    }
    for (const key of Object.keys(parts.systems ?? {})) {
      const state = this.behind(key)
      if (state === undefined) continue
      next.#behind.set(key, key === system ? state.replacing(part, stateOf(parts, key)) : state)
    }
    return next
  }

  /** The state that the system of a key has left, its parts in the place of the plain ones; undefined if not observed. */
  behind(key: string): EvidenceState | undefined {
    const { systems } = this.parts
    if (systems === undefined || !Object.hasOwn(systems, key)) return undefined
    let state = this.#behind.get(key)
    if (state === undefined) {
      state = new EvidenceState(stateOf(this.parts, key), this.#kept)
      this.#behind.set(key, state)
    }
    return state
  }

  /** The keys of the systems that are not the first of their type. */
  get keys(): readonly string[] {
    return Object.keys(this.parts.systems ?? {})
  }

  /** What a function makes of a part, made on first use and then kept; undefined if the part was not observed. */
  once<Whole, Made>(part: string, make: Make<Whole, Made>): Made | undefined {
    const whole = wholeOf(part, this.parts)
    return whole === undefined ? undefined : this.#make(part, whole as Whole, make)
  }

  #make<Whole, Made>(part: string, whole: Whole, make: Make<Whole, Made>): Made {
    const all = this.#madeOf(part)
    // The function itself is the key, so what is found under it is what it has made.
    if (!all.has(make)) {
      const earlier = this.#earlier.get(part)?.get(make) as Made | undefined
      const once = <Other>(other: Make<Whole, Other>): Other => this.#make(part, whole, other)
      all.set(make, make(whole, { part, kept: this.#kept, earlier, once }))
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

/** What a state holds under the name of a part; undefined if the part was not observed. */
export function wholeOf(part: string, state: EvidenceStateSource): unknown {
  return (state as Readonly<Record<string, unknown>>)[part]
}
