import type { JsonValue, Steps } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import { type FhirResource, readId, type StoredResource } from '../../resource/fhir-resource.js'
import { sortHint } from '../hints/form-hints.js'
import { findSearchParameter, listSearchParameters, type SearchParameter } from '../parameters/search-parameters.js'
import { foldText } from '../values/fold-text.js'
import { readMeasures } from '../values/measures.js'
import { readDates } from '../values/parameter-values.js'
import type { Range } from '../values/range-divisions.js'
import { listSearchTerms, readTexts } from '../values/search-terms.js'
import { findOutermostStart, type RangeIndex } from './range-index.js'
import { sortPlaces } from './sort-numbers.js'

/** A sort value: a string, or a time in milliseconds; undefined sorts last in both directions. */
type SortValue = string | number | undefined

/** One key of `_sort`. */
export interface SortKey {
  /** The key as written in `_sort`: `-date`. */
  readonly name: string
  /** Undefined for `_id`. */
  readonly parameter: SearchParameter | undefined
  readonly descending: boolean
  readonly value: (resource: FhirResource) => SortValue
  /** Returns a reader of the values in an index; undefined if the index does not have them. */
  readonly valueIn: (index: IndexedDates) => ((stored: StoredResource) => SortValue) | undefined
}

/** An index that may have the dates of its resources. */
export interface IndexedDates {
  datesIfMade(parameter: SearchParameter): Pick<RangeIndex, 'startOf'> | undefined
}

/** A match with the values it is sorted by. */
export interface SortedMatch {
  readonly stored: StoredResource
  readonly values: readonly SortValue[]
}

/** Maximum number of keys in `_sort`. */
const sortKeyLimit = 10

/** Parses `_sort=-date,code`. Throws a FhirError on an unknown key, naming the valid ones. */
export function parseSort(resourceType: string, text: string): readonly SortKey[] {
  const items = text.split(',')
  if (items.length > sortKeyLimit) {
    throw FhirError.of(400, 'too-costly', `_sort: expected at most ${sortKeyLimit} keys, got ${items.length}.`)
  }
  return items.map((item) => {
    const descending = item.startsWith('-')
    const code = descending ? item.slice(1) : item
    if (code === '_id') return { name: item, parameter: undefined, descending, value: readId, valueIn: nowhere }
    const parameter = findSearchParameter(resourceType, code)
    // A composite has several values, which have no order.
    if (parameter === undefined || parameter.kind === 'composite') {
      const sortable = listSearchParameters(resourceType).filter(({ kind }) => kind !== 'composite')
      const codes = ['_id', ...sortable.map((candidate) => candidate.code)]
      throw FhirError.of(
        400,
        'not-supported',
        `_sort: ${resourceType} has no "${code}".${sortHint(resourceType, item)} Supported: ${codes.join(', ')}.`,
      )
    }
    const valueIn = parameter.kind === 'date' ? createStartReader(parameter, descending) : nowhere
    return { name: item, parameter, descending, value: createValueReader(parameter, descending), valueIn }
  })
}

function createValueReader(parameter: SearchParameter, descending: boolean): (resource: FhirResource) => SortValue {
  switch (parameter.kind) {
    case 'date':
      return (resource) => findOutermostStart(readDates(parameter, resource), descending)
    case 'number':
    case 'quantity':
      return (resource) => {
        const numbers = parameter.path(resource).flatMap(listSortedRanges)
        const ends = numbers.map((range) => (descending ? range.end : range.start))
        return ends.length === 0 ? undefined : descending ? Math.max(...ends) : Math.min(...ends)
      }
    case 'string':
      return (resource) => {
        const texts = parameter.path(resource).flatMap(readTexts)
        return findFirst(
          texts.map((text) => foldText(text, sortedCharacters)),
          descending,
        )
      }
    default: {
      // Keeps only the terms that begin with the code or the reference itself.
      const first = parameter.kind === 'token' ? /^[cC]/ : parameter.kind === 'reference' ? /^r/ : /^/
      return (resource) =>
        findFirst(
          listSearchTerms(parameter, resource)
            .filter((term) => first.test(term))
            .map((term) => term.replace(first, '')),
          descending,
        )
    }
  }
}

