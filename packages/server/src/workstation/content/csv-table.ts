/** A line of a CSV file that has cells; a quoted cell may contain line breaks. */
export interface CsvLine {
  /** The values of its cells. */
  readonly cells: readonly string[]
  /** Its text without the line break. */
  readonly raw: string
  /** The position of its text in the file, and the line break after it; empty at the end of the file. */
  readonly start: number
  readonly end: string
}

/** Reads the lines of a CSV file, without empty ones. */
export function readLines(text: string): readonly CsvLine[] {
  const lines: CsvLine[] = []
  let cells: string[] = []
  let start = 0
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n?|\n|$)/g)) {
    const [whole, quoted, plain = '', end = ''] = match
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    const stop = match.index + whole.length - end.length
    if (cells.length > 1 || cells[0] !== '') lines.push({ cells, raw: text.slice(start, stop), start, end })
    if (end === '') break
    cells = []
    start = match.index + whole.length
  }
  return lines
}

/** Returns a file with another line in place of one; null removes the line. All other lines keep their bytes. */
export function replaceLine(text: string, { start, raw, end }: CsvLine, cells: readonly string[] | null): string {
  const rest = start + raw.length + (cells === null ? end.length : 0)
  return text.slice(0, start) + (cells === null ? '' : writeLine(cells)) + text.slice(rest)
}

/** Returns a file with one more line, with the line break of the others. */
export function addLine(text: string, cells: readonly string[]): string {
  const end = readLines(text).find((line) => line.end !== '')?.end ?? '\n'
  const isOpen = text !== '' && !/[\r\n]$/.test(text)
  return `${text}${isOpen ? end : ''}${writeLine(cells)}${end}`
}

function writeLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}
