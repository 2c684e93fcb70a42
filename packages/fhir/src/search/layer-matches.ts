import { uniteCreated } from '../created-list.js'
import { CreatedSet } from '../created-set.js'
import type { StoredResource } from '../fhir-resource.js'
import { finish, type Steps } from '../steps.js'
import { type CandidateTest, candidateTests, lookupsPerTest } from './candidate-test.js'
import type { HiddenResources } from './hidden-resources.js'
import { effortInStep, MatchFilter, wholeList } from './match-filter.js'
import { joinRanges } from './range-clause.js'
import { ListedResources, OtherResources, type ResourceSet } from './resource-set.js'
import type { SearchClause } from './search-clause.js'
import type { SearchEffort } from './search-effort.js'
import { compareMatches, type SortedMatch, type SortKey, type SortPosition, sortMatches } from './search-sort.js'
import type { TypeIndex } from './type-index.js'

/** Resources of one type, some of which are hidden. */
export interface SearchedLayer {
  readonly index: TypeIndex | undefined
  /** Resources of the index that have been changed or deleted since. */
  readonly hidden: HiddenResources | undefined
}

const none: readonly StoredResource[] = []

/**
 * The matches of a search among the resources of one index. The condition with the fewest candidates finds them, the others are
 * tested. What was not asked for is not found: a count needs no list, and a page no more than itself.
 */
export class LayerMatches {
  readonly #index: TypeIndex
  readonly #hidden: HiddenResources | undefined
  readonly #effort: SearchEffort | undefined
  readonly #clauses: readonly SearchClause[]
  /** The condition that finds the candidates; undefined if all resources are. */
  readonly #driver: SearchClause | undefined
  /** Without those that are hidden if all resources are candidates. */
  readonly #candidates: ResourceSet
  readonly #rest: readonly SearchClause[]
  /** The most candidates. */
  readonly #most: number
  #all: readonly StoredResource[] | undefined

  /** The hidden resources of the index are no matches. */
  constructor(
    index: TypeIndex,
    hidden: HiddenResources | undefined,
    clauses: readonly SearchClause[],
    effort: SearchEffort | undefined,
  ) {
    this.#index = index
    this.#hidden = hidden
    this.#effort = effort
    this.#clauses = clauses.length < 2 ? clauses : joinRanges(clauses, index)
    let most = index.inOrder.length
    let driver: SearchClause | undefined
    for (const clause of this.#clauses) {
      const estimate = clause.estimate(index, most)
      if (estimate === undefined || estimate > most || (estimate === most && driver !== undefined)) continue
      most = estimate
      driver = clause
    }
    this.#driver = driver
    this.#candidates = driver === undefined ? this.#visible() : driver.find(index)
    this.#most = this.#candidates.isListed ? this.#candidates.count() : most
    this.#rest = driver === undefined ? this.#clauses : this.#clauses.filter((clause) => clause !== driver)
  }