function nowhere(): undefined {
  return undefined
}

/**
 * Returns a reader of the earliest start of a resource's dates, or of the latest if descending. Both directions sort by
 * starts, because sorting by ends in descending order would put periods without an end first.
 */
function createStartReader(parameter: SearchParameter, descending: boolean): SortKey['valueIn'] {
  return (index) => {
    const ranges = index.datesIfMade(parameter)
    return ranges && ((stored) => ranges.startOf(stored, descending))
  }
}

/** Returns the numbers of an element in base units of UCUM where it has one, so that milligrams sort before grams. */
function listSortedRanges(value: JsonValue): readonly Range[] {
  const measures = readMeasures(value)
  const converted = measures.filter(({ key }) => key.startsWith('u'))
  return (converted.length > 0 ? converted : measures.filter(({ key }) => key === '')).map(({ range }) => range)
}

/** Maximum number of characters of a string that are compared, because paging links contain them. */
const sortedCharacters = 200

function findFirst(texts: string[], descending: boolean): string | undefined {
  texts.sort()
  return (descending ? texts[texts.length - 1] : texts[0])?.slice(0, sortedCharacters)
}

/** Number of matches sorted or merged in one step. */
const matchesPerStep = 500

/** Number of sort values read in one step: reading one may read many elements. */
const valuesPerStep = 8

/** Number of characters of the resources whose sort values are read in one step. */
const charactersPerStep = 256 * 1024

/** Returns a match with its values under the keys. */
export function createSortedMatch(stored: StoredResource, keys: readonly SortKey[]): SortedMatch {
  return { stored, values: keys.map(({ value }) => value(stored.resource)) }
}

/** Sorts matches of an index by the keys, then by creation. */
export function* sortMatches(
  matches: readonly StoredResource[],
  keys: readonly SortKey[],
  index: IndexedDates,
): Steps<readonly SortedMatch[]> {
  const known = keys.map((key) => key.valueIn(index))
  const unsorted: SortedMatch[] = []
  let count = 0
  let characters = 0
  for (const stored of matches) {
    // The array is kept; pushing would allocate room for many more values.
    const values = new Array<SortValue>(keys.length)
    for (let place = 0; place < keys.length; place++) {
      const read = known[place]
      if (read !== undefined) {
        values[place] = read(stored)
        continue
      }
      characters += stored.text.length
      if (++count >= valuesPerStep || characters > charactersPerStep) {
        count = 0
        characters = 0
        yield
      }
      values[place] = keys[place]?.value(stored.resource)
    }
    unsorted.push({ stored, values })
    if (unsorted.length % matchesPerStep === 0) yield
  }
  const compare = createComparator(keys)
  const runs: (readonly SortedMatch[])[] = []
  for (let start = 0; start < unsorted.length; start += matchesPerStep) {
    runs.push(unsorted.slice(start, start + matchesPerStep).sort(compare))
    yield
  }
  return yield* mergeMatches(runs, keys)
}

/**
 * Returns the first `limit` of a few matches in creation order, sorted in one step; undefined if the index does not
 * have the values of all keys.
 */
export function sortFew(
  matches: readonly StoredResource[],
  keys: readonly SortKey[],
  index: IndexedDates,
  limit: number,
): readonly SortedMatch[] | undefined {
  const readers: ((stored: StoredResource) => SortValue)[] = []
  for (const key of keys) {
    const read = key.valueIn(index)
    if (read === undefined) return undefined
    readers.push(read)
  }
  const [only] = readers
  const sorted = only !== undefined && readers.length === 1 ? sortByNumber(matches, only, keys, limit) : undefined
  if (sorted !== undefined) return sorted
  const all = matches.map((stored) => ({ stored, values: readers.map((read) => read(stored)) }))
  return all.sort(createComparator(keys)).slice(0, limit)
}

