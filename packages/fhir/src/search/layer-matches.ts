import { hasCreated, uniteCreated } from '../created-list.js'
import { CreatedSet } from '../created-set.js'
import type { StoredResource } from '../fhir-resource.js'
import { finish, type Steps } from '../steps.js'
import { type CandidateTest, effortInStep, MatchFilter } from './match-filter.js'
import { joinRanges } from './range-clause.js'
import { ListedResources, OtherResources, type ResourceSet } from './resource-set.js'
import type { SearchClause } from './search-clause.js'
import type { SearchEffort } from './search-effort.js'
import { compareMatches, type SortedMatch, type SortKey, type SortPosition, sortMatches } from './search-sort.js'
import type { TypeIndex } from './type-index.js'

/** Resources of one type, some of which are hidden. */
export interface SearchedLayer {
  readonly index: TypeIndex | undefined
  /** Resources of the index that have been changed or deleted since, in creation order. */
  readonly hidden: readonly StoredResource[]
  /** Makes an index of the hidden ones; undefined if nothing is ever hidden. */
  readonly hiddenIndex: (() => TypeIndex) | undefined
}

/** Looking up so many resources takes as long as comparing one with a condition. */
const lookupsPerTest = 16

/** From so many candidates on, lookups are prepared to be quick. */
const manyCandidates = 200

/** From so many hidden resources on, they are counted by an index. */
const manyHidden = 16

const none: readonly StoredResource[] = []

/**
 * The matches of a search among the resources of one index. The condition with the fewest candidates finds them, the others are
 * tested. What was not asked for is not found: a count needs no list, and a page no more than itself.
 */
export class LayerMatches {
  readonly #index: TypeIndex
  readonly #hidden: readonly StoredResource[]
  readonly #hiddenIndex: SearchedLayer['hiddenIndex']
  readonly #effort: SearchEffort | undefined
  readonly #clauses: readonly SearchClause[]
  /** The condition that finds the candidates; undefined if all resources are. */
  readonly #driver: SearchClause | undefined
  readonly #candidates: ResourceSet
  readonly #rest: readonly SearchClause[]
  /** The most candidates. */
  readonly #most: number
  #all: readonly StoredResource[] | undefined

