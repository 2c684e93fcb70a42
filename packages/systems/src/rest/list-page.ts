import { type JsonObject, type JsonValue, limits } from '@carebench/protocol'
import { show } from '../json-shape.js'
import type { SimulatorOutcome } from '../simulator.js'
import { writtenCursor } from './delivered-cursors.js'
import { jsonAnswer, refuse, unchanged } from './json-answer.js'

/** A list item with its rank, a positive integer: the higher, the newer. */
export interface Ranked<Item> {
  readonly rank: number
  readonly item: Item
}

/** The items of a page: the newest ones with a lower rank, or the oldest ones with this rank or a higher one. */
interface Position {
  readonly towards: 'older' | 'newer'
  readonly rank: number
}

const cursorForm = /^([a-z/-]+(?: [0-9a-f]{8})?) (older|newer) ([1-9]\d{0,14})$/

/**
 * Responds with a page of a list, `{"data":[…],"_meta":{"next","prev","limit"}}`, newest first.
 *
 * The query takes `limit` (an integer from 1, default 20, capped at 100) and `cursor` (from an earlier response of the
 * same list with the same filters). Items added or removed between two pages do not repeat or hide other items. Rejects
 * other and repeated parameters and invalid limits (`INVALID_REQUEST`), and cursors of another list (`INVALID_CURSOR`).
 * Specification 4.4.
 *
 * @param list - the path of the list; its cursors are valid only there
 * @param items - by descending rank
 * @param toWire - called for the items of the page only
 * @param filters - the filters that selected the items; cursors are valid only with the same filters
 */
export function answerList<Item>(
  query: string,
  list: string,
  items: readonly Ranked<Item>[],
  toWire: (item: Item) => JsonValue,
  filters: Filters = {},
): SimulatorOutcome<never> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (name !== 'limit' && name !== 'cursor') {
      return refuse('INVALID_REQUEST', `Unknown parameter ${show(name)} of ${list}; known: limit, cursor.`)
    }
    if (parameters.has(name)) return refuse('INVALID_REQUEST', `${name} must not be repeated.`)
    parameters.set(name, value)
  }
  const asked = { limit: parameters.get('limit'), cursor: parameters.get('cursor') }
  const page = makePage(items, asked, { list, filters }, toWire)
  return page.ok ? unchanged(jsonAnswer(200, page.value)) : refuse(page.code, page.message)
}

/** The filters of a list, by name; undefined ones are ignored. */
type Filters = Readonly<Record<string, string | undefined>>

/** A page, or the error in a parameter. */
export type PageOutcome =
  | { readonly ok: true; readonly value: JsonObject }
  | {
      readonly ok: false
      readonly parameter: 'limit' | 'cursor'
      readonly code: 'INVALID_REQUEST' | 'INVALID_CURSOR'
      readonly message: string
    }

/**
 * Returns the page that `limit` and `cursor` select, by the rules of {@link answerList}; for systems with additional
 * parameters or their own error format.
 */
export function makePage<Item>(
  items: readonly Ranked<Item>[],
  asked: { readonly limit: string | undefined; readonly cursor: string | undefined },
  { list, filters }: { readonly list: string; readonly filters: Filters },
  toWire: (item: Item) => JsonValue,
): PageOutcome {
  const { limit = String(limits.page.default), cursor } = asked
  if (!/^[1-9]\d{0,14}$/.test(limit)) {
    const most = `at most ${limits.page.max} are returned`
    const message = `limit must be an integer of at least 1 (${most}), got ${show(limit)}.`
    return { ok: false, parameter: 'limit', code: 'INVALID_REQUEST', message }
  }
  const bound = boundTo(list, filters)
  const position = cursor === undefined ? undefined : readCursor(cursor, bound)
  if (position === null) {
    const message =
      `cursor must be _meta.next or _meta.prev of a page of ${list} with the same filters, got ` +
      `${show(cursor && writtenCursor(cursor))}.`
    return { ok: false, parameter: 'cursor', code: 'INVALID_CURSOR', message }
  }
  return { ok: true, value: cutPage(items, Math.min(Number(limit), limits.page.max), position, bound, toWire) }
}

function cutPage<Item>(
  items: readonly Ranked<Item>[],
  limit: number,
  position: Position | undefined,
  list: string,
  toWire: (item: Item) => JsonValue,
): JsonObject {
  const split = position === undefined ? 0 : countFrom(items, position.rank)
  const start = position?.towards === 'newer' ? Math.max(0, split - limit) : split
  const end = position?.towards === 'newer' ? split : Math.min(split + limit, items.length)
  const newest = items[start]?.rank ?? 0
  const rank = position?.rank ?? 0
  const next = end < items.length ? writeCursor(list, 'older', items[end - 1]?.rank ?? rank) : null
  const prev = start > 0 ? writeCursor(list, 'newer', end > start ? newest + 1 : rank) : null
  return { data: items.slice(start, end).map(({ item }) => toWire(item)), _meta: { next, prev, limit } }
}

/** Returns the number of items with at least the given rank. */
function countFrom(items: readonly Ranked<unknown>[], rank: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((items[middle]?.rank ?? 0) >= rank) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns what a cursor is bound to: the list, and a digest of its filters, if there are any. */
function boundTo(list: string, filters: Filters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  if (given.length === 0) return list
  return `${list} ${digestText(JSON.stringify(given.sort(([one], [other]) => (one < other ? -1 : 1))))}`
}

/** Returns the FNV-1a hash of a text, as eight hexadecimal digits. */
function digestText(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function writeCursor(list: string, towards: Position['towards'], rank: number): string {
  return btoa(`${list} ${towards} ${rank}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Parses a cursor; null if it is not one of the list. */
function readCursor(cursor: string, list: string): Position | null {
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(cursor)) return null
  try {
    const [, ofList, towards, rank] = cursorForm.exec(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))) ?? []
    if (ofList !== list || (towards !== 'older' && towards !== 'newer')) return null
    return { towards, rank: Number(rank) }
  } catch {
    return null
  }
}
