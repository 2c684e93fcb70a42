import type { StoredResource } from '../../resource/fhir-resource.js'

/** A set of resources of one record for many lookups: one bit for each place in the order of creation. */
export class CreatedSet {
  readonly #first: number
  readonly #bits: Uint8Array

  /** Takes the resources in any order. */
  constructor(resources: readonly StoredResource[]) {
    let first = Number.POSITIVE_INFINITY
    let last = 0
    for (const { created } of resources) {
      if (created < first) first = created
      if (created > last) last = created
    }
    this.#first = first
    this.#bits = new Uint8Array(resources.length === 0 ? 0 : ((last - first) >>> 3) + 1)
    for (const { created } of resources) {
      const place = created - first
      this.#bits[place >>> 3] = (this.#bits[place >>> 3] ?? 0) | (1 << (place & 7))
    }
  }

  has({ created }: StoredResource): boolean {
    const place = created - this.#first
    return place >= 0 && ((this.#bits[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0
  }
}
