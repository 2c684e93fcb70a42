import { type RawBuilder, sql } from 'kysely'

/** A statement has at most 65,535 parameters, and more than these cost more than reading the texts twice. */
const maxParameters = 100

/**
 * An array of JSON texts. Each of a few is a parameter of its own, which PostgreSQL reads once; many are elements of
 * one text, which it reads twice, but which has no limit but that of a parameter (1 GB) and of a string (512 million
 * characters).
 */
export function jsonArray(texts: readonly string[]): RawBuilder<unknown> {
  if (texts.length > maxParameters) {
    return sql`array(
      select value from json_array_elements(${`[${texts.join(',')}]`}::text::json) with ordinality order by ordinality
    )`
  }
  return sql`array[${sql.join(texts.map((text) => sql`${text}::text::json`))}]::json[]`
}
