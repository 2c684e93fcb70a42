import { type Inside, type Markup, markup } from '../../site/markup.js'
import { isStatusName, showStatus } from '../content/shown-status.js'
import { showTimes } from '../time-zone.js'
import type { ShownContent, ShownPart } from '../visit.js'
import { showCell } from './shown-list.js'

/** Maximum number of table rows on a page. */
const maxRows = 60

/** Shows the parts of a record, each with its title, in a time zone. */
export function showParts({ parts }: Pick<ShownContent, 'parts'>, zone: string): Inside {
  return parts.map((part) => {
    if (part.kind === 'facts') return showFactsPart(part, zone)
    if (part.kind === 'note') return showNotePart(part, zone)
    return part.kind === 'table' ? showTablePart(part, zone) : showPagesPart(part)
  })
}

function showFactsPart({ title, facts }: Extract<ShownPart, { kind: 'facts' }>, zone: string): Inside {
  const shown = Object.entries(facts).filter(([, value]) => value !== '')
  return (
    shown.length > 0 &&
    markup`<section class="panel"><h2>${title}</h2><dl class="facts">${shown.map(
      ([name, value]) =>
        markup`<dt>${name}</dt><dd>${isStatusName(name) ? showStatus(value) : showTimes(value, zone)}</dd>`,
    )}</dl></section>`
  )
}

function showNotePart({ title, tone, lines, lists = {} }: Extract<ShownPart, { kind: 'note' }>, zone: string): Markup {
  const full = Object.entries(lists).filter(([, items]) => items.length > 0)
  return markup`<section class="note${tone !== undefined && ` ${tone}`}"><h2>${title}</h2>${lines.map(
    (line) => line !== '' && markup`<p>${showTimes(line, zone)}</p>`,
  )}${full.map(
    ([name, items]) => markup`<p>${name}</p><ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`,
  )}</section>`
}

function showTablePart({ title, rows }: Extract<ShownPart, { kind: 'table' }>, zone: string): Inside {
  const names = [...new Set(rows.flatMap(Object.keys))].filter((name) => rows.some((row) => (row[name] ?? '') !== ''))
  if (names.length === 0) return null
  const cells = rows.map((row) => names.map((name) => row[name] ?? ''))
  return markup`<section><h2>${title}</h2>${showRows(title, names, cells, { zone })}</section>`
}

/** Options for showing a table. */
export interface TableLinks {
  /** The time zone for its times. Default: times stay as they are. */
  readonly zone: string
  /** The number of the first shown row, from 0. */
  readonly from: number
  /** Returns the address of the page whose first row is a later one. Default: the page says how many rows are left. */
  readonly later: (from: number) => string
  /** Returns the address of the page that changes a row, from 1, or adds one. Default: rows cannot be changed. */
  readonly change: (row: number | null) => string
}

/** Shows some rows of a table, with links to the others. */
export function showRows(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { zone = '', from = 0, later, change }: Partial<TableLinks>,
): Markup {
  const next = from + maxRows
  const rest = rows.length - next
  const shown = rows.slice(from, next).map(
    (row, index) =>
      markup`<tr>${change && showChange(change, from + index + 1)}${row.map((cell, column) =>
        showCell(cell, zone, head[column]),
      )}</tr>
`,
  )
  const isCut = rest > 0 && later === undefined
  const row = change && markup`<th scope="col">Row</th>`
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${title}">
<table><thead><tr>${row}${head.map((cell) => markup`<th scope="col">${cell}</th>`)}</tr></thead><tbody>
${shown}</tbody></table></div>
${isCut && markup`<p class="soft">${rest} more rows are in the file.</p>`}<p class="actions">${
    rest > 0 && later && markup`<a class="button" href="${later(next)}">Next rows</a>`
  }${change && markup`<a class="button" href="${change(null)}">Add a row</a>`}</p>`
}

function showChange(change: TableLinks['change'], row: number): Markup {
  return markup`<th scope="row"><a href="${change(row)}">Edit ${row}</a></th>`
}

/** Shows paper pages, such as those of a fax, with their text. */
function showPagesPart({ title, pages }: Extract<ShownPart, { kind: 'pages' }>): Inside {
  return pages.map((text, index) => {
    const name = `${title} ${index + 1} of ${pages.length}`
    return markup`<section class="paper" aria-label="${name}"><p class="soft">${name}</p><pre>${
      text.trim() === '' ? 'This page is empty.' : text.replaceAll(/\r\n?/g, '\n')
    }</pre></section>`
  })
}