/** Sorts matches in creation order by one value; undefined if they do not all have a number. */
function sortByNumber(
  matches: readonly StoredResource[],
  read: (stored: StoredResource) => SortValue,
  keys: readonly SortKey[],
  limit: number,
): readonly SortedMatch[] | undefined {
  const numbers: number[] = []
  for (const stored of matches) {
    const value = read(stored)
    if (typeof value !== 'number') return undefined
    numbers.push(value)
  }
  const sorted: SortedMatch[] = []
  for (const place of sortPlaces(numbers, keys[0]?.descending === true)) {
    const stored = matches[place]
    if (stored === undefined || sorted.length === limit) break
    sorted.push({ stored, values: [numbers[place]] })
  }
  return sorted
}

/** Merges sorted lists into one. */
export function* mergeMatches(
  lists: readonly (readonly SortedMatch[])[],
  keys: readonly SortKey[],
): Steps<readonly SortedMatch[]> {
  const compare = createComparator(keys)
  let runs = lists
  while (runs.length > 1) {
    const merged: (readonly SortedMatch[])[] = []
    for (let place = 0; place < runs.length; place += 2) {
      merged.push(yield* merge(runs[place] ?? [], runs[place + 1] ?? [], compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* merge(
  left: readonly SortedMatch[],
  right: readonly SortedMatch[],
  compare: (left: SortedMatch, right: SortedMatch) => number,
): Steps<readonly SortedMatch[]> {
  const merged: SortedMatch[] = []
  let rightPlace = 0
  for (const match of left) {
    for (let next = right[rightPlace]; next !== undefined && compare(next, match) < 0; next = right[++rightPlace]) {
      merged.push(next)
      if (merged.length % matchesPerStep === 0) yield
    }
    merged.push(match)
    if (merged.length % matchesPerStep === 0) yield
  }
  for (; rightPlace < right.length; rightPlace++) {
    const next = right[rightPlace]
    if (next !== undefined) merged.push(next)
  }
  return merged
}

function createComparator(keys: readonly SortKey[]): (left: SortedMatch, right: SortedMatch) => number {
  const [only] = keys
  if (only === undefined || keys.length > 1) return (left, right) => compareMatches(left, right, keys)
  const { descending } = only
  return (left, right) =>
    compareValues(left.values[0], right.values[0], descending) || left.stored.created - right.stored.created
}

/** Compares two matches by the keys: negative if `left` comes first. */
export function compareMatches(left: SortPosition, right: SortPosition, keys: readonly SortKey[]): number {
  for (let place = 0; place < keys.length; place++) {
    const order = compareValues(left.values[place], right.values[place], keys[place]?.descending === true)
    if (order !== 0) return order
  }
  return left.stored.created - right.stored.created
}

/** The parts of a match that `compareMatches` needs. */
export interface SortPosition {
  readonly stored: { readonly created: number }
  readonly values: readonly SortValue[]
}

function compareValues(left: SortValue, right: SortValue, descending: boolean): number {
  if (left === right) return 0
  if (left === undefined) return 1
  if (right === undefined) return -1
  const order = left < right ? -1 : 1
  return descending ? -order : order
}

/** Writes the position after a match, for a paging link. */
export function formatPosition(match: SortPosition): string {
  const created = String(match.stored.created)
  return match.values.length === 0 ? created : `[${[created, ...match.values.map(formatValue)].join(',')}]`
}

function formatValue(value: SortValue): string {
  // JSON has no infinity, by which open periods sort.
  return typeof value === 'number' && !Number.isFinite(value) ? `"${value}"` : JSON.stringify(value ?? null)
}

/** Parses a position written by `formatPosition`. Throws a FhirError on anything else. */
export function parsePosition(text: string, keys: readonly SortKey[]): SortPosition {
  if (keys.length === 0 && /^\d{1,15}$/.test(text)) return { stored: { created: Number(text) }, values: [] }
  const parts = readArray(text)
  const [created, ...rest] = parts
  if (typeof created !== 'number' || rest.length !== keys.length || keys.length === 0) {
    throw FhirError.of(400, 'value', '_after: expected the value of a "next" link of this same search, unchanged.')
  }
  return {
    stored: { created },
    values: rest.map((value) =>
      value === 'Infinity'
        ? Number.POSITIVE_INFINITY
        : value === '-Infinity'
          ? Number.NEGATIVE_INFINITY
          : typeof value === 'string' || typeof value === 'number'
            ? value
            : undefined,
    ),
  }
}

function readArray(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
