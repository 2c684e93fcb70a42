import type { Steps } from '@carebench/protocol/wire'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { isSteps, type Work } from '../../resource/work.js'
import { type CandidateTest, createTests, createTestsInSteps, lookupsPerTest } from '../clauses/candidate-test.js'
import { joinRanges } from '../clauses/range-clause.js'
import type { SearchClause } from '../clauses/search-clause.js'
import { uniteCreated } from '../index/created-list.js'
import { CreatedSet } from '../index/created-set.js'
import type { HiddenResources } from '../index/hidden-resources.js'
import { ListedResources, OtherResources, type ResourceSet } from '../index/resource-set.js'
import {
  compareMatches,
  type SortedMatch,
  type SortKey,
  type SortPosition,
  sortFew,
  sortMatches,
} from '../index/search-sort.js'
import type { SortOrder } from '../index/sort-order.js'
import type { TypeIndex } from '../index/type-index.js'
import { effortPerStep, MatchFilter, wholeList } from './match-filter.js'
import type { SearchEffort } from './search-effort.js'
import { findStretches, type SortedStretch, SortedWalk } from './sorted-walk.js'

/** Resources of one type, some of which are hidden. */
export interface SearchedLayer {
  readonly index: TypeIndex | undefined
  /** Resources of the index that have been changed or deleted since. */
  readonly hidden: HiddenResources | undefined
}

/** The requested part of the sorted matches: at most `limit` after a position. */
export interface SortedPart {
  readonly keys: readonly SortKey[]
  readonly position: SortPosition | undefined
  readonly limit: number
}

const none: readonly StoredResource[] = []

/** Maximum number of candidates that are compared and sorted in one step: steps have a cost. */
const fewCandidates = 200

/**
 * The matches of a search among the resources of one index. The condition with the fewest candidates finds them; the
 * other conditions are tested on them. Only the requested matches are computed: a count needs no list, and a page needs
 * no further matches.
 */
export class LayerMatches {
  readonly #index: TypeIndex
  readonly #hidden: HiddenResources | undefined
  readonly #effort: SearchEffort | undefined
  readonly #clauses: readonly SearchClause[]
  /** The condition that finds the candidates; undefined if all resources are candidates. */
  readonly #driver: SearchClause | undefined
  /** Without the hidden resources if `#driver` is undefined. */
  readonly #candidates: ResourceSet
  readonly #rest: readonly SearchClause[]
  /** Maximum number of candidates. */
  readonly #most: number
  #all: readonly StoredResource[] | undefined

  /** Hidden resources of the index are not matches. */
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

