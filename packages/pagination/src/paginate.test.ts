import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCursorCodec } from './cursor-codec.js'
import { InvalidCursorError } from './invalid-cursor.js'
import { type KeysetPage, type KeysetRequest, type PageItem, paginate } from './paginate.js'

const codec = createCursorCodec({ keys: [{ id: 'k', secret: new Uint8Array(32) }], now: () => 0 })

/** A list that is filtered and sorted on every read. */
class PlainList {
  items: PageItem[]

  constructor(
    items: readonly PageItem[],
    readonly tellsBehind = true,
  ) {
    this.items = [...items]
  }

  sorted(): PageItem[] {
    return this.items.toSorted((a, b) => (order(a) < order(b) ? 1 : -1))
  }

  readonly fetch = async ({ position, limit }: KeysetRequest): Promise<KeysetPage<PageItem>> => {
    const list = this.sorted()
    if (position === undefined) return { docs: list.slice(0, limit), more: list.length > limit, behind: false }
    const at = `${position.key.createdAt}/${position.key.id}`
    const older = list.filter((item) => order(item) < at)
    const newer = list.filter((item) => order(item) > at)
    const forward = position.direction === 'next'
    const docs = forward ? older.slice(0, limit) : newer.slice(-limit)
    const more = (forward ? older : newer).length > limit
    const rest = list.length - docs.length - Math.max(0, (forward ? older : newer).length - limit)
    return this.tellsBehind ? { docs, more, behind: rest > 0 } : { docs, more }
  }

  page(cursor?: string | null, limit?: string | number) {
    return paginate(this.fetch, { codec, scope: 'list', cursor, limit })
  }
}

function order(item: PageItem): string {
  return `${item.created_at}/${item.id}`
}

function makeItems(count: number): PageItem[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `task_${String(index).padStart(4, '0')}`,
    created_at: new Date(Math.floor(index / 3)).toISOString(),
  }))
}

describe('paginate', () => {
  it('returns the newest twenty items with a next cursor and no previous one', async () => {
    const list = new PlainList(makeItems(45))
    const { data, _meta } = await list.page()
    expect(data).toEqual(list.sorted().slice(0, 20))
    expect(_meta).toEqual({ next: expect.any(String), prev: null, limit: 20 })
  })

  it('returns no cursors if everything is on one page', async () => {
    expect((await new PlainList(makeItems(20)).page())._meta).toEqual({ next: null, prev: null, limit: 20 })
    expect(await new PlainList([]).page()).toEqual({ data: [], _meta: { next: null, prev: null, limit: 20 } })
  })

  it('returns from page n to page n-1, with the same or another limit', async () => {
    const list = new PlainList(makeItems(45))
    const first = await list.page()
    const second = await list.page(first._meta.next)
    const third = await list.page(second._meta.next)
    expect(third.data).toHaveLength(5)
    expect(third._meta.next).toBe(null)
    expect((await list.page(third._meta.prev)).data).toEqual(second.data)
    const back = await list.page(second._meta.prev)
    expect(back.data).toEqual(first.data)
    expect(back._meta.prev).toBe(null)
    expect((await list.page(second._meta.prev, '3')).data).toEqual(first.data.slice(-3))
  })

  it('may return a short first page when iterating backwards', async () => {
    const list = new PlainList(makeItems(9))
    const first = await list.page(null, 5)
    const second = await list.page(first._meta.next, 2)
    const between = await list.page(second._meta.prev, 3)
    const short = await list.page(between._meta.prev, 3)
    expect([short.data.length, short._meta.prev]).toEqual([2, null])
  })

  it('clamps the limit and returns it', async () => {
    const page = await new PlainList(makeItems(120)).page(null, '500')
    expect([page.data.length, page._meta.limit]).toEqual([100, 100])
  })

  it('leads from an empty page to the remaining items', async () => {
    const list = new PlainList(makeItems(10))
    const first = await list.page(null, 4)
    list.items = list.sorted().slice(0, 4)
    const empty = await list.page(first._meta.next, 4)
    expect([empty.data, empty._meta.next]).toEqual([[], null])
    expect((await list.page(empty._meta.prev, 4)).data).toEqual(first.data)

    list.items = makeItems(10)
    const second = await list.page(first._meta.next, 4)
    list.items = list.sorted().slice(4)
    const emptied = await list.page(second._meta.prev, 4)
    expect([emptied.data, emptied._meta.prev]).toEqual([[], null])
    expect((await list.page(emptied._meta.next, 4)).data).toEqual(second.data)
  })

  it('returns no previous cursor if there are no newer items and the list says so', async () => {
    for (const tells of [true, false]) {
      const list = new PlainList(makeItems(10), tells)
      const first = await list.page(null, 4)
      list.items = list.sorted().slice(4)
      const second = await list.page(first._meta.next, 4)
      expect(second._meta.prev === null).toBe(tells)
    }
  })

  it('rejects the cursor of another list', async () => {
    const cursor = codec.encode({ direction: 'next', key: { createdAt: '', id: '' } }, 'another')
    await expect(new PlainList([]).page(cursor)).rejects.toThrow(InvalidCursorError)
  })

  it('returns each permanent item exactly once, in order, in both directions, whatever is inserted and deleted \
[pagination.stable-under-inserts, pagination.stable-under-deletes]', async () => {
    const change = fc.record({ slot: fc.nat(60), limit: fc.integer({ min: 1, max: 7 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 120 }), fc.nat(20), async (changes, count) => {
        // Even slots are permanent; odd ones are inserted and deleted between the pages. Three slots share each time.
        const slots = makeItems(61)
        const steady = slots.filter((_, index) => index % 2 === 0 && index / 2 < count)
        const list = new PlainList(steady)
        const script = changes.values()
        const step = () => {
          const next = script.next().value ?? { slot: 0, limit: 3 }
          const item = slots[next.slot]
          if (item !== undefined && next.slot % 2 === 1) {
            if (!list.items.includes(item)) list.items.push(item)
            else list.items = list.items.filter((other) => other !== item)
          }
          return next.limit
        }
        const ids = steady.map((item) => item.id)
        const expected = new PlainList(steady).sorted().map((item) => item.id)

        const down: string[] = []
        let page = await list.page(null, step())
        let last = page
        for (;;) {
          down.push(...page.data.map((item) => item.id))
          last = page
          if (page._meta.next === null) break
          page = await list.page(page._meta.next, step())
        }
        expect(new Set(down).size).toBe(down.length)
        expect(down.filter((id) => ids.includes(id))).toEqual(expected)

        const up = last.data.map((item) => item.id)
        while (last._meta.prev !== null) {
          last = await list.page(last._meta.prev, step())
          up.unshift(...last.data.map((item) => item.id))
        }
        expect(new Set(up).size).toBe(up.length)
        expect(up.filter((id) => ids.includes(id))).toEqual(expected)
      }),
    )
  })
})
