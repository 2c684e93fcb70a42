import { StoreUnavailableError } from '@carebench/store'
import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { discardingPool } from './discarding-pool.js'

it('refuses whoever waits for a connection when it ends, and gives back a connection that comes later', async () => {
  const released: unknown[] = []
  let connected: (client: object) => void = () => {}
  const inner = {
    connect: () =>
      new Promise((resolve) => {
        connected = resolve
      }),
    end: async () => {},
  }
  const pool = discardingPool(inner as unknown as Pool)
  const waiting = pool.connect()
  await pool.end()
  await expect(waiting).rejects.toThrow(StoreUnavailableError)
  connected({ release: (error: unknown) => released.push(error) })
  await new Promise(setImmediate)
  expect(released).toEqual([undefined])
})
