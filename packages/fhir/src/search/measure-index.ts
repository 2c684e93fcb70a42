import type { StoredResource } from '../fhir-resource.js'
import type { Measure } from './measures.js'
import { RangeIndex } from './range-index.js'

const none = new RangeIndex()

/** An index of measures: the ranges under each key. */
export class MeasureIndex {
  readonly #ranges = new Map<string, RangeIndex>()

  add({ key, range }: Measure, stored: StoredResource): void {
    let ranges = this.#ranges.get(key)
    if (ranges === undefined) {
      ranges = new RangeIndex()
      this.#ranges.set(key, ranges)
    }
    ranges.add(range, stored)
  }

  remove({ key, range }: Measure, stored: StoredResource): void {
    this.#ranges.get(key)?.remove(range, stored)
  }

  /** The ranges under a key; empty if it has no measures. */
  under(key: string): RangeIndex {
    return this.#ranges.get(key) ?? none
  }
}
