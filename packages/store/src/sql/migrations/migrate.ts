import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../database.js'
import { type Migration, migrations } from './migration.js'

/** Thrown if the schema of a database is not one that this version can use. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/** The advisory lock of all migrations: a number that no other lock of ours has. */
const lock = 4_201_250_001

/**
 * Brings the schema to the newest version, in one transaction. Several processes may do so at once: one migrates, the
 * others wait. Throws a {@link SchemaError} if a newer version has migrated the database, or if a published step has
 * changed.
 */
export async function migrate(db: Kysely<Database>, steps: readonly Migration[] = migrations): Promise<void> {
  if (stepsToDo(await appliedSteps(db), steps).length === 0) return
  await db.transaction().execute(async (transaction) => {
    // A migration, and waiting for one, may take longer than the timeout of a call.
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(transaction)
    await sql`create schema if not exists carebench`.execute(transaction)
    await sql`create table if not exists carebench.migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(transaction)
    for (const step of stepsToDo(await appliedSteps(transaction), steps)) await apply(transaction, step)
  })
}

async function apply(transaction: Transaction<Database>, step: Migration): Promise<void> {
  for (const statement of statementsOf(step.sql)) await sql.raw(statement).execute(transaction)
  const { number, name } = step
  await transaction
    .withSchema('carebench')
    .insertInto('migrations')
    .values({ number, name, checksum: checksumOf(step) })
    .execute()
}

interface AppliedStep {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

/** Returns the steps that the database has; none if it has no schema yet. */
async function appliedSteps(db: Kysely<Database>): Promise<readonly AppliedStep[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('carebench.migrations') is not null as exists`.execute(db)
  if (rows[0]?.exists !== true) return []
  return db
    .withSchema('carebench')
    .selectFrom('migrations')
    .select(['number', 'name', 'checksum'])
    .orderBy('number')
    .execute()
}

function stepsToDo(applied: readonly AppliedStep[], steps: readonly Migration[]): readonly Migration[] {
  for (const { number, name, checksum } of applied) {
    const step = steps.find((candidate) => candidate.number === number)
    if (step === undefined) {
      throw new SchemaError(
        `The database has the migration ${number} (${name}), which a newer version has made; this version knows ` +
          `${steps.length}. Use that version, or another database.`,
      )
    }
    if (checksumOf(step) !== checksum) {
      throw new SchemaError(
        `The migration ${number} (${name}) of the database is not the one of this version: its checksum is ` +
          `${checksum}, expected ${checksumOf(step)}.`,
      )
    }
  }
  const done = new Set(applied.map(({ number }) => number))
  return steps.filter(({ number }) => !done.has(number))
}

/** SHA-256 in hex. */
function checksumOf({ sql: text }: Migration): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Returns the statements of a script, whose functions are between `$body$`. A prepared statement can contain only one
 * statement.
 */
function statementsOf(script: string): readonly string[] {
  const statements: string[] = []
  let statement = ''
  for (const [index, piece] of script.split('$body$').entries()) {
    if (index % 2 === 1) {
      statement += `$body$${piece}$body$`
      continue
    }
    const [first = '', ...others] = piece.replaceAll(/^--.*$/gm, '').split(';')
    statement += first
    for (const other of others) {
      statements.push(statement)
      statement = other
    }
  }
  return [...statements, statement].map((text) => text.trim()).filter((text) => text !== '')
}
