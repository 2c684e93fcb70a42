import { type Inside, type Markup, markup } from '../../site/markup.js'
import { showRows } from './shown-parts.js'
import { showText } from './shown-value.js'

/** A document of text: a table if its name says that it is one, else headings, paragraphs and lists. */
export function showDocumentText(text: string, name: string): Inside {
  if (name.endsWith('.csv')) return showCsv(text)
  return /\.(txt|md)$/.test(name) ? showProse(text) : showText(text)
}

function showCsv(text: string): Inside {
  const [head = [], ...rows] = readCells(text)
  return markup`${showRows('Rows', head, rows)}
<details class="panel"><summary>As text</summary>${showText(text)}</details>`
}

/** The cells of a CSV file; quotation marks around a cell are its, doubled ones inside are one. */
export function readCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n?|\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '')
}

/** Characters of a document that a page shows; the rest is in the file. */
const maxProse = 14_000

/** A plain text as it was meant to look: its lines are filled, and what is indented keeps its columns. */
function showProse(text: string): Markup {
  const lines = text.slice(0, maxProse).replaceAll(/\r\n?/g, '\n').split('\n')
  return markup`<article class="panel document">${splitBlocks(lines).map(showBlock)}${
    text.length > maxProse && markup`<p class="soft">The rest is in the file.</p>`
  }</article>`
}

interface Block {
  readonly kind: 'heading' | 'paragraph' | 'columns'
  readonly lines: readonly string[]
}

/** A short line that ends no sentence, where a paragraph would begin. */
const heading = /^(?:#+ |\d+\. |[A-Z][A-Z ]{5,})(?!.*[.:;,]$).{0,80}$/

function splitBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: { kind: Block['kind']; lines: string[] }[] = []
  let isNew = true
  for (const line of lines) {
    const last = blocks.at(-1)
    const isBlank = line.trim() === ''
    const kind: Block['kind'] = /^(?: {2,}|\t)/.test(line)
      ? 'columns'
      : isNew && heading.test(line)
        ? 'heading'
        : 'paragraph'
    if (!isBlank && (isNew || last === undefined || last.kind !== kind)) blocks.push({ kind, lines: [line] })
    else if (!isBlank) last?.lines.push(line)
    isNew = isBlank || kind === 'heading'
  }
  return blocks
}

function showBlock({ kind, lines }: Block): Markup {
  if (kind === 'heading') return markup`<h2>${lines.join(' ').replace(/^#+ /, '')}</h2>`
  if (kind === 'paragraph') return markup`<p>${lines.map((line) => line.trim()).join(' ')}</p>`
  return markup`<pre>${lines.join('\n')}</pre>`
}
