import { type RawBuilder, sql } from 'kysely'

/**
 * Maximum number of separate parameters. A statement has at most 65,535, and from here on parameters cost more than
 * reading the texts twice.
 */
const maxParameters = 100

/**
 * Returns an array of JSON texts. A few texts are separate parameters, which PostgreSQL reads once; many are elements
 * of one text, which it reads twice but which is limited only by the size of a parameter (1 GB) and of a string (512
 * million characters).
 */
export function jsonArray(texts: readonly string[]): RawBuilder<unknown> {
  if (texts.length > maxParameters) {
    return sql`array(
      select value from json_array_elements(${`[${texts.join(',')}]`}::text::json) with ordinality order by ordinality
    )`
  }
  return sql`array[${sql.join(texts.map((text) => sql`${text}::text::json`))}]::json[]`
}
