import { beforeAll, describe, expect, it } from 'vitest'
import { at, type ContractTestbed, create, createContractTestbed, listAt } from './contract-testbed.js'

// Lists, read over 105 environments, half of them created in the same millisecond as another.

let testbed: ContractTestbed
let made: string[]
beforeAll(async () => {
  testbed = await createContractTestbed()
  made = []
  for (let count = 0; count < 105; count++) {
    if (count % 2 === 0) testbed.clock.advance(1)
    made.push(await create(testbed.call, '/environments', { name: `e${count}` }))
  }
})

async function read(query = '') {
  const { status, body } = await testbed.call('GET', `/environments${query}`)
  expect(status).toBe(200)
  return {
    body,
    ids: listAt(body, 'data').map((item) => at(item, 'id')),
    next: at(body, '_meta', 'next'),
    prev: at(body, '_meta', 'prev'),
  }
}

describe('a list', () => {
  it('has data and _meta, with cursors or null and the limit [pagination.envelope, pagination.meta-members]', async () => {
    const { body } = await read('?limit=2')
    expect(Object.keys(body as object).sort()).toEqual(['_meta', 'data'])
    expect(at(body, '_meta')).toEqual({ next: expect.stringMatching(/./), prev: null, limit: 2 })
  })

  it('has 20 items by default [pagination.limit-default]', async () => {
    const { ids, body } = await read()
    expect([ids.length, at(body, '_meta', 'limit')]).toEqual([20, 20])
  })

  it.each([
    [1, 1],
    [7, 7],
    [100, 100],
  ])(
    'has the %d items requested [pagination.limit-applied, pagination.limit-minimum, pagination.limit-maximum]',
    async (limit, size) => {
      const { ids, body } = await read(`?limit=${limit}`)
      expect([ids.length, at(body, '_meta', 'limit')]).toEqual([size, limit])
    },
  )

  it.each([101, 5000])('is clamped to 100 if %d are requested [pagination.limit-clamped]', async (limit) => {
    const { ids, body } = await read(`?limit=${limit}`)
    expect([ids.length, at(body, '_meta', 'limit')]).toEqual([100, 100])
  })

  it('is newest first, whatever the query [pagination.order-fixed, pagination.newest-first]', async () => {
    expect((await read('?limit=100')).ids).toEqual(made.toReversed().slice(0, 100))
    for (const query of ['?order=asc', '?sort=created_at', '?order_by=name']) {
      expect((await testbed.call('GET', `/environments${query}`)).status).toBe(400)
    }
  })

  it('is read forward to its end and back page by page, with unmodified cursors [pagination.next-forward, pagination.next-null, pagination.prev-back, pagination.cursor-opaque]', async () => {
    const first = await read('?limit=50')
    const second = await read(`?limit=50&cursor=${first.next}`)
    const third = await read(`?limit=50&cursor=${second.next}`)
    expect([first, second, third].flatMap(({ ids }) => ids)).toEqual(made.toReversed())
    expect(third.next).toBe(null)
    const back = await read(`?limit=50&cursor=${third.prev}`)
    expect(back.ids).toEqual(second.ids)
    expect((await read(`?limit=50&cursor=${back.prev}`)).ids).toEqual(first.ids)
  })

  it('shifts no items between pages when items are added and removed [pagination.stable-under-inserts, pagination.stable-under-deletes]', async () => {
    const fresh = await createContractTestbed()
    const ids: string[] = []
    for (let count = 0; count < 12; count++) ids.push(await create(fresh.call, '/environments', { name: `e${count}` }))
    const seen: unknown[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const { body } = await fresh.call('GET', `/environments?limit=3${cursor}`)
      seen.push(...listAt(body, 'data').map((item) => at(item, 'id')))
      cursor = `&cursor=${at(body, '_meta', 'next')}`
      // Adds an item newer than all others, and removes one already shown.
      await create(fresh.call, '/environments', { name: 'new' })
      expect((await fresh.call('DELETE', `/environments/${String(seen.at(-2))}`)).status).toBe(204)
    }
    expect(seen).toEqual(ids.toReversed())
  })
})
