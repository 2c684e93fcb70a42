/**
 * Parses comma-separated values according to RFC 4180: records of fields, quoted if they contain commas, quotes or
 * line ends. A byte order mark and empty lines are skipped. Never throws; an unclosed quote extends to the end.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = []
  let record: string[] = []
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const field = /(?:"((?:[^"]+|"")*)(?:"|$)([^,\r\n]*)|([^,\r\n]*))(,|\r\n|\n|\r|$)/y
  while (field.lastIndex < source.length || record.length > 0) {
    const [, quoted, after = '', plain = '', end = ''] = field.exec(source) ?? []
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + after)
    if (end === ',') continue
    if (record.length > 1 || record[0] !== '') records.push(record)
    record = []
  }
  return records
}

/** The records after the header as objects keyed by its names; surplus fields are omitted. */
export function readCsvRows(text: string): readonly Readonly<Record<string, string>>[] {
  const [names = [], ...records] = parseCsv(text)
  return records.map((record) =>
    Object.fromEntries(
      names.flatMap((name, index): [string, string][] => {
        const value = record[index]
        return value === undefined ? [] : [[name.trim(), value]]
      }),
    ),
  )
}
