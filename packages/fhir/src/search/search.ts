import { hasCreated, takeInOrder } from '../created-list.js'
import type { StoredResource } from '../fhir-resource.js'
import { finish, type Steps } from '../steps.js'
import { findIncluded } from './include-rule.js'
import type { SearchClause, SearchRecord } from './search-clause.js'
import { effortOfSearch, type SearchEffort } from './search-effort.js'
import type { SearchRequest } from './search-request.js'
import { compareMatches, formatPosition, parsePosition, sortMatches } from './search-sort.js'
import type { TypeIndex } from './type-index.js'

/** What a search found. */
export interface FhirSearchResult {
  /** The number of matches on all pages; undefined with `_total=none`. */
  readonly total: number | undefined
  /** The matches, or those of the requested page. */
  readonly matches: readonly StoredResource[]
  /** The resources that `_include` and `_revinclude` add to these matches, each once. */
  readonly included: readonly StoredResource[]
  /** The value of `_after` for the next page; undefined on the last one. */
  readonly next: string | undefined
}

/** Resources of one type, some of which are hidden. */
export interface SearchLayer {
  readonly index: TypeIndex | undefined
  /** Resources of the index that have been changed or deleted since, in creation order. */
  readonly hidden: readonly StoredResource[]
}

/** The resources of one type: in layers, each of which hides what it replaces in the ones below. */
export interface SearchView {
  readonly layers: readonly SearchLayer[]
  /** Pays for the work, if it is limited. */
  readonly effort: SearchEffort | undefined
}

/** A page ends before its matches exceed this many characters in total, unless it has only one match. */
const pageCharacters = 4 * 1024 * 1024

/** The views of a record by resource type, as they are now. */
export type SearchViews = (resourceType: string) => SearchView

/**
 * Finds the matches of a search of a type, in creation order unless sorted otherwise, and the resources they include. The
 * record must not change until it is done.
 */
export function* runSearch(views: SearchViews, resourceType: string, request: SearchRequest): Steps<FhirSearchResult> {
  const view = views(resourceType)
  view.effort?.spend(request.valueCount)
  const record = new ViewedRecord(views, view.effort)
  const found = yield* select(view, yield* bindClauses(request.clauses, record))
  if (request.countOnly) return { total: found.total(), matches: [], included: [], next: undefined }
  const total = request.total ? found.total() : undefined
  const page = yield* pageOf(found, request, view.effort)
  const included = request.includes.length === 0 ? none : yield* findIncluded(record, page.matches, request.includes)
  return { total, matches: page.matches, included, next: page.next }
}

const none: readonly StoredResource[] = []

type Page = Pick<FhirSearchResult, 'matches' | 'next'>

function* pageOf(found: Selection, request: SearchRequest, effort: SearchEffort | undefined): Steps<Page> {
  const { count, sort } = request
  if (sort.length > 0) {
    const all = found.all()
    effort?.spend(all.length * sort.length)
    return yield* sortedPage(all, request)
  }
  if (count === undefined && request.after === undefined) return { matches: found.all(), next: undefined }
  const after = request.after === undefined ? -1 : parsePosition(request.after, sort).stored.created
  const limit = count ?? Number.POSITIVE_INFINITY
  const matches = found.page(after, limit + 1)
  effort?.spend(matches.length)
  return cut(
    matches,
    limit,
    (stored) => stored,
    (stored) => formatPosition({ stored, values: [] }),
  )
}

/**
 * The record for conditions that depend on other resources; their work is limited even if that of the search is not.
 */
class ViewedRecord implements SearchRecord {
  readonly #views: SearchViews
  readonly #effort: SearchEffort

  constructor(views: SearchViews, effort = effortOfSearch()) {
    this.#views = views
    this.#effort = effort
  }

