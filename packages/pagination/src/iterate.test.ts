import { describe, expect, it } from 'vitest'
import { type FetchedPage, iterateItems, iteratePages } from './iterate.js'

/** Simulates a server with the numbers 0 to count-1 in pages of two; a cursor is the number of a page. */
function serve(count: number) {
  const cursors: (string | undefined)[] = []
  const numbers = Array.from({ length: count }, (_, index) => index)
  const fetchPage = async (cursor: string | undefined) => {
    cursors.push(cursor)
    const at = Number(cursor ?? 0)
    const data = numbers.slice(at * 2, at * 2 + 2)
    const next = at * 2 + 2 < count ? String(at + 1) : null
    return { data, _meta: { next, prev: at === 0 ? null : String(at - 1), limit: 2 } }
  }
  return { cursors, fetchPage }
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected: Value[] = []
  for await (const value of values) collected.push(value)
  return collected
}

describe('a walk', () => {
  it('iterates over all items and pages, starting again each time', async () => {
    const { fetchPage, cursors } = serve(5)
    const items = iterateItems(fetchPage)
    expect(await collect(items)).toEqual([0, 1, 2, 3, 4])
    expect(await collect(items)).toEqual([0, 1, 2, 3, 4])
    expect(cursors).toEqual([undefined, '1', '2', undefined, '1', '2'])
    expect((await collect(iteratePages(fetchPage))).map((page) => page.data)).toEqual([[0, 1], [2, 3], [4]])
  })

  it('can run twice at the same time', async () => {
    const items = iterateItems(serve(5).fetchPage)
    expect(await Promise.all([collect(items), collect(items)])).toEqual([
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ])
  })

  it('iterates backwards from a cursor, with the items in the opposite order', async () => {
    const { fetchPage } = serve(6)
    expect(await collect(iterateItems(fetchPage, { direction: 'prev', cursor: '1' }))).toEqual([3, 2, 1, 0])
    expect(await collect(iterateItems(fetchPage, { cursor: '1' }))).toEqual([2, 3, 4, 5])
  })

  it('requests a page only when it is needed', async () => {
    const { fetchPage, cursors } = serve(100)
    expect(await iterateItems(fetchPage).toArray({ max: 3 })).toEqual([0, 1, 2])
    expect(await iterateItems(fetchPage).toArray({ max: 0 })).toEqual([])
    expect(cursors).toEqual([undefined, '1'])
    expect(await iterateItems(fetchPage).toArray({ max: 1000 })).toHaveLength(100)
    await expect(iterateItems(fetchPage).toArray({ max: -1 })).rejects.toThrow(RangeError)
    const untyped: { toArray(): Promise<unknown> } = Object(iterateItems(fetchPage))
    await expect(untyped.toArray()).rejects.toThrow('toArray({ max: 1000 })')
  })

  it('reads a cursor at the top level if _meta has none', async () => {
    const pages: Record<string, FetchedPage<number>> = {
      '': { data: [1], next_cursor: 'a' },
      a: { data: [2], next_cursor: 'b', _meta: null },
      b: { data: [3], next_cursor: null },
    }
    expect(await collect(iterateItems(async (cursor) => pages[cursor ?? ''] ?? { data: [] }))).toEqual([1, 2, 3])
    const both = async (cursor: string | undefined) =>
      cursor === undefined ? { data: [1], _meta: { next: 'x' }, next_cursor: 'y' } : { data: [cursor] }
    expect(await collect(iterateItems<unknown>(both))).toEqual([1, 'x'])
  })

  it('throws an error if a cursor repeats', async () => {
    const next: Record<string, string> = { '': 'a', a: 'b', b: 'a' }
    const loop = async (cursor: string | undefined) => ({ data: [1], _meta: { next: next[cursor ?? ''] ?? null } })
    await expect(collect(iterateItems(loop))).rejects.toMatchObject({ name: 'PageError', code: 'not_advancing' })
    const still = async () => ({ data: [1], _meta: { next: 'same' } })
    await expect(collect(iteratePages(still))).rejects.toMatchObject({ code: 'not_advancing' })
  })

  it('rejects responses that are not pages', async () => {
    for (const answer of [
      'null',
      '{}',
      '[]',
      '{"data":{}}',
      '{"data":[],"_meta":{"next":5}}',
      '{"data":[],"next_cursor":""}',
    ]) {
      const walk = iterateItems(async () => JSON.parse(answer))
      await expect(collect(walk), answer).rejects.toMatchObject({ name: 'PageError', code: 'malformed' })
    }
  })

  it('passes the errors of the request through', async () => {
    const failing = iterateItems<number>(async () => Promise.reject(new Error('no network')))
    await expect(collect(failing)).rejects.toThrow('no network')
  })
})
