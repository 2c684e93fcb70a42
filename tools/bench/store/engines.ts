import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zlibCompression } from '@carebench/server'
import { createMemoryStore, type Store } from '@carebench/store'
import { Kysely } from 'kysely'
import type { Database } from '../../../packages/store/src/sql/database.js'
import { EmbeddedEngine } from '../../../packages/store/src/sql/engines/embedded-engine.js'
import { createPGliteDialect } from '../../../packages/store/src/sql/engines/pglite-dialect.js'
import { connectToPostgres } from '../../../packages/store/src/sql/engines/postgres-store.js'
import { migrate } from '../../../packages/store/src/sql/migrations/migrate.js'
import { SqlStore } from '../../../packages/store/src/sql/sql-store.js'

/** A store without documents, and its database, if it has one. */
export interface Engine {
  readonly store: Store
  readonly db: Kysely<Database> | undefined
}

export async function openEngine(name: string): Promise<Engine> {
  if (name === 'memory') return { store: createMemoryStore({ compression: zlibCompression }), db: undefined }
  const db = name === 'PGlite' ? await embedded() : await connectToPostgres(name)
  await migrate(db)
  return { store: new SqlStore(db, { isShared: name !== 'PGlite', release: () => db.destroy() }), db }
}

async function embedded(): Promise<Kysely<Database>> {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const engine = await EmbeddedEngine.open({ dataDir: join(folder, 'data') })
  return new Kysely<Database>({ dialect: createPGliteDialect(engine) })
}

/**
 * Returns the store with a method `take`: how many calls it got since the last `take`. Each is one round trip to a
 * database.
 */
export function counting(store: Store): Store & { take(): number } {
  let calls = 0
  const counted = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name)
        if (name === 'log') return log
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          calls++
          return Reflect.apply(member, target, args)
        }
      },
    })
  const log = counted(store.log)
  const take = () => {
    const taken = calls
    calls = 0
    return taken
  }
  return Object.assign(Object.create(counted(store)), { take })
}
