import type { PageKey } from '@carebench/pagination'
import { type RawBuilder, sql } from 'kysely'
import type { Collection } from '../collection.js'
import type { FilterTerm } from '../store.js'
import { encodeEntry, encodeKey } from './key-text.js'

/** Where a part of a list starts, and its direction. */
export interface ListStart {
  /** Undefined: at the newest document. */
  readonly key: PageKey | undefined
  /** Whether the document with this key belongs to the part. */
  readonly isIncluded: boolean
  readonly way: 'older' | 'newer'
}

/** Returns a query for the keys of one part of a list, `created_at` and `id`. */
export function selectKeys(
  { name }: Collection<never>,
  terms: readonly FilterTerm[],
  start: ListStart,
  limit: number,
): RawBuilder<unknown> {
  const entries = terms.map((term) => encodeEntry(term.name, term.value))
  return entries.length < 2 ? selectFromOne(name, entries[0], start, limit) : selectFromAll(name, entries, start, limit)
}

function selectFromOne(
  collection: string,
  entry: string | undefined,
  { key, isIncluded, way }: ListStart,
  limit: number,
): RawBuilder<unknown> {
  const source =
    entry === undefined
      ? sql`carebench.documents as i where i.collection = ${collection}`
      : sql`carebench.filter_values as i where i.collection = ${collection} and i.entry = ${entry}`
  const beyond =
    key === undefined ? sql`true` : sql`(i.created_at, i.id) ${beyondSign(way, isIncluded)} ${toPlace(key)}`
  return sql`select i.created_at, i.id from ${source} and ${beyond}
    order by i.created_at ${toSortOrder(way)}, i.id ${toSortOrder(way)} limit ${limit}`
}

/** After every key: it begins with the last character of Unicode. */
const end: PageKey = { createdAt: '\u{10ffff}', id: '' }

/**
 * Returns a query that walks the indexes of all entries at once. From the current key, it looks up the next key in the
 * first index, from there the next in the second, and so on. All keys before the last one are missing in some index;
 * the last one is a result if it is in all indexes. So the query reads at most as many keys as the rarest entry has,
 * and only a few per result if all entries are common.
 *
 * By default, PostgreSQL reads all keys of an entry, or the whole table, and sorts the result. It produces the rows of
 * a recursive query one after another, and only as many as are needed.
 */
function selectFromAll(
  collection: string,
  entries: readonly string[],
  { key, isIncluded, way }: ListStart,
  limit: number,
): RawBuilder<unknown> {
  const indexOf = (entry: string) =>
    sql`carebench.filter_values as v where v.collection = ${collection} and v.entry = ${entry}`
  const isInAll = (place: RawBuilder<unknown>) =>
    sql`(${sql.join(
      entries.map((entry) => sql`exists (select from ${indexOf(entry)} and (v.created_at, v.id) = ${place})`),
      sql` and `,
    )})`
  const found = (index: number) => sql`(${sql.ref(`f${index}.created_at`)}, ${sql.ref(`f${index}.id`)})`
  const steps = entries.map(
    (entry, index) => sql`cross join lateral (
      select v.created_at, v.id from ${indexOf(entry)}
        and (v.created_at, v.id) ${beyondSign(way, index > 0)} \
${index === 0 ? sql`(w.created_at, w.id)` : found(index - 1)}
      order by v.created_at ${toSortOrder(way)}, v.id ${toSortOrder(way)} limit 1
    ) as ${sql.ref(`f${index}`)}`,
  )
  const place = toPlace(key ?? end)
  const last = entries.length - 1
  return sql`with recursive walk (created_at, id, listed) as (
      select s.created_at, s.id, ${isIncluded ? isInAll(sql`(s.created_at, s.id)`) : sql`false`}
      from (values ${place}) as s (created_at, id)
      union all
      select ${sql.ref(`f${last}.created_at`)}, ${sql.ref(`f${last}.id`)}, ${isInAll(found(last))}
      from walk as w ${sql.join(steps, sql` `)}
    )
    select created_at, id from walk where listed limit ${limit}`
}

function toPlace({ createdAt, id }: PageKey): RawBuilder<unknown> {
  return sql`(${encodeKey(createdAt)}::text collate "C", ${encodeKey(id)}::text collate "C")`
}

function beyondSign(way: ListStart['way'], isIncluded: boolean): RawBuilder<unknown> {
  if (way === 'older') return isIncluded ? sql`<=` : sql`<`
  return isIncluded ? sql`>=` : sql`>`
}

/** Returns the sort order of a part of a list. */
export function toSortOrder(way: ListStart['way']): RawBuilder<unknown> {
  return way === 'older' ? sql`desc` : sql`asc`
}