  /** The hidden resources of the index are no matches. */
  constructor(
    index: TypeIndex,
    { hidden, hiddenIndex }: Omit<SearchedLayer, 'index'>,
    clauses: readonly SearchClause[],
    effort: SearchEffort | undefined,
  ) {
    this.#index = index
    this.#hidden = hidden
    this.#hiddenIndex = hiddenIndex
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
    this.#candidates = driver === undefined ? new ListedResources(index.inOrder) : driver.find(index)
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
    if (this.#hidden.length > this.#most) return (yield* this.allInSteps()).length
    const failing = this.#rest.length === 0 ? none : yield* this.#failing()
    if (failing === undefined) return (yield* this.allInSteps()).length
    const filter = new MatchFilter(failing, [this.#testOfCandidates()], none)
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
    const most = this.#most / lookupsPerTest
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
      lists.push(found.others(inOrder) ?? none)
    }
    return uniteCreated(lists)
  }

  /** How many of the hidden resources are candidates that satisfy the other conditions. */
  *#countHidden(): Steps<number> {
    if (this.#hidden.length >= manyHidden && this.#hiddenIndex !== undefined) {
      const index = this.#hiddenIndex()
      for (const clause of this.#clauses) if (clause.prepare !== undefined) yield* clause.prepare(index)
      const layer = { hidden: none, hiddenIndex: undefined }
      return yield* new LayerMatches(index, layer, this.#clauses, this.#effort).count()
    }
    const tests = this.#rest.map((clause) => this.#testOf(clause, 0))
    const filter = new MatchFilter(this.#hidden, [this.#testOfCandidates(), ...tests], none)
    while (!filter.advance(effortInStep)) yield
    this.#effort?.spend(filter.looked)
    return filter.found.length
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
    const sorted = yield* sortMatches(all, keys)
    const begin = position === undefined ? 0 : sorted.findIndex((match) => compareMatches(match, position, keys) > 0)
    return begin < 0 ? [] : sorted.slice(begin, begin + limit)
  }

  /** A filter that finds all matches; undefined if all candidates are. */
  *#filterAll(): Steps<MatchFilter | undefined> {
    const candidates = this.#candidates.all()
    this.#spend(candidates.length)
    if (this.#rest.length === 0 && this.#hidden.length === 0) return undefined
    const tests: CandidateTest[] = []
    for (const clause of this.#rest) {
      yield
      tests.push(this.#testOf(clause, candidates.length))
    }
    return new MatchFilter(candidates, tests, this.#hidden)
  }

  /** Candidates are looked up in a list that the index has; many of them among what the condition finds, unless that takes longer than comparing them. */
  #testOf(clause: SearchClause, candidates: number): CandidateTest {
    const areFew = candidates < manyCandidates
    const listed = areFew ? clause.listed?.(this.#index) : undefined
    if (listed !== undefined) return { isMatch: (stored) => hasCreated(listed, stored), isQuick: true }
    const unlisted = areFew ? clause.unlisted?.(this.#index) : undefined
    if (unlisted !== undefined) return { isMatch: (stored) => !hasCreated(unlisted, stored), isQuick: true }
    const estimate = areFew ? undefined : clause.estimate(this.#index)
    return estimate !== undefined && estimate <= candidates * lookupsPerTest
      ? { isMatch: this.#manyIn(clause.find(this.#index)), isQuick: true }
      : { isMatch: ({ resource }) => clause.test(resource), isQuick: false }
  }

  /** Looks many resources up: among what a condition finds, or among what it does not if that is little. */
  #manyIn(found: ResourceSet): (stored: StoredResource) => boolean {
    const { inOrder } = this.#index
    const others = found.isListed ? new OtherResources(inOrder, found.all()) : undefined
    if (others === undefined || others.count() * 16 > inOrder.length) return found.manyIn()
    const isOther = new ListedResources(others.all()).manyIn()
    return (stored) => !isOther(stored)
  }

  #spend(candidates: number): void {
    this.#effort?.spend(candidates * (this.#driver === undefined ? this.#rest.length : this.#rest.length + 1))
  }

  /**
   * Goes through the candidates until the page is full. If listing them takes as long as finding all, it goes through all resources
   * instead, where that is expected to be quicker; undefined if it is not, or turned out not to be.
   */
  *#walkInOrder(after: number, limit: number): Steps<readonly StoredResource[] | undefined> {
    const isListed = this.#candidates.isListed
    if (!isListed && limit * this.#index.inOrder.length > this.#most ** 2) return undefined
    const walked = isListed ? this.#candidates : new ListedResources(this.#index.inOrder)
    const tests = (isListed ? this.#rest : this.#clauses).map((clause) => this.#testOf(clause, 0))
    const found: StoredResource[] = []
    let left = isListed ? Number.POSITIVE_INFINITY : this.#most
    let last = after
    for (let size = limit; left > 0; size *= 2) {
      const candidates = walked.page(last, size)
      const filter = new MatchFilter(candidates, tests, this.#hidden, limit - found.length)
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
    if (tests.length === 0 && this.#hidden.length === 0) {
      const matches = order.matches.slice(place, Math.min(end, place + limit))
      this.#effort?.spend(matches.length * keys.length)
      return matches
    }
    const found: SortedMatch[] = []
    const last = place + 4 * most + limit
    while (place < end) {
      if (place > last) return undefined
      const size = Math.min(limit, end - place)
      const matches = order.matches.slice(place, place + size)
      const filter = new MatchFilter(
        matches.map(({ stored }) => stored),
        tests,
        this.#hidden,
        limit - found.length,
      )
      while (!filter.advance(effortInStep)) yield
      this.#effort?.spend(filter.looked * keys.length)
      const picked = new Set(filter.found)
      for (const match of matches) if (picked.has(match.stored)) found.push(match)
      if (found.length === limit) return found
      place += size
    }
    return found
  }

  /** Tests that tell whether any resource is a match. */
  #testsOfAny(): readonly CandidateTest[] {
    if (this.#all !== undefined) {
      const set = new CreatedSet(this.#all)
      return [{ isMatch: (stored) => set.has(stored), isQuick: true }]
    }
    const rest = this.#rest.map((clause) => this.#testOf(clause, 0))
    if (this.#driver === undefined) return rest
    return [this.#testOfCandidates(), ...rest]
  }

  #testOfCandidates(): CandidateTest {
    const candidates = this.#candidates
    return { isMatch: (stored) => candidates.has(stored), isQuick: candidates.isListed }
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
