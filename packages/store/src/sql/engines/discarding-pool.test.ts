import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { StoreUnavailableError } from '../../store.js'
import { discardingPool } from './discarding-pool.js'

it('rejects waiting calls when it ends, and releases a connection that arrives later', async () => {
  const released: unknown[] = []
  let connected: (client: object) => void = () => {}
  const inner = {
    connect: () =>
      new Promise((resolve) => {
        connected = resolve
      }),
    end: async () => {},
  }
  const pool = discardingPool(inner as unknown as Pool, 1000)
  const waiting = pool.connect()
  await pool.end()
  await expect(waiting).rejects.toThrow(StoreUnavailableError)
  connected({ release: (error: unknown) => released.push(error) })
  await new Promise(setImmediate)
  expect(released).toEqual([undefined])
})

/** Creates a pool whose server responds only when the test lets it. */
function silentPool(patience: number) {
  const released: unknown[] = []
  const silent: (() => void)[] = []
  const client = {
    query: (sql: string) =>
      sql === 'begin'
        ? Promise.resolve({ rows: [] })
        : new Promise((resolve) => silent.push(() => resolve({ rows: ['answer'] }))),
    release: (error: unknown) => released.push(error),
  }
  const inner = { connect: async () => client, end: async () => {} }
  return { pool: discardingPool(inner as unknown as Pool, patience), released, answer: () => silent.shift()?.() }
}

it('times out if a server does not respond, and closes its connection', async () => {
  const { pool, released } = silentPool(20)
  const client = await pool.connect()
  await expect(client.query('select 1', [])).rejects.toThrow(StoreUnavailableError)
  client.release()
  expect(released).toEqual([expect.any(StoreUnavailableError)])
})

it('has no timeout in a transaction', async () => {
  const { pool, released, answer } = silentPool(20)
  const client = await pool.connect()
  await client.query('begin', [])
  const long = client.query('select 1', [])
  await new Promise((resolve) => setTimeout(resolve, 60))
  answer()
  expect(await long).toEqual({ rows: ['answer'] })
  client.release()
  expect(released).toEqual([undefined])
})
