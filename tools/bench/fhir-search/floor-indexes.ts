import type { Row } from './grid-record.js'

/*
 * Floors: indexes as one would write them for one form of search. They are made before anything is measured. A request
 * is answered from its URL: its parameters are parsed, the values of its conditions are read and looked up, and the
 * Bundle is written with its total, its links and its entries, whose resources are kept as text. What all requests of a
 * form share, such as the sort, is built in.
 */

/** What an index finds for a request. */
export interface Found {
  /** The rows of the page, in order. */
  readonly page: readonly Row[]
  readonly total: number | undefined
  /** Whether there are matches after the page. */
  readonly more: boolean
  /** The patients that are included, or found instead of the rows. */
  readonly patients?: readonly number[]
}

export type Find = (parameters: URLSearchParams) => Found

/** Rows sorted by where they start; row `i` extends from `starts[i]` to `ends[i]`. */
export interface Ordered {
  readonly rows: readonly Row[]
  readonly starts: Float64Array
  readonly ends: Float64Array
}

export function orderedBy(
  rows: readonly Row[],
  startOf: (row: Row) => number,
  endOf: (row: Row) => number = (row) => startOf(row) + 1,
): Ordered {
  const sorted = rows.toSorted((left, right) => startOf(left) - startOf(right))
  return { rows: sorted, starts: Float64Array.from(sorted, startOf), ends: Float64Array.from(sorted, endOf) }
}

/** Groups rows by their key. Each group keeps the order of the rows. */
export function groupRows(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const lists = new Map<string, Row[]>()
  for (const row of rows) {
    const list = lists.get(keyOf(row))
    if (list === undefined) lists.set(keyOf(row), [row])
    else list.push(row)
  }
  return lists
}

/** Returns an index that finds the rows whose key is a value of a parameter; commas separate values. */
export function lookUp(rows: readonly Row[], keyOf: (row: Row) => string, name: string): Find {
  const lists = groupRows(rows, keyOf)
  return (parameters) => {
    const value = parameters.get(name) ?? ''
    if (!value.includes(',')) return cut(lists.get(value) ?? [], parameters)
    return cut(inCreationOrder(value.split(',').flatMap((one) => lists.get(one) ?? [])), parameters)
  }
}

/** Returns an index as {@link lookUp} does, but for one value, and filters its rows by the rest of the request. */
export function lookUpAndFilter(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  name: string,
  fitsIn: (parameters: URLSearchParams) => (row: Row) => boolean,
): Find {
  const lists = groupRows(rows, keyOf)
  return (parameters) => cut((lists.get(parameters.get(name) ?? '') ?? []).filter(fitsIn(parameters)), parameters)
}

/** Returns an index that finds the rows whose key begins with the value of a parameter in lower case. */
export function lookUpPrefix(rows: readonly Row[], keyOf: (row: Row) => string, name: string): Find {
  const lists = [...groupRows(rows, keyOf)].sort(([one], [other]) => (one < other ? -1 : 1))
  return (parameters) => {
    const wanted = (parameters.get(name) ?? '').toLowerCase()
    let low = 0
    for (let high = lists.length; low < high; ) {
      const middle = (low + high) >>> 1
      if ((lists[middle]?.[0] ?? '') < wanted) low = middle + 1
      else high = middle
    }
    const found: Row[] = []
    for (; lists[low]?.[0].startsWith(wanted); low++) found.push(...(lists[low]?.[1] ?? []))
    return cut(inCreationOrder(found), parameters)
  }
}

/** Returns an index that examines all keys for those that contain the value of a parameter in lower case. */
export function lookThrough(rows: readonly Row[], keyOf: (row: Row) => string, name: string): Find {
  const lists = groupRows(rows, keyOf)
  return (parameters) => {
    const wanted = (parameters.get(name) ?? '').toLowerCase()
    const found: Row[] = []
    for (const [key, list] of lists) if (key.includes(wanted)) found.push(...list)
    return cut(inCreationOrder(found), parameters)
  }
}