  *find(resourceType: string, clauses: readonly SearchClause[]): Steps<readonly StoredResource[]> {
    const { layers } = this.#views(resourceType)
    const found = yield* select({ layers, effort: this.#effort }, yield* bindClauses(clauses, this))
    return found.all()
  }

  read(resourceType: string, id: string): StoredResource | undefined {
    const { layers } = this.#views(resourceType)
    for (let place = layers.length - 1; place >= 0; place--) {
      const layer = layers[place]
      const stored = layer?.index?.get(id)
      // If a layer hides its copy, the layers below already hide theirs.
      if (layer !== undefined && stored !== undefined) return hasCreated(layer.hidden, stored) ? undefined : stored
    }
    return undefined
  }

  spend(looks: number): void {
    this.#effort.spend(looks)
  }
}

function* bindClauses(clauses: readonly SearchClause[], record: SearchRecord): Steps<readonly SearchClause[]> {
  if (!clauses.some((clause) => clause.bind !== undefined)) return clauses
  const bound: SearchClause[] = []
  for (const clause of clauses) bound.push(clause.bind === undefined ? clause : yield* clause.bind(record))
  return bound
}

function* sortedPage(all: readonly StoredResource[], request: SearchRequest): Steps<Page> {
  const { sort, count, after } = request
  const sorted = yield* sortMatches(all, sort)
  const position = after === undefined ? undefined : parsePosition(after, sort)
  const begin = position === undefined ? 0 : sorted.findIndex((match) => compareMatches(match, position, sort) > 0)
  const rest = begin < 0 ? [] : sorted.slice(begin)
  const page = cut(rest, count ?? Number.POSITIVE_INFINITY, (match) => match.stored, formatPosition)
  return { matches: page.matches.map((match) => match.stored), next: page.next }
}

function cut<Match>(
  matches: readonly Match[],
  limit: number,
  storedOf: (match: Match) => StoredResource,
  position: (match: Match) => string,
) {
  const length = limit === Number.POSITIVE_INFINITY ? matches.length : fitting(matches, limit, storedOf)
  if (matches.length <= length) return { matches, next: undefined }
  const kept = matches.slice(0, length)
  const last = kept[kept.length - 1]
  return { matches: kept, next: last === undefined ? undefined : position(last) }
}

/** How many of the matches fit on a page. */
function fitting<Match>(matches: readonly Match[], limit: number, storedOf: (match: Match) => StoredResource): number {
  let characters = 0
  for (const [place, match] of matches.entries()) {
    if (place === limit) return place
    characters += storedOf(match).text.length
    if (characters > pageCharacters && place > 0) return place
  }
  return matches.length
}

interface LayerMatches {
  readonly found: readonly StoredResource[]
  readonly hidden: readonly StoredResource[]
}

/** Matches in each layer, in creation order, not yet joined. */
class Selection {
  readonly #layers: readonly LayerMatches[]

  constructor(layers: readonly LayerMatches[]) {
    this.#layers = layers.filter(({ found }) => found.length > 0)
  }

  total(): number {
    let total = 0
    for (const { found, hidden } of this.#layers) {
      const [few, many] = hidden.length < found.length ? [hidden, found] : [found, hidden]
      total += found.length
      for (const stored of few) if (hasCreated(many, stored)) total--
    }
    return total
  }

  all(): readonly StoredResource[] {
    const [only, another] = this.#layers
    if (only !== undefined && another === undefined && only.hidden.length === 0) return only.found
    return this.page(-1, Number.POSITIVE_INFINITY)
  }

  /** At most `limit` matches that were created after `after`. */
  page(after: number, limit: number): readonly StoredResource[] {
    return takeInOrder(this.#layers, after, limit)
  }
}

/**
 * Finds all matches of some conditions, in creation order. In one piece, unless they depend on other resources: steps would
 * cost more than a search that finds little.
 */
export function findMatches(
  views: SearchViews,
  resourceType: string,
  clauses: readonly SearchClause[],
): readonly StoredResource[] {
  const view = views(resourceType)
  if (clauses.some(({ bind }) => bind !== undefined)) return finish(findBound(views, view, clauses))
  const choice = new DriverChoice(view)
  for (const clause of clauses) choice.consider(clause)
  const { driver } = choice
  const rest = restOf(clauses, driver)
  const layers: LayerMatches[] = []
  for (const { index, hidden } of view.layers) {
    if (index === undefined) continue
    const found = candidatesIn(index, driver, rest, view.effort)
    layers.push({ found: rest.length === 0 ? found : found.filter((stored) => testAll(rest, stored)), hidden })
  }
  return new Selection(layers).all()
}

function* findBound(
  views: SearchViews,
  view: SearchView,
  clauses: readonly SearchClause[],
): Steps<readonly StoredResource[]> {
  const found = yield* select(view, yield* bindClauses(clauses, new ViewedRecord(views, view.effort)))
  return found.all()
}

/** How many times a resource is compared with a condition in one step: one of either can be long. */
const testsInStep = 8

/**
 * Starts from the condition with the fewest candidates and tests the others on them. A condition whose index has more candidates
 * than there are resources is tested too.
 */
function* select(view: SearchView, clauses: readonly SearchClause[]): Steps<Selection> {
  const choice = new DriverChoice(view)
  for (const clause of clauses) {
    for (const { index } of view.layers) {
      if (index !== undefined && clause.prepare !== undefined) yield* clause.prepare(index)
    }
    choice.consider(clause)
    yield
  }
  const { driver } = choice
  const rest = restOf(clauses, driver)
  const layers: LayerMatches[] = []
  for (const { index, hidden } of view.layers) {
    if (index === undefined) continue
    const found = candidatesIn(index, driver, rest, view.effort)
    yield
    layers.push({ found: yield* satisfying(found, rest), hidden })
  }
  return new Selection(layers)
}

/** Chooses the condition with the fewest candidates; none if each has more than there are resources. */
class DriverChoice {
  readonly #layers: readonly SearchLayer[]
  #fewest = 0
  #driver: SearchClause | undefined

  constructor({ layers }: SearchView) {
    this.#layers = layers
    for (const { index } of layers) this.#fewest += index?.inOrder.length ?? 0
  }

  get driver(): SearchClause | undefined {
    return this.#driver
  }

  consider(clause: SearchClause): void {
    let estimate = 0
    for (const { index } of this.#layers) {
      if (index !== undefined) estimate += clause.estimate(index) ?? Number.POSITIVE_INFINITY
    }
    if (estimate > this.#fewest || (estimate === this.#fewest && this.#driver !== undefined)) return
    this.#fewest = estimate
    this.#driver = clause
  }
}

function restOf(clauses: readonly SearchClause[], driver: SearchClause | undefined): readonly SearchClause[] {
  return clauses.length === 1 && driver !== undefined ? [] : clauses.filter((clause) => clause !== driver)
}

function candidatesIn(
  index: TypeIndex,
  driver: SearchClause | undefined,
  rest: readonly SearchClause[],
  effort: SearchEffort | undefined,
): readonly StoredResource[] {
  const found = driver === undefined ? index.inOrder : driver.find(index)
  effort?.spend(found.length * (driver === undefined ? rest.length : rest.length + 1))
  return found
}

function testAll(clauses: readonly SearchClause[], { resource }: StoredResource): boolean {
  return clauses.every((clause) => clause.test(resource))
}

/** Those of some resources that satisfy all conditions. */
function* satisfying(
  resources: readonly StoredResource[],
  clauses: readonly SearchClause[],
): Steps<readonly StoredResource[]> {
  if (clauses.length === 0) return resources
  const satisfy: StoredResource[] = []
  let tests = 0
  for (const stored of resources) {
    let isMatch = true
    for (const clause of clauses) {
      if (++tests % testsInStep === 0) yield
      isMatch = clause.test(stored.resource)
      if (!isMatch) break
    }
    if (isMatch) satisfy.push(stored)
  }
  return satisfy
}
