import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { SolutionCall } from '../task.js'
import { putFile } from './calls.js'
import { writtenToFile } from './event-orders.js'

/** Returns a matcher of a cell with an amount in dollars, given in cents, in any notation of the number. */
export function money(cents: number): JsonValue {
  return { $approx: { value: cents / 100, tolerance: 0.001 } }
}

/**
 * Returns a matcher of a cell with a text; for an empty text, of an absent or blank cell. Rejects cells with percent
 * signs or daggers.
 */
export function cell(text: string): JsonValue {
  return text === ''
    ? { $any: [{ $exists: false }, { $text: '' }] }
    : { $all: [{ $text: text }, { $regex: '[^%\u2020\u2021]*' }] }
}

/** Returns a matcher of a cell with one of several texts. */
export function writeCell(texts: readonly string[]): JsonValue {
  return { $any: [...new Set(texts)].map(cell) }
}

/** Matches a cell with an amount other than 0; an empty cell counts as 0. */
export const someAmount: JsonValue = { $all: [{ $exists: true }, { $not: { $any: [money(0), { $text: '' }] } }] }

/** Conditions on the cells of a row, by column. */
export type RowConditions = Readonly<Record<string, JsonValue>>

/** Returns the assertion that `count` rows of a file satisfy conditions. */
export function rowCount(path: string, conditions: RowConditions, count: JsonValue): JsonObject {
  const fields = Object.entries(conditions).map(([name, expected]) => ({ path: name, expected }))
  return { assert: 'sftp-file-present', path, fields, count }
}

/** Returns the conditions of a row that is not blank: spreadsheets save rows of nothing but commas below a table. */
function anyRow(columns: readonly string[]): RowConditions {
  const blank = Object.fromEntries(columns.map((name) => [name, '']))
  return { '': { $all: [{ $exists: true }, { $not: { $eq: blank } }] } }
}

/** A file with a header row and one row for each entry. */
export interface Table {
  readonly path: string
  readonly columns: readonly string[]
}

/** The cells of a row in the order of the columns: texts, and amounts in cents. */
export type Row = readonly (string | number)[]

/** How a table is saved: as the handbook shows it, or as a spreadsheet may save it. */
export type TableStyle = 'plain' | 'spreadsheet'

/** Formats cents as dollars: `1210.50`. */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function writeTable({ path, columns }: Table, rows: readonly Row[], style: TableStyle = 'plain'): SolutionCall {
  const text = (value: Row[number]) => {
    if (style === 'plain') return typeof value === 'number' ? dollars(value) : value
    return `"${typeof value === 'number' ? value / 100 : value}"`
  }
  const lines = [columns.join(','), ...rows.map((row) => row.map(text).join(',')), '']
  return putFile(path, lines.join(style === 'plain' ? '\r\n' : '\n'))
}

/**
 * Returns the assertion that a table has this row exactly once, and no other with the same cells in the columns `by`.
 */
export function hasRow({ path, columns }: Table, row: Row, by: readonly string[]): JsonObject {
  const fields = row.map((value, index) => ({
    path: columns[index] ?? '',
    expected: typeof value === 'number' ? money(value) : cell(value),
  }))
  return { assert: 'sftp-file-present', path, fields, count: 1, exclusive: { by: [...by] } }
}

/**
 * Returns the assertion that a table has `count` rows. Together with a criterion for each expected row, it excludes all
 * other rows.
 */
export function hasRows({ path, columns }: Table, count: number): JsonObject {
  return rowCount(path, anyRow(columns), count)
}

/** Returns the assertion that a table was written only once, because its first version is imported at once. */
export function writtenOnce({ path }: Table): JsonObject {
  return writtenToFile(path, 1)
}
