import { type PlaygroundDoc, playgrounds, webhookDeliveries } from '@carebench/service'
import { createMemoryStore, insert, remove } from '@carebench/store'
import { expect, it } from 'vitest'
import { Deliveries } from './deliveries.js'

const playground: PlaygroundDoc = {
  id: 'pg_1',
  created_at: '2026-03-02T18:00:00.000Z',
  organization_id: 'org_1',
  environment_id: null,
  origin: { kind: 'task_run', task_run_id: 'trun_1' },
  sandboxes: [{ id: 'sbx_1', type: 'Fax' }],
  torn_down_at: null,
}
const delivery = {
  id: 'sbx_1/fax-received/fax_1',
  type: 'fax.received',
  item_id: 'fax_1',
  host: 'agent.example.org',
  attempt: 1,
  outcome: 'delivered',
  status: 204,
} as const

async function begin() {
  const store = createMemoryStore()
  await store.commit([insert(playgrounds, playground)])
  const deliveries = new Deliveries(store, 'sbx_1', () => 0)
  const stored = async () => (await store.page(webhookDeliveries, { limit: 10 })).docs.map(({ id }) => id)
  return { store, deliveries, stored, revision: (await store.get(playgrounds, 'pg_1'))?.revision ?? 0 }
}

it('records nothing of a sandbox that has been deleted', async () => {
  const { store, deliveries, stored, revision } = await begin()
  await deliveries.record(delivery)
  expect(await stored()).toEqual([delivery.id])
  const other = { ...delivery, id: 'sbx_1/fax-received/fax_2' }
  const now = (await store.get(playgrounds, 'pg_1'))?.revision ?? revision
  await store.commit([remove(playgrounds, 'pg_1', now)])
  await deliveries.record(other)
  expect(await stored()).toEqual([delivery.id])
})

it('makes a deletion fail that has looked for deliveries before this one was stored', async () => {
  const { store, deliveries, revision } = await begin()
  await deliveries.record(delivery)
  expect(await store.commit([remove(playgrounds, 'pg_1', revision)])).toMatchObject({ ok: false })
})
