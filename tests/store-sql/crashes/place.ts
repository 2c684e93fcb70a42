import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Random, randomInteger } from '@carebench/protocol'
import { startPostgres } from '../../../packages/store/src/sql/testing/postgres-server.js'

/** What a crash ends with SIGKILL: the process that uses the store, the database server, or both. */
export type Victim = 'process' | 'server' | 'both'

/** Where a store is kept, with control over the processes that a crash kills. */
export interface Place {
  /** Flags for `carebench serve` to use this store. */
  readonly flags: readonly string[]
  /** For the program on the store: the folder of an embedded database, or the URL of PostgreSQL. */
  readonly folder?: string
  readonly url?: string
  /** Draws what the next crash kills. */
  draw(random: Random): Victim
  /** Kills the database server; does nothing for an embedded database. */
  crashServer(): void
  startServer(): void
  remove(): void
}

export type EngineName = 'embedded' | 'postgres'

/** Makes a place for a new store: a temporary folder for the embedded engine, else a PostgreSQL server of its own. */
export async function makePlace(engine: EngineName): Promise<Place> {
  const root = mkdtempSync(join(tmpdir(), 'carebench-crash-'))
  if (engine === 'embedded') {
    const folder = join(root, 'data')
    return {
      flags: ['--data', folder],
      folder,
      draw: () => 'process',
      crashServer() {},
      startServer() {},
      remove: () => rmSync(root, { recursive: true, force: true }),
    }
  }
  const secret = join(root, 'secret')
  writeFileSync(secret, randomBytes(32), { mode: 0o600 })
  const server = await startPostgres()
  const url = server.createDatabase('crashes')
  return {
    flags: ['--database-url', url, '--secret-file', secret],
    url,
    draw: (random) => victims[randomInteger(random, 0, victims.length - 1)] ?? 'process',
    crashServer: () => server.crash(),
    startServer: () => server.start(),
    remove() {
      server.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const victims: readonly Victim[] = ['process', 'process', 'server', 'both']
