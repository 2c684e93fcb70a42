import { Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { StoreUnavailableError } from '../../store.js'
import { createPGliteDialect, type Engine } from './pglite-dialect.js'

/** Creates a database that rejects every statement with an error of this code. */
function openFailing(error: Error): Kysely<unknown> {
  const database: Engine = {
    isClosed: true,
    query: () => Promise.reject(error),
    close: async () => {},
    abandon: async () => {},
  }
  return new Kysely({ dialect: createPGliteDialect(database, undefined, '/data/carebench') })
}

it.each(['XX001', 'XX002', '58P01'])('names the folder and a remedy if its files are damaged: %s', async (code) => {
  const cause = Object.assign(new Error('invalid page in block 0 of relation base/5/16395'), { code })
  const error: unknown = await sql`select 1`.execute(openFailing(cause)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StoreUnavailableError)
  expect(String(error)).toContain('The database in the folder /data/carebench is damaged: invalid page in block 0')
  expect(String(error)).toContain('restore it from a copy')
})

it('passes on other errors of the database', async () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505' })
  await expect(sql`select 1`.execute(openFailing(cause))).rejects.toBe(cause)
})
