import { createMemoryStore } from '@carebench/store'
import { expect, it } from 'vitest'
import { forgetExpired } from '../forget-expired.js'
import { findPage, keepPage, keptPages } from './kept-pages.js'

const page = { nonce: '0000000a'.padEnd(32, '0'), status: 422, html: '<p>Nothing was sent' }

it('is found at its place for an hour, and forgotten then', async () => {
  const store = createMemoryStore()
  await keepPage(store, 'workstation/tr_1', page, 0)
  expect(await findPage(store, 'workstation/tr_1', page.nonce, 3_599_999)).toMatchObject(page)
  expect(await findPage(store, 'workstation/tr_2', page.nonce, 0)).toBeUndefined()
  expect(await findPage(store, 'workstation/tr_1', page.nonce.replace(/0$/, '1'), 0)).toBeUndefined()
  expect(await findPage(store, 'workstation/tr_1', page.nonce, 3_600_000)).toBeUndefined()
  await forgetExpired({ store, clock: { now: () => 3_600_000 } })
  expect((await store.page(keptPages, { limit: 1 })).docs).toEqual([])
})

it('is replaced by a later page of its slot, so that no place keeps more than sixteen', async () => {
  const store = createMemoryStore()
  for (let number = 0; number < 100; number++) {
    await keepPage(
      store,
      'workstation/tr_1',
      { ...page, nonce: number.toString(16).padStart(8, '0').padEnd(32, '1') },
      0,
    )
  }
  expect((await store.page(keptPages, { limit: 100 })).docs).toHaveLength(16)
  expect(await findPage(store, 'workstation/tr_1', '0000000a'.padEnd(32, '1'), 0)).toBeUndefined()
  expect(await findPage(store, 'workstation/tr_1', '00000063'.padEnd(32, '1'), 0)).toBeDefined()
})
