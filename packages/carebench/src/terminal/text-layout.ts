/** Assumed width of a terminal in columns. */
export const lineWidth = 100

/** Breaks text at spaces into lines that begin with `indent` spaces. */
export function wrap(text: string, indent: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > lineWidth) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map((row) => ' '.repeat(indent) + row)
}

/** Formats a table: a line of headings, then the rows, with columns as wide as their widest cell. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const format = (line: readonly string[]) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return lines.map((line) => `${format(line)}\n`).join('')
}

/** Returns the JSON text of a value for a message; cuts long texts. */
export function shortenJson(value: unknown, length = 300): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= length ? text : `${text.slice(0, length)}…`
}
