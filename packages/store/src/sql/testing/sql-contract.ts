import type { Kysely } from 'kysely'
import { beforeAll } from 'vitest'
import { logContract } from '../../contract/log-contract.js'
import { storeContract } from '../../contract/store-contract.js'
import type { Database } from '../database.js'
import { migrate } from '../migrations/migrate.js'
import { SqlStore } from '../sql-store.js'
import { emptyDatabase } from './empty-database.js'

// For tests only.

/** Runs the contracts of a store and a log in one database, which is emptied before each test. */
export function sqlContract(name: string, connect: () => Promise<Kysely<Database>>, numRuns: number): void {
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await connect()
    await migrate(db)
  })
  const create = async () => {
    await emptyDatabase(db)
    return new SqlStore(db, { isShared: false, release: async () => {} })
  }
  storeContract(name, create, numRuns)
  logContract(name, async () => (await create()).log)
}
