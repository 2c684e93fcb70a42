// What does a page of 20 with its signed cursors cost, in the middle of 1,000 to 1,000,000 items?
//
// Each call reads a cursor at the next of 64 places around the middle, finds the page and writes the cursors of both
// neighbouring pages. The floor is a handwritten binary search in a sorted array, with cursors signed by node:crypto
// with a cached key. The usual way is measured too: filter and sort on every request, with an unsigned cursor.

import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { createCursorCodec, type KeysetRequest, paginate } from '@carebench/pagination'
import { createMemoryStore, defineCollection, insert } from '@carebench/store'
import type { Bench } from './src/benchmark.js'

interface Item {
  readonly id: string
  readonly created_at: string
}

interface Answer {
  readonly data: readonly Item[]
  readonly next: string | null
  readonly prev: string | null
}

interface Pager {
  readonly name: string
  /** Returns the cursor of the page that begins after an item. */
  start(item: Item): string
  page(cursor: string): Answer | Promise<Answer>
}

const placeCount = 64
const limit = 20
const scope = 'task-runs?benchmark_run_id=run_01kd6x0000abcdefghjkmnpqrs org_01kd6x0000abcdefghjkmnpqrs'
const secret = new Uint8Array(32).fill(7)
const lifetime = 86_400_000

function makeItems(count: number): Item[] {
  const start = Date.UTC(2026, 0, 5, 9)
  return Array.from({ length: count }, (_, index) => ({
    id: `tr_01kd6x0000${String(index).padStart(16, '0')}`,
    created_at: new Date(start + Math.floor(index / 3)).toISOString(),
  }))
}

