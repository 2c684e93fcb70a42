import { finish, type Steps } from '@carebench/protocol/wire'
import type { StoredResource } from '../resource/fhir-resource.js'
import { isSteps } from '../resource/work.js'
import type { SearchClause, SearchRecord } from './clauses/search-clause.js'
import { findIncluded } from './include-rule.js'
import { uniteCreated } from './index/created-list.js'
import {
  formatPosition,
  mergeMatches,
  parsePosition,
  type SortedMatch,
  type SortPosition,
} from './index/search-sort.js'
import { LayerMatches, type SearchedLayer } from './matches/layer-matches.js'
import { createSearchEffort, type SearchEffort } from './matches/search-effort.js'
import type { SearchRequest } from './search-request.js'

/** The result of a search. */
export interface FhirSearchResult {
  /** The number of matches on all pages; undefined with `_total=none`. */
  readonly total: number | undefined
  /** The matches, or those of the requested page. */
  readonly matches: readonly StoredResource[]
  /** The resources that `_include` and `_revinclude` add to the matches, each once. */
  readonly included: readonly StoredResource[]
  /** The value of `_after` for the next page; undefined on the last one. */
  readonly next: string | undefined
}

/** The resources of one type in layers, each of which replaces resources of the layers below. */
export interface SearchView {
  readonly layers: readonly SearchedLayer[]
  /** Pays for the work, if it is limited. */
  readonly effort: SearchEffort | undefined
}

/** A page ends before its matches exceed this many characters in total, unless it has only one match. */
const pageCharacters = 2 * 1024 * 1024

/** Returns the current view of a record for a resource type. */
export type SearchViews = (resourceType: string) => SearchView

/**
 * Finds the matches of a search of a type, in creation order unless sorted otherwise, and the resources they include.
 * The record must not change meanwhile.
 */
export function* runSearch(views: SearchViews, resourceType: string, request: SearchRequest): Steps<FhirSearchResult> {
  const { includes, sort, after } = request
  const view = views(resourceType)
  view.effort?.spend(request.valueCount)
  const isJoin = includes.length > 0 || request.clauses.some(isUnbound)
  const record = isJoin ? new ViewedRecord(views, view.effort) : undefined
  const clauses = record === undefined ? request.clauses : yield* bindClauses(request.clauses, record)
  const preparation = prepareView(view, clauses)
  if (preparation !== undefined) yield* preparation
  const layers = find(view, clauses)
  const total = request.countOnly || request.total ? yield* countAll(layers) : undefined
  if (request.countOnly) return { total, matches: [], included: [], next: undefined }
  const position = after === undefined ? undefined : parsePosition(after, sort)
  const page = yield* sort.length > 0
    ? findSortedPage(layers, request, position)
    : findPage(layers, request, position, view.effort)
  const hasIncludes = record !== undefined && includes.length > 0
  const included = hasIncludes ? yield* findIncluded(record, page.matches, includes) : none
  return { total, matches: page.matches, included, next: page.next }
}

const none: readonly StoredResource[] = []

type Page = Pick<FhirSearchResult, 'matches' | 'next'>

function* countAll(layers: readonly LayerMatches[]): Steps<number> {
  let total = 0
  for (const layer of layers) {
    const count = layer.count()
    total += isSteps(count) ? yield* count : count
  }
  return total
}

function* findPage(
  layers: readonly LayerMatches[],
  { count, after }: SearchRequest,
  position: SortPosition | undefined,
  effort: SearchEffort | undefined,
): Steps<Page> {
  const limit = count ?? Number.POSITIVE_INFINITY
  const from = position === undefined ? -1 : position.stored.created
  const lists: (readonly StoredResource[])[] = []
  for (const layer of layers) {
    const page = layer.page(from, limit + 1)
    lists.push(isSteps(page) ? yield* page : page)
  }
  const matches = uniteCreated(lists)
  if (count === undefined && after === undefined) return { matches, next: undefined }
  effort?.spend(Math.min(matches.length, limit + 1))
  return cutPage(
    matches,
    limit,
    (stored) => stored,
    (stored) => formatPosition({ stored, values: [] }),
  )
}

function* findSortedPage(
  layers: readonly LayerMatches[],
  { count, sort }: SearchRequest,
  position: SortPosition | undefined,
): Steps<Page> {
  const limit = count ?? Number.POSITIVE_INFINITY
  const part = { keys: sort, position, limit: limit + 1 }
  const lists: (readonly SortedMatch[])[] = []
  for (const layer of layers) {
    const sorted = layer.sorted(part)
    lists.push(isSteps(sorted) ? yield* sorted : sorted)
  }
  const merged = lists.length === 1 && lists[0] !== undefined ? lists[0] : yield* mergeMatches(lists, sort)
  const page = cutPage(merged, limit, (match) => match.stored, formatPosition)
  return { matches: page.matches.map((match) => match.stored), next: page.next }
}

