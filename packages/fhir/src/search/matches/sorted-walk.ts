import type { StoredResource } from '../../resource/fhir-resource.js'
import type { CandidateTest } from '../clauses/candidate-test.js'
import type { SearchClause } from '../clauses/search-clause.js'
import type { HiddenResources } from '../index/hidden-resources.js'
import type { SortedMatch, SortKey, SortPosition } from '../index/search-sort.js'
import type { SortOrder } from '../index/sort-order.js'
import type { TypeIndex } from '../index/type-index.js'
import { MatchFilter } from './match-filter.js'

/** A part of a sort order that has all resources which satisfy a condition on the date of its first key. */
export interface SortedStretch {
  /** The bounds of that date. */
  readonly starts: { readonly from: number; readonly to: number }
  /** Maximum number of resources that satisfy the condition. */
  readonly most: number
}

const none: readonly SortedStretch[] = []

/** Returns a stretch of the order with this first key for each condition on the date of the key. */
export function findStretches(
  clauses: readonly SearchClause[],
  key: SortKey | undefined,
  index: TypeIndex,
): readonly SortedStretch[] {
  if (key?.parameter?.kind !== 'date') return none
  let stretches: SortedStretch[] | undefined
  for (const { ranged } of clauses) {
    if (ranged === undefined || ranged.parameter.index !== key.parameter.index) continue
    const ranges = ranged.ranges(index)
    const { conditions } = ranged
    const starts = ranges.startsOf(conditions)
    if (starts === undefined) continue
    stretches ??= []
    stretches.push({ starts, most: ranges.most(conditions) })
  }
  return stretches ?? none
}

/** Goes through a sort order until it has found a page of matches; its caller advances it piece by piece. */
export class SortedWalk {
  readonly #filter: MatchFilter<SortedMatch>
  readonly #limit: number
  /** Whether there are no matches after the end of the walk. */
  readonly #isToEnd: boolean

  /**
   * Begins after a position, and searches for `limit` of at most `most` matches. Gives up after examining several times
   * `most` resources.
   */
  constructor(
    order: SortOrder,
    stretches: readonly SortedStretch[],
    position: SortPosition | undefined,
    { most, limit }: { readonly most: number; readonly limit: number },
    tests: readonly CandidateTest[],
    hidden: HiddenResources | undefined,
  ) {
    let from = position === undefined ? 0 : order.placeAfter(position)
    let end = order.matches.length
    for (const { starts } of stretches) {
      const places = order.placesOf(starts)
      from = Math.max(from, places.from)
      end = Math.min(end, places.to)
    }
    const last = Math.min(end, from + 4 * most + limit)
    this.#isToEnd = last === end
    this.#limit = limit
    const candidates = { list: order.matches, from, to: Math.max(from, last), storedOf: readStored }
    this.#filter = new MatchFilter(candidates, tests, hidden, limit)
  }

  /** The number of resources that it has examined. */
  get looked(): number {
    return this.#filter.looked
  }

  /** Continues for some effort; returns whether it is done. */
  advance(effort: number): boolean {
    return this.#filter.advance(effort)
  }

  /** The matches that it has found; undefined if it gave up. */
  get page(): readonly SortedMatch[] | undefined {
    const { found } = this.#filter
    return found.length === this.#limit || this.#isToEnd ? found : undefined
  }
}

function readStored({ stored }: SortedMatch): StoredResource {
  return stored
}