function compare(a: Item, b: Item): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Returns the index of the first item that is not older than `key`, by binary search. */
function search(items: readonly Item[], key: Item): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = items[middle]
    if (item !== undefined && compare(item, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Picks the page after (`next`) or before (`prev`) a key, newest first, from a list that is sorted from old to new. */
function pick(items: readonly Item[], direction: string, key: Item) {
  const at = search(items, key)
  if (direction === 'next') {
    const from = Math.max(0, at - limit)
    return { docs: items.slice(from, at).reverse(), more: from > 0, behind: at < items.length }
  }
  const begin = at + (items[at]?.id === key.id ? 1 : 0)
  const to = Math.min(items.length, begin + limit)
  return { docs: items.slice(begin, to).reverse(), more: to < items.length, behind: begin > 0 }
}

function toAnswer(
  { docs, more, behind }: ReturnType<typeof pick>,
  direction: string,
  write: (direction: string, item: Item) => string,
): Answer {
  const [first, last] = [docs[0], docs.at(-1)]
  const forward = direction === 'next'
  return {
    data: docs,
    next: last !== undefined && (forward ? more : behind) ? write('next', last) : null,
    prev: first !== undefined && (forward ? behind : more) ? write('prev', first) : null,
  }
}

function byHand(items: readonly Item[]): Pager {
  const key = createSecretKey(secret)
  const sign = (body: string) => createHmac('sha256', key).update(body).digest()
  const write = (direction: string, item: Item) => {
    const body = `1|k|${direction}|${Date.now() + lifetime}|${scope}|${item.created_at}|${item.id}`
    return `${Buffer.from(body).toString('base64url')}.${sign(body).toString('base64url')}`
  }
  return {
    name: 'binary search by hand',
    start: (item) => write('next', item),
    page(cursor) {
      const [encoded = '', tag = ''] = cursor.split('.')
      const body = Buffer.from(encoded, 'base64url').toString()
      if (!timingSafeEqual(sign(body), Buffer.from(tag, 'base64url'))) throw new Error('tampered')
      const [, , direction = '', expiry, ofScope, created_at = '', id = ''] = body.split('|')
      if (Number(expiry) < Date.now() || ofScope !== scope) throw new Error('foreign or expired')
      return toAnswer(pick(items, direction, { created_at, id }), direction, write)
    },
  }
}

function ours(name: string, fetchPage: (request: KeysetRequest) => Promise<ReturnType<typeof pick>>): Pager {
  const codec = createCursorCodec({ keys: [{ id: 'k', secret }], now: Date.now, lifetime })
  return {
    name,
    start: (item) => codec.encode({ direction: 'next', key: { createdAt: item.created_at, id: item.id } }, scope),
    async page(cursor) {
      const { data, _meta } = await paginate(fetchPage, { codec, scope, cursor, limit })
      return { data, next: _meta.next, prev: _meta.prev }
    },
  }
}

async function overStore(items: readonly Item[]): Promise<Pager> {
  const store = createMemoryStore()
  const collection = defineCollection<Item>({ name: 'task_runs' })
  for (let at = 0; at < items.length; at += 1000) {
    await store.commit(items.slice(at, at + 1000).map((item) => insert(collection, item)))
  }
  return ours('@carebench/pagination over the memory store', async (request) => {
    const { docs, more, behind } = await store.page(collection, request)
    return { docs: [...docs], more, behind }
  })
}

function overArray(items: readonly Item[]): Pager {
  return ours('@carebench/pagination over an array', async ({ position }) => {
    const { createdAt = '', id = '' } = position?.key ?? {}
    return pick(items, position?.direction ?? 'next', { created_at: createdAt, id })
  })
}

/** Returns the usual implementation: filters and sorts everything for each page. */
function filterAndSort(items: readonly Item[]): Pager {
  const write = (direction: string, item: Item) => btoa(JSON.stringify([direction, item.created_at, item.id]))
  return {
    name: 'filter and sort',
    start: (item) => write('next', item),
    page(cursor) {
      const [direction, created_at, id] = JSON.parse(atob(cursor))
      const key = { created_at, id }
      const sorted = items.filter((item) => item.id.startsWith('tr_')).sort((a, b) => compare(b, a))
      const older = sorted.findIndex((item) => compare(item, key) < 0)
      const newer = sorted.findLastIndex((item) => compare(item, key) > 0) + 1
      const docs =
        direction === 'next' ? sorted.slice(older, older + limit) : sorted.slice(Math.max(0, newer - limit), newer)
      return toAnswer({ docs, more: true, behind: true }, direction, write)
    },
  }
}

/**
 * Reads the page after an item, the next page, and the page before that. Returns the first two as JSON. Throws if the
 * third is not the first.
 */
async function readThree({ start, page }: Pager, item: Item): Promise<string> {
  const here = await page(start(item))
  const after = await page(here.next ?? '')
  const back = await page(after.prev ?? '')
  if (JSON.stringify(back.data) !== JSON.stringify(here.data)) throw new Error('prev does not lead back')
  return JSON.stringify([here.data, after.data])
}

/** Returns 64 items that are spread around the middle. */
function placesIn(items: readonly Item[]): readonly Item[] {
  const step = Math.floor(items.length / 200)
  return Array.from({ length: placeCount }, (_, index) => {
    const item = items[(items.length >> 1) + (index - placeCount / 2) * step]
    if (item === undefined) throw new Error(`${items.length} items are too few.`)
    return item
  })
}

export async function run(bench: Bench): Promise<void> {
  for (const size of bench.sizes(1_000, 1_000, 10_000, 100_000, 1_000_000)) {
    const items = makeItems(size)
    const places = placesIn(items)
    const readFirst = (pager: Pager) => readThree(pager, places[0] ?? { id: '', created_at: '' })
    const contender = (pager: Pager) => {
      const cursors = places.map((place) => pager.start(place))
      return {
        name: pager.name,
        run: (turn: number) => pager.page(cursors[turn % placeCount] ?? ''),
        answer: () => readFirst(pager),
      }
    }
    const floor = byHand(items)
    const goals = { [floor.name]: 1.3 }
    await bench.race({
      case: `${size.toLocaleString('en')} items`,
      expected: await readFirst(floor),
      contenders: [
        { ...contender(floor), floor: floor.name },
        { ...contender(overArray(items)), goals },
        { ...contender(await overStore(items)), goals },
        contender(filterAndSort(items)),
      ],
    })
  }
}
