import { FhirStore } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'
import type { EvidenceStateSource, FhirView } from './evidence-source.js'
import { FhirList, resourceAt } from './fhir-list.js'
import { RowIndex } from './row-index.js'

/** The observed parts of one moment with indexes that are built on first use and then shared. */
export class EvidenceState {
  /** The parts as they were given. */
  readonly parts: EvidenceStateSource
  readonly #kept: boolean
  readonly #portal = new Map<string, RowIndex>()
  readonly #made = new Map<unknown, unknown>()
  #fhir: FhirView | undefined

  constructor(parts: EvidenceStateSource, kept: boolean) {
    this.parts = parts
    this.#kept = kept
  }

  /**
   * This state with one part replaced: what was made of other parts so far is not made again.
   * `parts` must be the same objects but for that part; of the portal, rows that are the same are shared too.
   */
  replacing(part: string, parts: EvidenceStateSource): EvidenceState {
    const next = new EvidenceState(parts, this.#kept)
    if (part !== 'fhir') next.#fhir = this.#fhir
    for (const [resource, index] of this.#portal) {
      const rows = parts.portal && Object.hasOwn(parts.portal, resource) ? parts.portal[resource] : undefined
      if (rows === index.rows) next.#portal.set(resource, index)
    }
    // What is made of a state by a function is made of its lists.
    if (part === 'fhir' || part === 'portal') for (const [make, made] of this.#made) next.#made.set(make, made)
    return next
  }

  /** What a function makes of this state, made on first use and then kept: parsed messages and the like. */
  once<Made>(make: (state: EvidenceState) => Made): Made {
    // The function itself is the key, so what is found under it is what it has made.
    if (!this.#made.has(make)) this.#made.set(make, make(this))
    return this.#made.get(make) as Made
  }

  /** The FHIR record; undefined if it was not observed. */
  get fhir(): FhirView | undefined {
    const { fhir } = this.parts
    if (this.#fhir === undefined && fhir !== undefined) {
      this.#fhir = isList(fhir) ? viewOf(fhir, this.#kept) : fhir
    }
    return this.#fhir
  }

  /** The rows of a portal resource, none if it has no such resource; undefined if the portal was not observed. */
  portalRows(resource: string): RowIndex | undefined {
    const { portal } = this.parts
    if (portal === undefined) return undefined
    let index = this.#portal.get(resource)
    if (index === undefined) {
      index = new RowIndex((Object.hasOwn(portal, resource) && portal[resource]) || [], this.#kept)
      this.#portal.set(resource, index)
    }
    return index
  }
}

const viewOf = (list: readonly JsonObject[], kept: boolean): FhirView =>
  kept ? FhirStore.fromResources(list.map(resourceAt)) : new FhirList(list)

const isList = (fhir: readonly JsonObject[] | FhirView): fhir is readonly JsonObject[] => Array.isArray(fhir)
