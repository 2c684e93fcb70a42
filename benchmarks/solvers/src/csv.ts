/** Parses a CSV file with a header into rows by column name. Cells may be quoted; empty lines are skipped. */
export function parseCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...rows] = parseRows(text)
  return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])))
}

/** Writes a CSV file with a header. Quotes only the cells that need it. */
export function serializeCsv(columns: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  return lines.map((cells) => `${cells.map(quote).join(',')}\n`).join('')
}

function parseRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
  }
  return rows
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
