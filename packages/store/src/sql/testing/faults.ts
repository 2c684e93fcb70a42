import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.js'

// For tests only.

const tables = ['documents', 'unique_keys', 'filter_values', 'log_entries', 'log_checkpoints', 'collections']

/** Makes a database fail on demand, in the middle of a write. */
export interface FaultyDatabase {
  /**
   * Fails at the row with this number, counted from 1 over all tables, once. The code is one of PostgreSQL, or `lost`
   * to end the connection there.
   */
  failAt(row: number, code: string): Promise<void>
  /** Stops failing. Returns the number of rows written since {@link failAt}, including failed attempts. */
  heal(): Promise<number>
  /** Returns all rows of all tables of the schema, without revisions. */
  state(): Promise<string>
}

/** Adds triggers to a database that has the schema. */
export async function addFaults(db: Kysely<Database>): Promise<FaultyDatabase> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('create table public.fault (code text not null, at bigint not null)')
  await run('create sequence public.written')
  await run(`create function public.fail() returns trigger language plpgsql as $body$
declare
  fault public.fault;
begin
  select * into fault from public.fault;
  -- What a sequence gives is not undone, so that a statement that is repeated does not fail at the same row again.
  if found and nextval('public.written') = fault.at then
    if fault.code = 'lost' then
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(60);
    end if;
    raise exception using errcode = fault.code, message = 'the storage fails here';
  end if;
  return null;
end $body$`)
  for (const table of tables) {
    await run(
      `create trigger fails after insert or update or delete on carebench.${table} for each row execute function ` +
        'public.fail()',
    )
  }
  const heal = async () => {
    await sql`delete from public.fault`.execute(db)
    const { rows } = await sql<{ count: number }>`
      select case when is_called then last_value else 0 end::integer as count from public.written`.execute(db)
    return rows[0]?.count ?? 0
  }
  return {
    heal,
    async failAt(row, code) {
      await heal()
      await sql`select setval('public.written', 1, false)`.execute(db)
      await sql`insert into public.fault values (${code}, ${row})`.execute(db)
    },
    async state() {
      const parts: string[] = []
      for (const table of tables) {
        const { rows } = await sql<{ rows: string | null }>`
          select json_agg(row order by row::text)::text as rows
          from (select to_jsonb(t) - 'revision' as row from ${sql.table(`carebench.${table}`)} as t) as r`.execute(db)
        parts.push(rows[0]?.rows ?? '')
      }
      return parts.join('\n')
    },
  }
}
