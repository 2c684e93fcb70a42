import { hasCreated, placeOf } from './created-list.js'
import type { StoredResource } from './fhir-resource.js'
import type { SearchClause } from './search-clause.js'
import type { SearchRequest } from './search-request.js'
import { compareMatches, formatPosition, parsePosition, sortMatches } from './search-sort.js'
import type { TypeIndex } from './type-index.js'

/** What a search found. */
export interface FhirSearchResult {
  /** How many resources match, on all pages; undefined with `_total=none`. */
  readonly total: number | undefined
  /** The matches, or those of the page that was asked for. */
  readonly matches: readonly StoredResource[]
  /** The value of `_after` that the next page has; undefined on the last one. */
  readonly next: string | undefined
}

/** The resources of one type: a shared base without those hidden, and the store's own. */
export interface SearchView {
  readonly base: TypeIndex | undefined
  readonly overlay: TypeIndex | undefined
  /** Resources of the base that no longer count, in creation order. */
  readonly hidden: readonly StoredResource[]
}

/** Finds the matches of a search, in creation order unless it is sorted. */
export function runSearch(view: SearchView, request: SearchRequest): FhirSearchResult {
  const { count, sort } = request
  const found = select(view, request.clauses)
  if (request.countOnly) return { total: found.total(), matches: [], next: undefined }
  const total = request.total ? found.total() : undefined
  if (sort.length > 0) return { total, ...sortedPage(found.all(), request) }
  if (count === undefined && request.after === undefined) return { total, matches: found.all(), next: undefined }
  const after = request.after === undefined ? -1 : parsePosition(request.after, sort).stored.created
  const limit = count ?? Number.POSITIVE_INFINITY
  const matches = found.page(after, limit + 1)
  return { total, ...cut(matches, limit, (stored) => formatPosition({ stored, values: [] })) }
}

function sortedPage(all: readonly StoredResource[], request: SearchRequest): Omit<FhirSearchResult, 'total'> {
  const { sort, count, after } = request
  const sorted = sortMatches(all, sort)
  const position = after === undefined ? undefined : parsePosition(after, sort)
  const begin = position === undefined ? 0 : sorted.findIndex((match) => compareMatches(match, position, sort) > 0)
  const rest = begin < 0 ? [] : sorted.slice(begin)
  const page = cut(rest, count ?? Number.POSITIVE_INFINITY, formatPosition)
  return { matches: page.matches.map((match) => match.stored), next: page.next }
}

function cut<Match>(matches: readonly Match[], limit: number, position: (match: Match) => string) {
  if (matches.length <= limit) return { matches, next: undefined }
  const kept = matches.slice(0, limit)
  const last = kept[kept.length - 1]
  return { matches: kept, next: last === undefined ? undefined : position(last) }
}

/** Matches in the base and in the overlay, each in creation order, not yet joined. */
class Selection {
  readonly #base: readonly StoredResource[]
  readonly #overlay: readonly StoredResource[]
  readonly #hidden: readonly StoredResource[]

  constructor(base: readonly StoredResource[], overlay: readonly StoredResource[], hidden: readonly StoredResource[]) {
    this.#base = base
    this.#overlay = overlay
    this.#hidden = hidden
  }

  total(): number {
    const [few, many] =
      this.#hidden.length < this.#base.length ? [this.#hidden, this.#base] : [this.#base, this.#hidden]
    let hidden = 0
    for (const stored of few) if (hasCreated(many, stored)) hidden++
    return this.#base.length - hidden + this.#overlay.length
  }

  all(): readonly StoredResource[] {
    if (this.#overlay.length === 0 && this.#hidden.length === 0) return this.#base
    return this.page(-1, Number.POSITIVE_INFINITY)
  }

  /** At most `limit` matches that were created after `after`. */
  page(after: number, limit: number): readonly StoredResource[] {
    const matches: StoredResource[] = []
    let basePlace = placeOf(this.#base, after + 1)
    let overlayPlace = placeOf(this.#overlay, after + 1)
    while (matches.length < limit) {
      const shared = this.#base[basePlace]
      const own = this.#overlay[overlayPlace]
      if (shared === undefined && own === undefined) break
      if (own !== undefined && (shared === undefined || own.created <= shared.created)) {
        matches.push(own)
        overlayPlace++
      } else if (shared !== undefined) {
        if (this.#hidden.length === 0 || !hasCreated(this.#hidden, shared)) matches.push(shared)
        basePlace++
      }
    }
    return matches
  }
}

/** Starts from the condition with the fewest candidates and tests the others on them. */
function select(view: SearchView, clauses: readonly SearchClause[]): Selection {
  let driver: SearchClause | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const clause of clauses) {
    const estimate = estimateIn(clause, view.base) + estimateIn(clause, view.overlay)
    if (estimate >= fewest) continue
    fewest = estimate
    driver = clause
  }
  const rest = clauses.filter((clause) => clause !== driver)
  const candidates = (index: TypeIndex | undefined): readonly StoredResource[] => {
    if (index === undefined) return []
    const found = driver === undefined ? index.inOrder : driver.find(index)
    return rest.length === 0 ? found : found.filter((stored) => rest.every((clause) => clause.test(stored.resource)))
  }
  return new Selection(candidates(view.base), candidates(view.overlay), view.hidden)
}

function estimateIn(clause: SearchClause, index: TypeIndex | undefined): number {
  return index === undefined ? 0 : (clause.estimate(index) ?? Number.POSITIVE_INFINITY)
}
