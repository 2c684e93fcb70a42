import { PageError } from '@carebench/pagination'
import { describe, expect, it } from 'vitest'
import { Carebench } from './carebench.js'
import { catchRejection, json, stubFetch } from './testing/stub-fetch.js'

function make(fetch: ReturnType<typeof stubFetch>['fetch']) {
  return new Carebench({ baseUrl: 'https://s.example.org', apiKey: 'vk_1', fetch })
}

function page(ids: readonly string[], next: string | null, prev: string | null = null) {
  return json(200, { data: ids.map((id) => ({ id })), _meta: { next, prev, limit: 2 } })
}

describe('call', () => {
  it('writes declared keys in snake_case and reads them in camelCase; open JSON is unchanged', async () => {
    const open = { someKey: { innerKey: 1 }, other_key: [{ deep_key: null, deepKey: true }] }
    const { fetch, sent } = stubFetch(
      json(201, { id: 'ds_1', parent_id: null, created_at: '2026-01-01T00:00:00.000Z', config: open, new_ext: 1 }),
    )
    const answer = await make(fetch).call('createDataset', {
      body: { type: 'FHIR', name: 'n', parentId: 'ds_0', config: open },
    })
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: 'https://s.example.org/datasets',
      headers: { 'content-type': 'application/json' },
      body: { type: 'FHIR', name: 'n', parent_id: 'ds_0', config: open },
    })
    expect(answer).toEqual({
      id: 'ds_1',
      parentId: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      config: open,
      new_ext: 1,
    })
  })

  it('inserts params into the path and appends the query', async () => {
    const { fetch, sent } = stubFetch(page([], null), json(200, { id: 'env_1' }))
    await make(fetch).call('listTasks', { query: { benchmarkId: 'bench 1', limit: 5 } })
    await make(fetch).call('linkSimulator', { params: { id: 'env_1', simulatorId: 'sim_1' } })
    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', 'https://s.example.org/tasks?benchmark_id=bench+1&limit=5', undefined],
      ['POST', 'https://s.example.org/environments/env_1/simulators/sim_1', undefined],
    ])
    expect(sent[1]?.headers).not.toHaveProperty('content-type')
  })

  it('ignores a content-type that does not match the body', async () => {
    const { fetch, sent } = stubFetch(json(201, {}))
    await make(fetch).call('createBenchmark', { body: { name: 'n' } }, { headers: { 'Content-Type': 'text/plain' } })
    expect(sent[0]?.headers['content-type']).toBe('application/json')
  })
})

describe('list', () => {
  it('iterates over all pages, one request per page, starting again each time', async () => {
    const pages = () => [page(['3', '2'], 'c1'), page([], 'c2', 'p'), page(['1'], null, 'p')]
    const { fetch, sent } = stubFetch(...pages(), ...pages())
    const walk = make(fetch).list('listBenchmarks', { query: { limit: 2 } })
    for (let time = 0; time < 2; time++) {
      const ids: string[] = []
      for await (const { id } of walk) ids.push(id)
      expect(ids).toEqual(['3', '2', '1'])
    }
    expect(sent.slice(0, 3).map(({ url }) => url.split('?')[1])).toEqual([
      'limit=2',
      'limit=2&cursor=c1',
      'limit=2&cursor=c2',
    ])
    expect(sent).toHaveLength(6)
  })

  it('fetches no more pages than needed', async () => {
    const { fetch, sent } = stubFetch(page(['3', '2'], 'c1'))
    expect(await make(fetch).list('listBenchmarks').toArray({ max: 2 })).toHaveLength(2)
    expect(sent).toHaveLength(1)
  })

  it('starts at a cursor, also one in the query, and iterates backwards', async () => {
    const { fetch, sent } = stubFetch(page(['1'], null), page(['1'], null), page(['2', '1'], 'n', null))
    await make(fetch).list('listBenchmarks', {}, { cursor: 'c7' }).toArray({ max: 9 })
    await make(fetch)
      .list('listBenchmarks', { query: { cursor: 'c8' } })
      .toArray({ max: 9 })
    const back = await make(fetch).list('listBenchmarks', {}, { cursor: 'c9', direction: 'prev' }).toArray({ max: 9 })
    expect(sent.map(({ url }) => url.split('?')[1])).toEqual(['cursor=c7', 'cursor=c8', 'cursor=c9'])
    expect(back.map(({ id }) => id)).toEqual(['1', '2'])
  })

  it('follows next_cursor where there is no _meta', async () => {
    const { fetch, sent } = stubFetch(
      json(200, { data: [{ id: '2' }], next_cursor: 'c1' }),
      json(200, { data: [{ id: '1' }], next_cursor: null }),
    )
    const walk = make(fetch).list('listCriterionRuns', { query: { taskRunId: 'tr_1' } })
    expect(await walk.toArray({ max: 9 })).toHaveLength(2)
    expect(sent[1]?.url).toContain('cursor=c1')
  })

  it('passes the options to each call', async () => {
    const { fetch, sent } = stubFetch(page(['2'], 'c1'), page(['1'], null))
    const controller = new AbortController()
    const options = { headers: { 'x-request-id': 'r' }, signal: controller.signal }
    const walk = make(fetch).list('listBenchmarks', {}, options)[Symbol.asyncIterator]()
    await walk.next()
    controller.abort()
    expect(await catchRejection(walk.next())).toMatchObject({ code: 'aborted' })
    expect(sent.map(({ headers }) => headers['x-request-id'])).toEqual(['r'])
  })

  it.each([
    ['not_advancing', page(['1'], 'c1')],
    ['malformed', json(200, { data: 'x' })],
    ['malformed', json(200, { data: [], _meta: { next: 7 } })],
  ])('throws a PageError for a page whose cursor cannot be followed: %s', async (code, last) => {
    const { fetch } = stubFetch(page(['2'], 'c1'), last)
    const error = await catchRejection(make(fetch).list('listBenchmarks').toArray({ max: 9 }))
    expect(error).toBeInstanceOf(PageError)
    expect(error).toMatchObject({ code })
  })
})

describe('sandbox', () => {
  it('calls the systems of a sandbox under its own path', async () => {
    const { fetch, sent } = stubFetch(
      json(200, { resourceType: 'Patient', id: 'p1' }),
      json(201, { auth_number: 'A1' }),
      json(200, { data: [] }),
    )
    const sandbox = make(fetch).sandbox('sbx 1')
    expect(await sandbox.fhir.read('Patient', 'p1')).toMatchObject({ id: 'p1' })
    expect(await sandbox.portal.submitPriorAuth({ procedure_code: '70551' })).toEqual({ auth_number: 'A1' })
    await sandbox.system('files').request('GET', 'inbox')
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://s.example.org/sandboxes/sbx%201/fhir/Patient/p1',
      'POST https://s.example.org/sandboxes/sbx%201/portal/prior-auths',
      'GET https://s.example.org/sandboxes/sbx%201/files/inbox',
    ])
    for (const { headers } of sent) {
      expect(headers.authorization).toBe('Bearer vk_1')
      expect(headers).not.toHaveProperty('task-run-id')
    }
  })

  it('rejects an id or group that would name another path', () => {
    const carebench = make(stubFetch().fetch)
    for (const id of ['', '.', '..']) expect(() => carebench.sandbox(id)).toThrow(TypeError)
    expect(() => carebench.sandbox('sbx_1').system('..')).toThrow(TypeError)
  })
})
