import { pointerTo } from '../../values/finding.js'
import type { Derived, DerivedData } from './derived-data.js'
import type { EvidenceStateSource } from './evidence-source.js'
import { hasSystem, listSystems, partIn, pointerToSystem, selectState } from './keyed-states.js'
import type { ReadLog } from './read-log.js'

/** The context in which data are derived from a part of the evidence. */
export interface Making<Whole, Made> {
  /** The name of the part. */
  readonly part: string
  /** The JSON Pointer of the part in the evidence, for messages: `/initial/systems/imaging/faxes`. */
  readonly at: string
  /** Whether the result serves many verifications, so that a full index pays off. */
  readonly kept: boolean
  /** The data derived from this part before it was replaced; undefined if there are none. */
  readonly earlier: Made | undefined
  /** Returns the result of another function on the same part, computed on first use and then cached. */
  readonly once: <Other>(make: Make<Whole, Other>) => Other
}

/** Derives data from a part: an indexed view, parsed messages. The form of the part has been validated. */
export type Make<Whole, Made> = (whole: Whole, making: Making<Whole, Made>) => Made

/** The context of a state. */
export interface StateOptions {
  /** The JSON Pointer of the state in the evidence, for messages. */
  readonly at: string
  /** Whether it serves many verifications, so that full indexes pay off. */
  readonly kept: boolean
  /** The key of the system whose parts these are; absent for the plain ones. */
  readonly system?: string | undefined
  /** Derived data that are shared with other states. Default: nothing is shared. */
  readonly derived?: DerivedData | undefined
  /** Records which parts are read. Default: nothing is recorded. */
  readonly log?: ReadLog | undefined
}

/** The observed parts of one moment, with derived data computed on first use and then shared. */
export class EvidenceState {
  /** The JSON Pointer of this state in the evidence, for messages. */
  readonly at: string
  readonly #parts: EvidenceStateSource
  readonly #options: StateOptions
  /** By part, then by the function that derived it. */
  readonly #made = new Map<string, Derived>()
  /** Data derived from the part that has since been replaced. */
  #earlier: { readonly part: string; readonly made: Derived } | undefined
  /** The states of systems behind a key, created on first use. */
  #behind: Map<string, EvidenceState> | undefined

  constructor(parts: EvidenceStateSource, options: StateOptions) {
    this.at = options.at
    this.#parts = parts
    this.#options = options
  }

  /**
   * Whether it serves many verifications. Announcing look-ups to such a state has no effect, as everything is indexed.
   */
  get isKept(): boolean {
    return this.#options.kept
  }

  /** The parts as given. */
  get parts(): EvidenceStateSource {
    this.#options.log?.noteAll()
    return this.#parts
  }

  /**
   * Returns this state with one part replaced; data derived from other parts are shared with this state. `parts` must
   * contain the same objects except for that part.
   *
   * @param system - the key of the system that has the part; undefined for the plain parts
   */
  replacing(part: string, parts: EvidenceStateSource, system?: string): EvidenceState {
    const { log: _, ...options } = this.#options
    const next = new EvidenceState(parts, options)
    for (const name of Object.keys(parts)) {
      const made = this.#madeOf(name)
      if (system === undefined && name === part) next.#earlier = { part, made }
      else next.#made.set(name, made)
    }
    for (const key of listSystems(parts)) {
      const state = key === undefined ? undefined : this.behind(key)
      if (key === undefined || state === undefined) continue
      next.#behind ??= new Map()
      next.#behind.set(key, key === system ? state.replacing(part, selectState(parts, key)) : state)
    }
    return next
  }

  /** The state of the system with a key, its parts in place of the plain ones; undefined if not observed. */
  behind(key: string): EvidenceState | undefined {
    if (!hasSystem(this.#parts, key)) {
      this.#options.log?.noteAll()
      return undefined
    }
    this.#behind ??= new Map()
    let state = this.#behind.get(key)
    if (state === undefined) {
      const options = { ...this.#options, at: pointerToSystem(this.at, key), system: key }
      state = new EvidenceState(selectState(this.#parts, key), options)
      this.#behind.set(key, state)
    }
    return state
  }

  /** The name of one of its parts in the whole evidence: `systems.imaging.faxes`. */
  nameOf(part: string): string {
    return partIn(part, this.#options.system)
  }

  /**
   * Returns the result of a function on a part, computed on first use and then cached; undefined if the part was not
   * observed.
   */
  once<Whole, Made>(part: string, make: Make<Whole, Made>): Made | undefined {
    this.#options.log?.note(part, this.#options.system)
    // The function itself is the key, so the cached value has its result type.
    const known = this.#made.get(part)?.get(make)
    if (known !== undefined) return known as Made
    const whole = readWhole(part, this.#parts)
    return whole === undefined ? undefined : this.#make(part, whole as Whole, make)
  }

  /**
   * Returns the same object for all states that share the derived data of a part. Results that depend only on the part
   * can be cached by it.
   */
  identityOf(part: string): object {
    this.#options.log?.note(part, this.#options.system)
    return this.#madeOf(part)
  }

  /**
   * Notes a read of the whole state. Call it where data of the state are read that were kept elsewhere and may depend
   * on any part.
   */
  noteReading(): void {
    this.#options.log?.noteAll()
  }

  #make<Whole, Made>(part: string, whole: Whole, make: Make<Whole, Made>): Made {
    const all = this.#madeOf(part)
    const known = all.get(make)
    if (known !== undefined || all.has(make)) return known as Made
    const earlier = this.#earlier?.part === part ? (this.#earlier.made.get(make) as Made | undefined) : undefined
    const once = <Other>(other: Make<Whole, Other>): Other => this.#make(part, whole, other)
    const made = make(whole, { part, at: pointerTo(this.at, part), kept: this.#options.kept, earlier, once })
    all.set(make, made)
    return made
  }

  #madeOf(part: string): Derived {
    let made = this.#made.get(part)
    if (made === undefined) {
      const whole = readWhole(part, this.#parts)
      const { derived } = this.#options
      const isShared = derived !== undefined && typeof whole === 'object' && whole !== null
      made = isShared ? derived.of(whole, pointerTo(this.at, part)) : new Map()
      this.#made.set(part, made)
    }
    return made
  }
}

/** Returns the value in a state under the name of a part; undefined if the part was not observed. */
export function readWhole(part: string, state: EvidenceStateSource): unknown {
  return (state as Readonly<Record<string, unknown>>)[part]
}
