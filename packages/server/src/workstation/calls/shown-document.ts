import { type Inside, type Markup, markup } from '../../site/markup.js'
import type { AppTable } from '../visit.js'
import { showRows, type TableLinks } from './shown-parts.js'
import { showText } from './shown-value.js'

/** Shows a text document: as a table if the system says so, `.txt` and `.md` as headings and paragraphs, else as is. */
export function showDocumentText(
  text: string,
  name: string,
  table: AppTable | undefined,
  links: Partial<TableLinks> = {},
): Inside {
  if (table?.isTable(name) === true) return showTable(text, name, table, links)
  return /\.(txt|md)$/.test(name) ? showProse(text) : showText(text)
}

function showTable(text: string, name: string, { readLines }: AppTable, links: Partial<TableLinks>): Inside {
  const [head, ...rows] = readLines(text)
  const cells = rows.map((row) => row.cells)
  return markup`${showRows(`Rows of ${name}`, head?.cells ?? [], cells, links)}
<details class="panel"><summary>As text</summary>${showText(text)}</details>`
}

/** Maximum number of characters of a document on a page; the rest is in the file. */
const maxProse = 14_000

/** Shows plain text: lines of a paragraph are joined, and indented text keeps its columns. */
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

/** A heading: a short line at the start of a paragraph, with `#`, a number or capitals first and no mark at its end. */
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
