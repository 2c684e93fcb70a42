type Row = readonly string[]

/** A table in Markdown; bars and line ends in cells are escaped. */
export function table(heads: Row, rows: readonly Row[]): string {
  const line = (cells: Row) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Text in a code span. */
export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** A JSON value in a fenced block. */
export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}

/** A page with its title, and a sentence that says where it comes from. */
export function page(title: string, source: string, ...parts: readonly string[]): string {
  return [`# ${title}`, `Generated from ${source} when this site was built.`, ...parts, ''].join('\n\n')
}
