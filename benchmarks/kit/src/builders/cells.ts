import type { JsonValue } from '@carebench/protocol'

/** A cell with an amount of so many cents, in any spelling of the number. */
export function money(cents: number): JsonValue {
  return { $approx: { value: cents / 100, tolerance: 0.001 } }
}

/** A cell that may have to be empty, as people leave it empty. */
export function cell(text: string): JsonValue {
  return text === '' ? { $any: [{ $exists: false }, { $text: '' }] } : { $text: text }
}

/** A cell with one of these texts. */
export function cellOf(texts: readonly string[]): JsonValue {
  return { $any: [...new Set(texts)].map(cell) }
}

/** A cell with anything but nothing: an empty one counts as 0. */
export const someAmount: JsonValue = { $all: [{ $exists: true }, { $not: { $any: [money(0), { $text: '' }] } }] }

/** The conditions that a row has to satisfy, by its columns. */
export type RowConditions = Readonly<Record<string, JsonValue>>

/** An assertion about the number of rows of a file that satisfy conditions. */
export function rowCount(path: string, conditions: RowConditions, count: JsonValue): object {
  const fields = Object.entries(conditions).map(([name, expected]) => ({ path: name, expected }))
  return { assert: 'sftp-file-present', path, fields, count }
}

/** The conditions of a row with anything in it: spreadsheets save rows of commas alone below a table. */
export function anyRow(columns: readonly string[]): RowConditions {
  const blank = Object.fromEntries(columns.map((name) => [name, '']))
  return { '': { $all: [{ $exists: true }, { $not: { $eq: blank } }] } }
}
