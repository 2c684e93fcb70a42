import type { JsonObject, JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { answerList, type Ranked } from './list-page.js'

const numRuns = 40 * inject('scale')

interface Page {
  readonly data: readonly number[]
  readonly _meta: { readonly next: string | null; readonly prev: string | null; readonly limit: number }
}

function ranked(ranks: readonly number[]): Ranked<number>[] {
  return [...new Set(ranks)].sort((a, b) => b - a).map((rank) => ({ rank, item: rank }))
}

function answer(items: readonly Ranked<number>[], query: string, list = 'inbox', filters = {}) {
  const { response } = answerList(query, list, items, (item) => item, filters)
  return {
    status: response.status,
    json: (response.body && 'json' in response.body ? response.body.json : null) as JsonValue,
  }
}

function makePage(items: readonly Ranked<number>[], query: string) {
  return answer(items, query).json as unknown as Page
}

function makeCursor(text: string) {
  return `cursor=${btoa(text).replaceAll('=', '')}`
}

const five = ranked([1, 2, 3, 4, 5])

describe('answerList', () => {
  it('reads cursors as the tests write them', () => {
    expect(makePage(five, makeCursor('inbox older 3')).data).toEqual([2, 1])
  })

  it('pages forward and back, newest first', () => {
    const first = makePage(five, 'limit=2')
    expect(first).toEqual({ data: [5, 4], _meta: { next: expect.any(String), prev: null, limit: 2 } })
    const second = makePage(five, `limit=2&cursor=${first._meta.next}`)
    expect(second.data).toEqual([3, 2])
    const third = makePage(five, `limit=2&cursor=${second._meta.next}`)
    expect(third).toMatchObject({ data: [1], _meta: { next: null } })
    expect(makePage(five, `limit=2&cursor=${third._meta.prev}`)).toEqual(second)
    expect(makePage(five, `limit=2&cursor=${second._meta.prev}`)).toEqual(first)
  })

  it('has 20 items a page by default, and at most 100', () => {
    const many = ranked(Array.from({ length: 150 }, (_, index) => index + 1))
    expect(makePage(many, '')).toMatchObject({ data: { length: 20 }, _meta: { limit: 20 } })
    expect(makePage(many, 'limit=1000')).toMatchObject({ data: { length: 100 }, _meta: { limit: 100 } })
    expect(makePage([], '')).toEqual({ data: [], _meta: { next: null, prev: null, limit: 20 } })
  })

  it('keeps its place when items are added or removed', () => {
    const { _meta } = makePage(five, 'limit=2')
    expect(makePage(ranked([1, 3, 5, 6, 7]), `limit=2&cursor=${_meta.next}`).data).toEqual([3, 1])
    const gone = makePage(ranked([5, 6]), `limit=2&cursor=${_meta.next}`)
    expect(gone).toMatchObject({ data: [], _meta: { next: null } })
    expect(makePage(ranked([5, 6]), `cursor=${gone._meta.prev}`).data).toEqual([6, 5])
  })

  it.each([
    ['limit=0', 'INVALID_REQUEST'],
    ['limit=-1', 'INVALID_REQUEST'],
    ['limit=1.5', 'INVALID_REQUEST'],
    ['limit=', 'INVALID_REQUEST'],
    ['limit=ten', 'INVALID_REQUEST'],
    ['limit=1&limit=2', 'INVALID_REQUEST'],
    ['page=2', 'INVALID_REQUEST'],
    ['cursor=', 'INVALID_CURSOR'],
    ['cursor=abc', 'INVALID_CURSOR'],
    ['cursor=%00', 'INVALID_CURSOR'],
    [makeCursor('outbound older 3'), 'INVALID_CURSOR'],
    [makeCursor('inbox older 0'), 'INVALID_CURSOR'],
    [makeCursor('inbox later 3'), 'INVALID_CURSOR'],
    [makeCursor('inbox older 3 '), 'INVALID_CURSOR'],
  ])('refuses %s with %s', (query, code) => {
    expect(answer(five, query)).toEqual({
      status: 400,
      json: { error: { code, message: expect.stringMatching(/\.$/) } },
    })
  })

  it('accepts a cursor only with the filters that it was created for [pagination.cursor-other-filter]', () => {
    const sent = { direction: 'outbound', status: undefined }
    const first = answer(five, 'limit=2', 'inbox', sent).json as unknown as Page
    const next = `limit=2&cursor=${first._meta.next}`
    expect(answer(five, next, 'inbox', { status: undefined, direction: 'outbound' }).json).toMatchObject({
      data: [3, 2],
    })
    for (const other of [{}, { direction: 'inbound' }, { ...sent, status: 'delivered' }]) {
      expect(answer(five, next, 'inbox', other)).toMatchObject({
        status: 400,
        json: { error: { code: 'INVALID_CURSOR', message: expect.stringContaining('with the same filters') } },
      })
    }
  })

  it('shows every item once, forward and backward, while newer ones arrive', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 60 })),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(3),
        (ranks, limit, arriving) => {
          let newest = 60
          let items = ranked(ranks)
          const forward: number[] = []
          const pages: Page[] = []
          let cursor: string | null = ''
          while (cursor !== null) {
            const page: Page = makePage(items, `limit=${limit}${cursor && `&cursor=${cursor}`}`)
            pages.push(page)
            forward.push(...page.data)
            expect(page.data.length).toBeLessThanOrEqual(limit)
            cursor = page._meta.next
            for (let count = 0; count < arriving; count++) items = ranked([...items.map(({ rank }) => rank), ++newest])
          }
          expect(forward).toEqual([...ranks].sort((a, b) => b - a))
          const backward: number[] = [...(pages.at(-1)?.data ?? [])]
          let back = pages.at(-1)?._meta.prev ?? null
          while (back !== null) {
            const page: Page = makePage(items, `limit=${limit}&cursor=${back}`)
            backward.unshift(...page.data)
            back = page._meta.prev
          }
          if (ranks.length > limit) expect(backward).toEqual(items.map(({ rank }) => rank))
        },
      ),
      { numRuns },
    )
  })

  it('answers any query', () => {
    const aQuery = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((value) => `cursor=${encodeURIComponent(value)}`),
      fc.base64String().map((value) => `cursor=${value}`),
      fc.integer().map((value) => `limit=${value}`),
    )
    fc.assert(
      fc.property(aQuery, (query) => {
        const { status, json } = answer(five, query)
        expect([200, 400]).toContain(status)
        expect(Object.keys(json as JsonObject)).toEqual(status === 200 ? ['data', '_meta'] : ['error'])
      }),
      { numRuns },
    )
  })
})