  /** All matches in creation order. */
  all(): readonly StoredResource[] {
    if (this.#all === undefined) {
      const filter = finish(this.#filterAll())
      filter?.advance(Number.POSITIVE_INFINITY)
      this.#all = filter?.found ?? this.#candidates.all()
    }
    return this.#all
  }

  /** {@link all} in steps. */
  *allInSteps(): Steps<readonly StoredResource[]> {
    if (this.#all === undefined) {
      const filter = yield* this.#filterAll()
      if (filter !== undefined) while (!filter.advance(effortInStep)) yield
      this.#all = filter?.found ?? this.#candidates.all()
    }
    return this.#all
  }

  *count(): Steps<number> {
    if (this.#all !== undefined) return this.#all.length
    if (this.#hiddenCandidates !== undefined && this.#hiddenCandidates.list.length > this.#most) {
      return (yield* this.allInSteps()).length
    }
    const failing = this.#rest.length === 0 ? none : yield* this.#failing()
    if (failing === undefined) return (yield* this.allInSteps()).length
    const filter = new MatchFilter(wholeList(failing), [this.#testOfCandidates()], undefined)
    while (!filter.advance(effortInStep)) yield
    this.#effort?.spend(filter.looked)
    return this.#candidates.count() - filter.found.length - (yield* this.#countHidden())
  }

  /**
   * The resources that do not satisfy all of the other conditions; undefined if they are not few, or take long to find. Most records
   * have a status that almost all share: then it is quicker to count those that lack it than those that have it.
   */
  *#failing(): Steps<readonly StoredResource[] | undefined> {
    const { inOrder } = this.#index
    const most = this.#most / 2
    // No condition lacks so few resources and is found in so little time: its estimate, which may take long, is not needed.
    if (inOrder.length - most > this.#most * lookupsPerTest) return undefined
    const lists: (readonly StoredResource[])[] = []
    let count = 0
    for (const clause of this.#rest) {
      const estimate = clause.estimate(this.#index)
      if (estimate === undefined || inOrder.length - estimate > most) return undefined
      // Finding very many takes longer than comparing the candidates.
      if (estimate > this.#most * lookupsPerTest) return undefined
      yield
      const found = clause.find(this.#index)
      if (!found.isListed) return undefined
      count += inOrder.length - found.count()
      if (count > most) return undefined
      lists.push(found.others((list) => this.#index.others(list)) ?? none)
    }
    return uniteCreated(lists)
  }

  /** The hidden resources, as far as they may be candidates. */
  get #hiddenCandidates(): HiddenResources | undefined {
    return this.#driver === undefined ? undefined : this.#hidden
  }

  /** How many of the hidden resources are candidates that satisfy the other conditions. */
  *#countHidden(): Steps<number> {
    const hidden = this.#hiddenCandidates
    if (hidden === undefined) return 0
    if (hidden.areMany) {
      const index = hidden.index()
      for (const clause of this.#clauses) if (clause.prepare !== undefined) yield* clause.prepare(index)
      return yield* new LayerMatches(index, undefined, this.#clauses, this.#effort).count()
    }
    const tests = [this.#testOfCandidates(), ...candidateTests(this.#rest, this.#index, 0)]
    const filter = new MatchFilter(wholeList(hidden.list), tests, undefined)
    while (!filter.advance(effortInStep)) yield
    this.#effort?.spend(filter.looked)
    return filter.found.length
  }

  /** The candidates without those that are hidden, if an index of the hidden ones lists these; otherwise all candidates. */
  *#visibleCandidates(): Steps<ResourceSet> {
    const hidden = this.#hiddenCandidates
    const { listed, prepare } = this.#driver ?? {}
    if (hidden?.areMany !== true || listed === undefined) return this.#candidates
    if (hidden.list.length > this.#candidates.count()) return this.#candidates
    const index = hidden.index()
    if (prepare !== undefined) yield* prepare(index)
    return new OtherResources(listed(this.#index), listed(index))
  }

  /** Whether going through all resources that are not hidden is no longer than going through the candidates. */
  get #areAlmostAll(): boolean {
    const { listed, tester } = this.#driver ?? {}
    if (this.#hiddenCandidates?.areMany !== true || listed !== undefined || tester === undefined) return false
    return this.#candidates.count() * 2 > this.#index.inOrder.length
  }

  /** All resources that are not hidden. */
  #visible(): ResourceSet {
    const { inOrder } = this.#index
    return this.#hidden === undefined ? new ListedResources(inOrder) : new OtherResources(inOrder, this.#hidden.list)
  }

  /** At most `limit` of the matches that were created after `after`, in creation order. */
  *page(after: number, limit: number): Steps<readonly StoredResource[]> {
    if (this.#all === undefined && limit < Number.POSITIVE_INFINITY) {
      const page = yield* this.#walkInOrder(after, limit)
      if (page !== undefined) return page
    }
    return new ListedResources(yield* this.allInSteps()).page(after, limit)
  }

  /** At most `limit` of the matches after a position, in the order of a sort. */
  *sorted(keys: readonly SortKey[], position: SortPosition | undefined, limit: number): Steps<readonly SortedMatch[]> {
    const walked = yield* this.#walkSorted(keys, position, limit)
    if (walked !== undefined) return walked
    const all = yield* this.allInSteps()
    this.#effort?.spend(all.length * keys.length)
    const sorted = yield* sortMatches(all, keys, this.#index)
    const begin = position === undefined ? 0 : sorted.findIndex((match) => compareMatches(match, position, keys) > 0)
    return begin < 0 ? [] : sorted.slice(begin, begin + limit)
  }

  /** A filter that finds all matches; undefined if all candidates are. */
  *#filterAll(): Steps<MatchFilter<StoredResource> | undefined> {
    const candidates = this.#candidates.all()
    this.#spend(candidates.length)
    const hidden = this.#hiddenCandidates
    if (this.#rest.length === 0 && hidden === undefined) return undefined
    yield
    return new MatchFilter(wholeList(candidates), candidateTests(this.#rest, this.#index, candidates.length), hidden)
  }

  #spend(candidates: number): void {
    this.#effort?.spend(candidates * (this.#driver === undefined ? this.#rest.length : this.#rest.length + 1))
  }

  /**
   * Goes through the candidates until the page is full. If listing them takes as long as finding all, it goes through all resources
   * instead, where that is expected to be quicker; undefined if it is not, or turned out not to be.
   */
  *#walkInOrder(after: number, limit: number): Steps<readonly StoredResource[] | undefined> {
    const isListed = this.#candidates.isListed && !this.#areAlmostAll
    if (!isListed && limit * this.#index.inOrder.length > this.#most ** 2) return undefined
    const walked = isListed ? yield* this.#visibleCandidates() : this.#visible()
    const tests = candidateTests(isListed ? this.#rest : this.#clauses, this.#index, 0)
    const hidden = isListed && walked === this.#candidates ? this.#hiddenCandidates : undefined
    const found: StoredResource[] = []
    let left = isListed ? Number.POSITIVE_INFINITY : this.#most
    let last = after
    for (let size = limit; left > 0; size *= 2) {
      const candidates = walked.page(last, size)
      const filter = new MatchFilter(wholeList(candidates), tests, hidden, limit - found.length)
      while (!filter.advance(effortInStep)) yield
      this.#spend(filter.looked)
      for (const stored of filter.found) found.push(stored)
      if (found.length === limit || candidates.length < size) return found
      left -= size
      last = candidates[candidates.length - 1]?.created ?? last
    }
    return undefined
  }

  /**
   * Goes through the sorted resources until the page is full; undefined if that is expected to take longer than sorting the
   * matches, or turned out to.
   */
  *#walkSorted(
    keys: readonly SortKey[],
    position: SortPosition | undefined,
    limit: number,
  ): Steps<readonly SortedMatch[] | undefined> {
    const most = this.#all?.length ?? this.#most
    const ranged = this.#clausesOn(keys[0])
    const walked = ranged.length === 0 ? this.#index.inOrder.length : Math.min(...ranged.map(({ most }) => most))
    if (limit * walked > 2 * most ** 2) return undefined
    const order = yield* this.#index.order(keys)
    let place = position === undefined ? 0 : order.placeAfter(position)
    let end = order.matches.length
    for (const { starts } of ranged) {
      const places = order.placesOf(starts)
      place = Math.max(place, places.from)
      end = Math.min(end, places.to)
    }
    const tests = this.#testsOfAny()
    if (tests.length === 0 && this.#hidden === undefined) {
      const matches = order.matches.slice(place, Math.min(end, place + limit))
      this.#effort?.spend(matches.length * keys.length)
      return matches
    }
    const last = Math.min(end, place + 4 * most + limit)
    const walk = { list: order.matches, from: place, to: Math.max(place, last), storedOf }
    const filter = new MatchFilter(walk, tests, this.#hidden, limit)
    while (!filter.advance(effortInStep)) yield
    this.#effort?.spend(filter.looked * keys.length)
    return filter.found.length === limit || last === end ? filter.found : undefined
  }

  /** Tests that tell whether any resource is a match. */
  #testsOfAny(): readonly CandidateTest[] {
    if (this.#all !== undefined) {
      const set = new CreatedSet(this.#all)
      return [{ isMatch: (stored) => set.has(stored), isQuick: true }]
    }
    const rest = candidateTests(this.#rest, this.#index, 0)
    return this.#driver === undefined ? rest : [this.#testOfCandidates(), ...rest]
  }

  #testOfCandidates(): CandidateTest {
    const candidates = this.#candidates
    return { isMatch: (stored) => candidates.has(stored), isQuick: true }
  }

  /** What conditions on the date that is sorted by say about the first and last place in the order. */
  #clausesOn(key: SortKey | undefined) {
    if (key?.parameter?.kind !== 'date') return []
    return this.#clauses.flatMap(({ ranged }) => {
      if (ranged === undefined || ranged.parameter.index !== key.parameter?.index) return []
      const ranges = ranged.ranges(this.#index)
      const { conditions } = ranged
      const starts = ranges.startsOf(conditions)
      return starts === undefined ? [] : [{ starts, most: ranges.most(conditions) }]
    })
  }
}

function storedOf({ stored }: SortedMatch): StoredResource {
  return stored
}
