import { PageError } from '@carebench/pagination'
import { describe, expect, it } from 'vitest'
import { Carebench } from '../carebench.js'
import { catchRejection, json, stubFetch } from '../testing/stub-fetch.js'

function page(ids: readonly string[], next: string | null, prev: string | null = null) {
  return json(200, { data: ids.map((id) => ({ id, created_at: 'now' })), _meta: { limit: 2, next, prev } })
}

function list(...answers: Response[]) {
  const { fetch, sent } = stubFetch(...answers)
  const carebench = new Carebench({ baseUrl: 'https://s.example.org', apiKey: 'vk_1', fetch })
  return { carebench, sent, benchmarks: carebench.list('listBenchmarks', { query: { limit: 2 } }) }
}

describe('a list', () => {
  it('returns its first page, or that of a cursor', async () => {
    const { carebench, benchmarks, sent } = list(page(['c', 'b'], 'n1'), page(['a'], null, 'p1'))
    const first = await benchmarks.page()
    expect(first).toEqual({
      data: [
        { id: 'c', createdAt: 'now' },
        { id: 'b', createdAt: 'now' },
      ],
      next: 'n1',
      prev: null,
    })
    const second = await carebench.list('listBenchmarks', {}, { cursor: first.next ?? undefined }).page()
    expect(second).toMatchObject({ data: [{ id: 'a' }], next: null, prev: 'p1' })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://s.example.org/benchmarks?limit=2',
      'https://s.example.org/benchmarks?cursor=n1',
    ])
  })

  it('returns its pages, each fetched on demand', async () => {
    const { benchmarks, sent } = list(page(['b'], 'n1'), page([], 'n2'), page(['a'], null))
    const sizes: number[] = []
    for await (const { data } of benchmarks.pages()) {
      sizes.push(data.length)
      expect(sent).toHaveLength(sizes.length)
    }
    expect(sizes).toEqual([1, 0, 1])
  })

  it('continues after an empty page, and starts again with each iteration', async () => {
    const { benchmarks } = list(page([], 'n1'), page(['a'], null), page([], 'n1'), page(['a'], null))
    for (let walks = 0; walks < 2; walks++) expect(await benchmarks.toArray({ max: 9 })).toMatchObject([{ id: 'a' }])
  })

  it('stops when a cursor repeats', async () => {
    const { benchmarks } = list(page(['a'], 'n1'), page(['b'], 'n1'), page(['c'], 'n1'))
    const error = await catchRejection(benchmarks.toArray({ max: 9 }))
    expect(error).toBeInstanceOf(PageError)
    expect(error).toMatchObject({ code: 'not_advancing' })
  })

  it('rejects anything but a page', async () => {
    const { benchmarks } = list(json(200, { items: [] }))
    expect(await catchRejection(benchmarks.page())).toMatchObject({ code: 'malformed' })
  })
})
