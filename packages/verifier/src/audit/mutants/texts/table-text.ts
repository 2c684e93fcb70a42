import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../../../values/json/is-json-object.js'

/** A text that is a table with a header such as `account,status`, and with simple cells without quotes. */
export interface TableText {
  readonly rows: readonly JsonObject[]
  /** The table with other rows. */
  write(rows: readonly JsonValue[]): string
}

/** Reads a table with at least two columns and one row; undefined for any other text. */
export function readTable(text: string): TableText | undefined {
  const [header = '', ...lines] = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const columns = header.split(',')
  if (
    columns.length < 2 ||
    lines.length === 0 ||
    text.includes('"') ||
    !columns.every((name) => /^\w[\w .-]*$/.test(name))
  )
    return undefined
  const cells = lines.map((line) => line.split(','))
  if (cells.some((row) => row.length !== columns.length)) return undefined
  return {
    rows: cells.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? '']))),
    write: (rows) =>
      [
        header,
        ...rows.filter(isJsonObject).map((row) => columns.map((name) => String(row[name] ?? '')).join(',')),
        '',
      ].join(text.includes('\r\n') ? '\r\n' : '\n'),
  }
}
