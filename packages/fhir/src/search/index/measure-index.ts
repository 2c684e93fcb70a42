import type { StoredResource } from '../../resource/fhir-resource.js'
import type { Measure } from '../values/measures.js'
import type { Range } from '../values/range-divisions.js'
import { RangeIndex } from './range-index.js'

/** An index of measures: the ranges under each key. */
export class MeasureIndex {
  readonly #ranges = new Map<string, RangeIndex>()

  /** Adds all measures of a resource. */
  add(measures: readonly Measure[], stored: StoredResource): void {
    for (const [key, ranges] of groupByKey(measures)) {
      let index = this.#ranges.get(key)
      if (index === undefined) {
        index = new RangeIndex()
        this.#ranges.set(key, index)
      }
      index.add(ranges, stored)
    }
  }

  /** Removes the measures that were added for a resource. */
  remove(measures: readonly Measure[], stored: StoredResource): void {
    for (const [key, ranges] of groupByKey(measures)) this.#ranges.get(key)?.remove(ranges, stored)
  }

  /** Returns the index of the ranges under a key, which is empty if there are no measures. */
  under(key: string): RangeIndex {
    return this.#ranges.get(key) ?? new RangeIndex()
  }
}

function groupByKey(measures: readonly Measure[]): ReadonlyMap<string, readonly Range[]> {
  const groups = new Map<string, Range[]>()
  for (const { key, range } of measures) {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [range])
    else group.push(range)
  }
  return groups
}