/** Returns an index that finds the rows between two places of an order, and returns them in creation order. */
export function between(order: Ordered, placesIn: (parameters: URLSearchParams) => readonly [number, number]): Find {
  return (parameters) => cut(inCreationOrder(order.rows.slice(...placesIn(parameters))), parameters)
}

/** Returns an index whose page has the first rows between two places of an order, or, backwards, the last ones. */
export function pageFrom(
  order: Ordered,
  backwards: boolean,
  placesIn: (parameters: URLSearchParams) => readonly [number, number],
): Find {
  return (parameters) => {
    const [from, to] = placesIn(parameters)
    const size = Math.min(countIn(parameters), to - from)
    const page = backwards ? order.rows.slice(to - size, to).reverse() : order.rows.slice(from, from + size)
    return { page, total: to - from, more: to - from > size }
  }
}

/**
 * Returns an index that examines rows in their order until it has a page of matches and knows whether another match
 * follows. `totalOf` computes the total number of matches; without it, the total is undefined.
 */
export function goThrough(
  rows: readonly Row[],
  fitsIn: (parameters: URLSearchParams) => (row: Row) => boolean,
  totalOf?: (parameters: URLSearchParams) => number,
): Find {
  return (parameters) => {
    const [count, fits] = [countIn(parameters), fitsIn(parameters)]
    const page: Row[] = []
    let more = false
    for (const row of rows) {
      if (!fits(row)) continue
      more = page.length === count
      if (more) break
      page.push(row)
    }
    return { page, total: totalOf?.(parameters), more }
  }
}

/** Returns the index with the patients of the rows on the page, each once. */
export function withPatients(find: Find): Find {
  return (parameters) => {
    const found = find(parameters)
    return { ...found, patients: listPatients(found.page) }
  }
}

/** Returns the index with the patients of the rows on the page instead of the rows. */
export function patientsInstead(find: Find): Find {
  return (parameters) => {
    const patients = listPatients(find(parameters).page)
    return { page: [], total: patients.length, more: false, patients }
  }
}

function listPatients(rows: readonly Row[]): readonly number[] {
  return [...new Set(rows.map(({ patient }) => patient))]
}

/**
 * Returns a function that finds the places from and to which rows satisfy all values of a parameter, each a prefix and
 * a value such as `ge2026-01-05T09:00:00Z`. A value extends over one unit, such as the milliseconds of a second.
 */
export function bounded({ starts, ends }: Ordered, name: string, read: (text: string) => number, unit: number) {
  return (parameters: URLSearchParams): readonly [number, number] => {
    let [from, to] = [0, starts.length]
    for (const text of parameters.getAll(name)) {
      const value = read(text.slice(2))
      switch (text.slice(0, 2)) {
        case 'ge':
          from = Math.max(from, findPlace(ends, value + 1))
          break
        case 'gt':
        case 'sa':
          from = Math.max(from, findPlace(starts, value + unit))
          break
        case 'lt':
          to = Math.min(to, findPlace(starts, value))
          break
        case 'le':
          to = Math.min(to, findPlace(starts, value + unit))
          break
        default:
          to = Math.min(to, findPlace(ends, value + 1))
      }
    }
    return [from, to]
  }
}

/** Returns the first place of a sorted array whose number is at least `least`, or the length of the array. */
export function findPlace(numbers: Float64Array, least: number): number {
  let low = 0
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

function cut(rows: readonly Row[], parameters: URLSearchParams): Found {
  const count = countIn(parameters)
  const more = rows.length > count
  return { page: more ? rows.slice(0, count) : rows, total: rows.length, more }
}

function countIn(parameters: URLSearchParams): number {
  return Number(parameters.get('_count'))
}

function inCreationOrder(rows: Row[]): readonly Row[] {
  return rows.sort((one, other) => one.index - other.index)
}
