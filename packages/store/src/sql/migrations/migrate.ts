import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../database.js'
import { type Migration, migrations } from './migration.js'

/** Thrown if the schema of a database is not one that this version can use. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/** The number of the advisory lock of migrations; no other lock of carebench has it. */
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
  for (const statement of splitStatements(step.sql)) await sql.raw(statement).execute(transaction)
  const { number, name } = step
  await transaction
    .withSchema('carebench')
    .insertInto('migrations')
    .values({ number, name, checksum: computeChecksum(step) })
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
        `The database has the migration ${number} (${name}) of a newer carebench; this one knows ${steps.length}. ` +
          'Use that one, or another database.',
      )
    }
    if (computeChecksum(step) !== checksum) {
      throw new SchemaError(
        `The migration ${number} (${name}) of the database differs from that of this carebench: its checksum is ` +
          `${checksum}, expected ${computeChecksum(step)}. Use the carebench that created the database, or ` +
          'another database.',
      )
    }
  }
  const done = new Set(applied.map(({ number }) => number))
  return steps.filter(({ number }) => !done.has(number))
}

/** Returns the SHA-256 of a step, in hex. */
function computeChecksum({ sql: text }: Migration): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Splits a script into statements, because a prepared statement can contain only one. Bodies of functions are between
 * `$body$`.
 */
function splitStatements(script: string): readonly string[] {
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