/**
 * The record for conditions that depend on other resources; their effort is limited even if that of the search is not.
 */
class ViewedRecord implements SearchRecord {
  readonly #views: SearchViews
  readonly #effort: SearchEffort
  readonly #layers = new Map<string, readonly SearchedLayer[]>()

  constructor(views: SearchViews, effort = createSearchEffort()) {
    this.#views = views
    this.#effort = effort
  }

  *find(resourceType: string, clauses: readonly SearchClause[]): Steps<readonly StoredResource[]> {
    const view = { layers: this.#layersOf(resourceType), effort: this.#effort }
    const bound = yield* bindClauses(clauses, this)
    const preparation = prepareView(view, bound)
    if (preparation !== undefined) yield* preparation
    return yield* listAll(find(view, bound))
  }

  read(resourceType: string, id: string): StoredResource | undefined {
    const layers = this.#layersOf(resourceType)
    for (let place = layers.length - 1; place >= 0; place--) {
      const layer = layers[place]
      const stored = layer?.index?.get(id)
      // If a layer hides its copy, the layers below already hide theirs.
      if (layer !== undefined && stored !== undefined) return layer.hidden?.has(stored) === true ? undefined : stored
    }
    return undefined
  }

  spend(looks: number): void {
    this.#effort.spend(looks)
  }

  #layersOf(resourceType: string): readonly SearchedLayer[] {
    let layers = this.#layers.get(resourceType)
    if (layers === undefined) {
      layers = this.#views(resourceType).layers
      this.#layers.set(resourceType, layers)
    }
    return layers
  }
}

function isUnbound({ bind }: SearchClause): boolean {
  return bind !== undefined
}

function* bindClauses(clauses: readonly SearchClause[], record: SearchRecord): Steps<readonly SearchClause[]> {
  if (!clauses.some(isUnbound)) return clauses
  const bound: SearchClause[] = []
  for (const clause of clauses) bound.push(clause.bind === undefined ? clause : yield* clause.bind(record))
  return bound
}

function cutPage<Match>(
  matches: readonly Match[],
  limit: number,
  storedOf: (match: Match) => StoredResource,
  position: (match: Match) => string,
) {
  const length = limit === Number.POSITIVE_INFINITY ? matches.length : countFitting(matches, limit, storedOf)
  if (matches.length <= length) return { matches, next: undefined }
  const kept = matches.slice(0, length)
  const last = kept[kept.length - 1]
  return { matches: kept, next: last === undefined ? undefined : position(last) }
}

/** Returns the number of matches that fit on a page. */
function countFitting<Match>(
  matches: readonly Match[],
  limit: number,
  storedOf: (match: Match) => StoredResource,
): number {
  let characters = 0
  let place = 0
  for (const match of matches) {
    if (place === limit) return place
    characters += storedOf(match).text.length
    if (characters > pageCharacters && place > 0) return place
    place++
  }
  return place
}

/** Finds all matches of some conditions, in creation order, without a pause. */
export function findMatches(
  views: SearchViews,
  resourceType: string,
  clauses: readonly SearchClause[],
): readonly StoredResource[] {
  const view = views(resourceType)
  if (clauses.some(isUnbound)) {
    return finish(new ViewedRecord(views, view.effort).find(resourceType, clauses))
  }
  const lists: (readonly StoredResource[])[] = []
  for (const layer of find(view, clauses)) {
    const all = layer.all()
    lists.push(isSteps(all) ? finish(all) : all)
  }
  return uniteCreated(lists)
}

/** Returns the matches of each layer that has visible resources of the type. */
function find({ layers, effort }: SearchView, clauses: readonly SearchClause[]): readonly LayerMatches[] {
  const found: LayerMatches[] = []
  for (const layer of layers) {
    const { index, hidden } = layer
    if (index === undefined || index.inOrder.length === (hidden?.list.length ?? 0)) continue
    found.push(new LayerMatches(index, hidden, clauses, effort))
  }
  return found
}

/** Prepares in steps the index data that conditions need; undefined if everything is prepared. */
export function prepareView({ layers }: SearchView, clauses: readonly SearchClause[]): Steps<void> | undefined {
  let missing: Steps<void>[] | undefined
  for (const clause of clauses) {
    if (clause.prepare === undefined) continue
    for (const { index } of layers) {
      const steps = index && clause.prepare(index, clauses.length > 1)
      if (steps === undefined) continue
      missing ??= []
      missing.push(steps)
    }
  }
  return missing && runInTurn(missing)
}

function* runInTurn(parts: readonly Steps<void>[]): Steps<void> {
  for (const steps of parts) {
    yield* steps
    yield
  }
}

function* listAll(layers: readonly LayerMatches[]): Steps<readonly StoredResource[]> {
  const lists: (readonly StoredResource[])[] = []
  for (const layer of layers) {
    const all = layer.all()
    lists.push(isSteps(all) ? yield* all : all)
  }
  return uniteCreated(lists)
}
