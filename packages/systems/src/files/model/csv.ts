import { finish, type Steps } from '@carebench/protocol/wire'

/**
 * Parses comma-separated values by RFC 4180 into records of fields. A byte order mark and empty lines are skipped.
 * Never throws; an unclosed quote extends to the end of the text.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  return finish(parseCsvInSteps(text))
}

/** Number of fields read per step. */
const fieldsInStep = 1000

function* parseCsvInSteps(text: string): Steps<readonly (readonly string[])[]> {
  const lines = yield* readCsvLinesInSteps(text)
  return lines.map(({ cells }) => cells)
}

/** A record of a CSV text, with its place in the text; a quoted field may contain line ends. */
export interface CsvLine {
  readonly cells: readonly string[]
  /** Its text without the line end. */
  readonly raw: string
  /** `start` is its position in the text; `end` is the line end after it, empty at the end of the text. */
  readonly start: number
  readonly end: string
}

/** Reads the records of a CSV text as {@link parseCsv} does, with their places. */
export function readCsvLines(text: string): readonly CsvLine[] {
  return finish(readCsvLinesInSteps(text))
}

/** Returns a CSV text with other fields in one record; null removes it. All other bytes are kept. */
export function replaceCsvLine(text: string, { start, raw, end }: CsvLine, cells: readonly string[] | null): string {
  const rest = start + raw.length + (cells === null ? end.length : 0)
  return text.slice(0, start) + (cells === null ? '' : serializeCsv([cells])) + text.slice(rest)
}

/** Returns a CSV text with a record appended, with the line end of the other records. */
export function addCsvLine(text: string, cells: readonly string[]): string {
  const end = readCsvLines(text).find((line) => line.end !== '')?.end ?? '\n'
  const isOpen = text !== '' && !/[\r\n]$/.test(text)
  return `${text}${isOpen ? end : ''}${serializeCsv([cells])}${end}`
}

function* readCsvLinesInSteps(text: string): Steps<readonly CsvLine[]> {
  const lines: CsvLine[] = []
  let cells: string[] = []
  const plain = /([^,\r\n]*)(,|\r\n|\n|\r|$)/y
  plain.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  let start = plain.lastIndex
  let count = 0
  while (plain.lastIndex < text.length || cells.length > 0) {
    if (++count % fieldsInStep === 0) yield
    const quoted = text[plain.lastIndex] === '"' ? yield* readQuoted(text, plain.lastIndex + 1) : undefined
    if (quoted !== undefined) plain.lastIndex = quoted.end
    const [, after = '', end = ''] = plain.exec(text) ?? []
    cells.push((quoted?.value ?? '') + after)
    if (end === ',') continue
    const raw = text.slice(start, plain.lastIndex - end.length)
    if (cells.length > 1 || cells[0] !== '') lines.push({ cells, raw, start, end })
    cells = []
    start = plain.lastIndex
  }
  return lines
}

/** Number of doubled quotation marks that are read in one step. */
const quotesInStep = 50_000

/** Reads what stands in quotation marks from `start` on, and returns where it ends: after the closing one, if any. */
function* readQuoted(text: string, start: number): Steps<{ readonly value: string; readonly end: number }> {
  const read = (to: number) => text.slice(from, to).replaceAll('""', '"')
  let value = ''
  let from = start
  let quote = text.indexOf('"', start)
  for (let pairs = 1; quote !== -1 && text[quote + 1] === '"'; pairs++) {
    if (pairs % quotesInStep === 0) {
      value += read(quote + 2)
      from = quote + 2
      yield
    }
    quote = text.indexOf('"', quote + 2)
  }
  return quote === -1
    ? { value: value + read(text.length), end: text.length }
    : { value: value + read(quote), end: quote + 1 }
}

/** Returns records as CSV text; fields are quoted where necessary. */
export function serializeCsv(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\r\n')
}

/**
 * Returns the records after the header as objects keyed by the header's names. Surplus fields are omitted; if the
 * header repeats a name, its last field counts.
 */
export function readCsvRows(text: string): readonly Readonly<Record<string, string>>[] {
  return readCsvReadings(text).map((readings) => readings.at(-1) ?? {})
}

/**
 * Returns the readings of each record after the header. If the header repeats names, there is a reading with the first
 * field of each name, one with the second, and so on, without duplicates, so that contradictory fields do not hide each
 * other. No records if the header has a name more than 8 times, or the text exceeds {@link csvLimits}.
 */
export function readCsvReadings(text: string): CsvReadings {
  return finish(readCsvReadingsInSteps(text))
}

type CsvReadings = readonly (readonly Readonly<Record<string, string>>[])[]

/** {@link readCsvReadings} in steps. */
export function* readCsvReadingsInSteps(text: string): Steps<CsvReadings> {
  if (exceedsCsvLimits(text)) return []
  const [header = [], ...records] = yield* parseCsvInSteps(text)
  const names = header.map((name) => name.trim())
  const seen = new Map<string, number>()
  const places = names.map((name) => {
    const place = name === '' ? 0 : (seen.get(name) ?? 0)
    seen.set(name, place + 1)
    return place
  })
  const most = places.reduce((a, b) => Math.max(a, b), 0)
  if (most >= maxReadings) return []
  const all: (readonly Readonly<Record<string, string>>[])[] = []
  let built = 0
  for (const record of records) {
    built += names.length * (most + 1) + 1
    if (built >= fieldsInStep) {
      built = 0
      yield
    }
    all.push(yield* readAlternatives(record, names, places, most))
  }
  return all
}

/** Returns in steps the readings of one record that differ, from reading 0 to reading `most`. */
function* readAlternatives(
  record: readonly string[],
  names: readonly string[],
  places: readonly number[],
  most: number,
): Steps<readonly Readonly<Record<string, string>>[]> {
  if (most === 0) return [readRecord(record, names, places, 0)]
  const readings = new Map<string, Readonly<Record<string, string>>>()
  for (let reading = 0; reading <= most; reading++) {
    if (names.length >= fieldsInStep) yield
    const one = readRecord(record, names, places, reading)
    const text = JSON.stringify(one)
    if (!readings.has(text)) readings.set(text, one)
  }
  return [...readings.values()]
}

/** Maximum numbers of lines and of fields in a text that is read as CSV. */
export const csvLimits = { lines: 20_000, fields: 200_000 } as const

/** Whether a text exceeds the limits. Counts line ends and commas, also inside quotes, without parsing. */
export function exceedsCsvLimits(text: string): boolean {
  const { lines, fields } = csvLimits
  const ends = Math.max(countUpTo(text, '\n', lines), countUpTo(text, '\r', lines))
  return ends > lines || countUpTo(text, ',', fields) > fields
}

/** Counts a character, stopping above `most`. */
function countUpTo(text: string, character: string, most: number): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1 && count <= most; at = text.indexOf(character, at + 1)) count++
  return count
}

/** Maximum number of times that a header may repeat a name; a line with more is not a header. */
const maxReadings = 8

/** Returns one reading of a record, by name: of fields with the same name, the last up to place `reading`. */
function readRecord(
  record: readonly string[],
  names: readonly string[],
  places: readonly number[],
  reading: number,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name, index): [string, string][] => {
      const value = record[index]
      return value === undefined || (places[index] ?? 0) > reading ? [] : [[name, value]]
    }),
  )
}