  /** Returns all matches in creation order. */
  all(): Work<readonly StoredResource[]> {
    if (this.#all !== undefined) return this.#all
    if (this.#most > fewCandidates) return this.#allOfMany()
    const filter = this.#filterAll()
    if (filter !== undefined && !filter.advance(effortPerStep)) return this.#goOn(filter)
    this.#all = filter?.found ?? this.#candidates.all()
    return this.#all
  }

  *#allOfMany(): Steps<readonly StoredResource[]> {
    const candidates = this.#candidates.all()
    yield
    this.#spend(candidates.length)
    if (this.#hasMoreToDo) {
      const tests = yield* createTestsInSteps(this.#rest, this.#index, candidates.length)
      return yield* this.#goOn(new MatchFilter(wholeList(candidates), tests, this.#hiddenCandidates))
    }
    this.#all = candidates
    return this.#all
  }

  *#goOn(filter: MatchFilter<StoredResource>): Steps<readonly StoredResource[]> {
    while (!filter.advance(effortPerStep)) yield
    this.#all = filter.found
    return this.#all
  }

  /** Returns the number of matches. */
  count(): Work<number> {
    if (this.#all !== undefined) return this.#all.length
    if (this.#rest.length === 0 && this.#hiddenCandidates === undefined) return this.#candidates.count()
    if (this.#most > fewCandidates) return this.#countMany()
    const all = this.all()
    return isSteps(all) ? countSteps(all) : all.length
  }

  *#countMany(): Steps<number> {
    const hidden = this.#hiddenCandidates
    if (hidden !== undefined && hidden.list.length > this.#most) return yield* this.#lengthOfAll()
    const failing = this.#rest.length === 0 ? none : yield* this.#failing()
    if (failing === undefined) return yield* this.#lengthOfAll()
    const filter = new MatchFilter(wholeList(failing), [this.#testOfCandidates()], undefined)
    while (!filter.advance(effortPerStep)) yield
    this.#effort?.spend(filter.looked)
    return this.#candidates.count() - filter.found.length - (yield* this.#countHidden())
  }

  #lengthOfAll(): Steps<number> {
    return countSteps(this.#allOfMany())
  }

  /**
   * Returns the resources that fail one of the other conditions; undefined if they are many, or take long to find. If
   * almost all resources have a status, counting those that lack it is quicker than counting those that have it.
   */
  *#failing(): Steps<readonly StoredResource[] | undefined> {
    const { inOrder } = this.#index
    const most = this.#most / 2
    // No condition can fail for few resources and be found quickly, so skip the estimates, which may take long.
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

  /** The hidden resources, if they may be candidates. */
  get #hiddenCandidates(): HiddenResources | undefined {
    return this.#driver === undefined ? undefined : this.#hidden
  }

  /** Counts the hidden resources that are candidates and satisfy the other conditions. */
  *#countHidden(): Steps<number> {
    const hidden = this.#hiddenCandidates
    if (hidden === undefined) return 0
    if (hidden.areMany) {
      const index = hidden.index()
      yield* prepareClauses(this.#clauses, index)
      const count = new LayerMatches(index, undefined, this.#clauses, this.#effort).count()
      return isSteps(count) ? yield* count : count
    }
    const tests = [this.#testOfCandidates(), ...createTests(this.#rest, this.#index, 0)]
    const filter = new MatchFilter(wholeList(hidden.list), tests, undefined)
    while (!filter.advance(effortPerStep)) yield
    this.#effort?.spend(filter.looked)
    return filter.found.length
  }

  /**
   * Returns the candidates without the hidden ones if an index lists both and the hidden ones are not more; otherwise
   * all candidates.
   */
  *#visibleCandidates(): Steps<ResourceSet> {
    const hidden = this.#hiddenCandidates
    const driver = this.#driver
    if (hidden?.areMany !== true || driver?.listed === undefined) return this.#candidates
    if (hidden.list.length > this.#candidates.count()) return this.#candidates
    const index = hidden.index()
    yield* prepareClauses([driver], index)
    return new OtherResources(driver.listed(this.#index), driver.listed(index))
  }

  /** Whether going through all visible resources takes no longer than going through the candidates. */
  get #areAlmostAll(): boolean {
    const driver = this.#driver
    if (this.#hiddenCandidates?.areMany !== true) return false
    if (driver?.listed !== undefined || driver?.tester === undefined) return false
    return this.#candidates.count() * 2 > this.#index.inOrder.length
  }

  /** Returns all resources that are not hidden. */
  #visible(): ResourceSet {
    const { inOrder } = this.#index
    return this.#hidden === undefined ? new ListedResources(inOrder) : new OtherResources(inOrder, this.#hidden.list)
  }

  /** Returns at most `limit` of the matches created after `after`, in creation order. */
  page(after: number, limit: number): Work<readonly StoredResource[]> {
    if (this.#all === undefined && this.#most > fewCandidates) {
      if (this.#hasMoreToDo || !this.#candidates.isListed) return this.#pageOfMany(after, limit)
      const page = this.#candidates.page(after, limit)
      this.#spend(page.length)
      return page
    }
    const all = this.all()
    return isSteps(all) ? cutPageInSteps(all, after, limit) : cutPage(all, after, limit)
  }

  *#pageOfMany(after: number, limit: number): Steps<readonly StoredResource[]> {
    const page = limit < Number.POSITIVE_INFINITY ? yield* this.#walkInOrder(after, limit) : undefined
    return page ?? cutPage(yield* this.#allOfMany(), after, limit)
  }

  /** Returns a part of the sorted matches. */
  sorted(part: SortedPart): Work<readonly SortedMatch[]> {
    const stretches = this.#findStretches(part)
    if (stretches === undefined) return this.#sortAll(part)
    const order = this.#index.orderIfMade(part.keys)
    if (order === undefined) return this.#walkNewOrder(stretches, part)
    const walk = this.#walkAlong(order, stretches, part)
    if (!walk.advance(effortPerStep)) return this.#walkOn(walk, part)
    return this.#cutPage(walk, part) ?? this.#sortAll(part)
  }

  *#walkNewOrder(stretches: readonly SortedStretch[], part: SortedPart): Steps<readonly SortedMatch[]> {
    const walk = this.#walkAlong(yield* this.#index.order(part.keys), stretches, part)
    return yield* this.#walkOn(walk, part)
  }

  *#walkOn(walk: SortedWalk, part: SortedPart): Steps<readonly SortedMatch[]> {
    while (!walk.advance(effortPerStep)) yield
    const page = this.#cutPage(walk, part)
    if (page !== undefined) return page
    const sorted = this.#sortAll(part)
    return isSteps(sorted) ? yield* sorted : sorted
  }

  /** Returns a part of the matches by sorting all of them. */
  #sortAll(part: SortedPart): Work<readonly SortedMatch[]> {
    const all = this.all()
    if (isSteps(all)) return this.#sortInSteps(all, part)
    this.#effort?.spend(all.length * part.keys.length)
    const most = part.position === undefined ? part.limit : Number.POSITIVE_INFINITY
    const sorted = sortFew(all, part.keys, this.#index, most)
    return sorted === undefined ? this.#sortMany(all, part) : cutSortedPage(sorted, part)
  }

  *#sortInSteps(listing: Steps<readonly StoredResource[]>, part: SortedPart): Steps<readonly SortedMatch[]> {
    const all = yield* listing
    this.#effort?.spend(all.length * part.keys.length)
    return yield* this.#sortMany(all, part)
  }

  *#sortMany(all: readonly StoredResource[], part: SortedPart): Steps<readonly SortedMatch[]> {
    return cutSortedPage(yield* sortMatches(all, part.keys, this.#index), part)
  }

  /** Returns a filter that finds all matches; undefined if all candidates are matches. */
  #filterAll(): MatchFilter<StoredResource> | undefined {
    const candidates = this.#candidates.all()
    this.#spend(candidates.length)
    if (!this.#hasMoreToDo) return undefined
    const tests = createTests(this.#rest, this.#index, candidates.length)
    return new MatchFilter(wholeList(candidates), tests, this.#hiddenCandidates)
  }

  /** Whether some candidates may not be matches. */
  get #hasMoreToDo(): boolean {
    return this.#rest.length > 0 || this.#hiddenCandidates !== undefined
  }

  #spend(candidates: number): void {
    this.#effort?.spend(candidates * (this.#driver === undefined ? this.#rest.length : this.#rest.length + 1))
  }

  /**
   * Goes through the candidates until the page is full. If listing them takes as long as finding all, goes through all
   * resources instead; returns undefined if that is expected, or turns out, to be slower.
   */
  *#walkInOrder(after: number, limit: number): Steps<readonly StoredResource[] | undefined> {
    const isListed = this.#candidates.isListed && !this.#areAlmostAll
    if (!isListed && limit * this.#index.inOrder.length > this.#most ** 2) return undefined
    const walked = isListed ? yield* this.#visibleCandidates() : this.#visible()
    const tests = createTests(isListed ? this.#rest : this.#clauses, this.#index, 0)
    const hidden = isListed && walked === this.#candidates ? this.#hiddenCandidates : undefined
    const found: StoredResource[] = []
    let left = isListed ? Number.POSITIVE_INFINITY : this.#most
    let last = after
    for (let size = limit; left > 0; size *= 2) {
      const candidates = walked.page(last, size)
      const filter = new MatchFilter(wholeList(candidates), tests, hidden, limit - found.length)
      while (!filter.advance(effortPerStep)) yield
      this.#spend(filter.looked)
      for (const stored of filter.found) found.push(stored)
      if (found.length === limit || candidates.length < size) return found
      left -= size
      last = candidates[candidates.length - 1]?.created ?? last
    }
    return undefined
  }

  /**
   * Returns the stretches of the sort order that contain all matches; undefined if walking through them is expected to
   * take longer than sorting the matches.
   */
  #findStretches({ keys, limit }: SortedPart): readonly SortedStretch[] | undefined {
    const most = this.#all?.length ?? this.#most
    const stretches = findStretches(this.#clauses, keys[0], this.#index)
    const walked = stretches.length === 0 ? this.#index.inOrder.length : Math.min(...stretches.map(({ most }) => most))
    return limit * walked > 2 * most ** 2 ? undefined : stretches
  }

  /**
   * Returns a walk through the sorted resources until the page is full, but not much further than matches are expected.
   */
  #walkAlong(order: SortOrder, stretches: readonly SortedStretch[], { position, limit }: SortedPart): SortedWalk {
    const most = this.#all?.length ?? this.#most
    return new SortedWalk(order, stretches, position, { most, limit }, this.#testsOfAny(), this.#hidden)
  }

  /** Returns the matches that a walk has found; undefined if it gave up. */
  #cutPage(walk: SortedWalk, { keys }: SortedPart): readonly SortedMatch[] | undefined {
    this.#effort?.spend(walk.looked * keys.length)
    return walk.page
  }

  /** Returns tests of whether any resource is a match. */
  #testsOfAny(): readonly CandidateTest[] {
    if (this.#all !== undefined) {
      const set = new CreatedSet(this.#all)
      return [{ isMatch: (stored) => set.has(stored), isQuick: true }]
    }
    const rest = createTests(this.#rest, this.#index, 0)
    return this.#driver === undefined ? rest : [this.#testOfCandidates(), ...rest]
  }

  #testOfCandidates(): CandidateTest {
    const candidates = this.#candidates
    return { isMatch: (stored) => candidates.has(stored), isQuick: true }
  }
}

/** Prepares the index data that conditions need. */
export function* prepareClauses(clauses: readonly SearchClause[], index: TypeIndex): Steps<void> {
  for (const clause of clauses) {
    const steps = clause.prepare?.(index, clauses.length > 1)
    if (steps !== undefined) yield* steps
  }
}

function* countSteps(listing: Steps<readonly StoredResource[]>): Steps<number> {
  return (yield* listing).length
}

/** Returns one page of all matches, in creation order. */
function cutPage(all: readonly StoredResource[], after: number, limit: number): readonly StoredResource[] {
  return all.length <= limit && after < 0 ? all : new ListedResources(all).page(after, limit)
}

function* cutPageInSteps(
  listing: Steps<readonly StoredResource[]>,
  after: number,
  limit: number,
): Steps<readonly StoredResource[]> {
  return cutPage(yield* listing, after, limit)
}

/** Returns one page of sorted matches. */
function cutSortedPage(sorted: readonly SortedMatch[], { keys, position, limit }: SortedPart): readonly SortedMatch[] {
  const begin = position === undefined ? 0 : sorted.findIndex((match) => compareMatches(match, position, keys) > 0)
  return begin < 0 ? [] : sorted.slice(begin, begin + limit)
}
