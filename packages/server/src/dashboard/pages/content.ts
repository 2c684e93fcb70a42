import { type ServiceResponse, textOfBody } from '@carebench/service'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { isShort, showTable } from '../layout.js'
import { memberAt, toList, toObject } from '../task/facts/unknown-value.js'
import { showValue } from '../task/views/shown-value.js'

/** Maximum length of a text; longer texts are cut, because a page is for reading. */
const maxTextLength = 60_000
/** Maximum number of columns in a table of records. */
const maxColumns = 6
/** Members that identify a record. */
const names: ReadonlySet<string> = new Set(['id', 'name', 'auth_number'])

/** Links from a response to its records. */
export interface ContentLinks {
  /** Returns the address of the page for a path below the system. */
  readonly linkTo: (path: string) => string
  /** Returns the path of a record below the system; null if it has none. */
  readonly pathOf: (record: unknown) => string | null
  /** The address of the response as a file. */
  readonly download: string
}

/** Shows the response of a system: its media type, its content if it is text, and a link to the file. */
export function showAnswer(answer: ServiceResponse, links: ContentLinks): Markup {
  const mediaType = answer.headers['content-type'] ?? ''
  const isText = mediaType === '' || /^text\/|json|xml|hl7|edi|x12/i.test(mediaType)
  return markup`<p>${
    answer.status === 200 ? null : markup`<span class="state">${answer.status}</span> `
  }<span class="soft">${mediaType}</span>${
    answer.status === 200 ? markup` <a class="button" href="${links.download}">Download</a>` : null
  }</p>
${
  isText
    ? showContent(mediaType, textOfBody(answer), links)
    : markup`<div class="empty"><b>A document</b>Download it to open it.</div>`
}`
}

/** Shows records as a table, messages and interchanges by segment, anything else unchanged. */
export function showContent(mediaType: string, text: string, links: Pick<ContentLinks, 'linkTo' | 'pathOf'>): Markup {
  if (!/\bjson\b/i.test(mediaType)) return showPlain(bySegments(text))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return showPlain(text)
  }
  const records = recordsIn(value)
  const whole = markup`<details class="fold"${
    records.length === 0 && !isEmptyList(value) ? markup` open` : null
  }><summary>As JSON</summary>${showPlain(JSON.stringify(value, null, 2))}</details>`
  if (records.length === 0)
    return markup`${
      isEmptyList(value)
        ? markup`<div class="empty"><b>Nothing is here</b>The system has no such records now.</div>`
        : showTexts(value)
    }${whole}`
  const columns = listColumns(records)
  const rows = records.map((record) => {
    const path = links.pathOf(record)
    const linked = columns.find((column) => names.has(column) && typeof memberAt(record, column) === 'string')
    return columns.map((column): Inside => {
      const cell = showCell(memberAt(record, column))
      return path === null || column !== linked
        ? cell
        : markup`<a${isShort(cell) ? markup` class="whole"` : null} href="${links.linkTo(path)}">${cell}</a>`
    })
  })
  return markup`${showTable('Records', columns, rows)}${whole}`
}

function showCell(value: unknown): Inside {
  if (value === undefined) return ''
  if (typeof value !== 'string') return showValue(value)
  const lines = bySegments(value)
  if (lines !== value) {
    return markup`<details class="long"><summary><code>${lines.split('\n', 1)[0] ?? ''}</code>\
<span class="shorter">shorter</span></summary>${showPlain(lines)}</details>`
  }
  return value.length < 80 ? value : showValue(value)
}

/** Returns the records in an API list, a bundle, or an array. */
function recordsIn(value: unknown): readonly unknown[] {
  const entries = toList(memberAt(value, 'entry')).map((entry) => memberAt(entry, 'resource'))
  const lists = [entries, toList(memberAt(value, 'data')), toList(value)]
  const objects = (lists.find((list) => list.length > 0) ?? []).filter((one) => toObject(one) !== undefined)
  return objects.slice(0, 200)
}

/** Whether a response is an empty API list, an empty search bundle, or an empty array. */
function isEmptyList(value: unknown): boolean {
  const list = memberAt(value, 'data') ?? value
  if (Array.isArray(list)) return list.length === 0
  return memberAt(value, 'resourceType') === 'Bundle' && toList(memberAt(value, 'entry')).length === 0
}

/** Returns the members that most records have, identifying members first. */
function listColumns(records: readonly unknown[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const record of records.slice(0, 50)) {
    for (const name of Object.keys(toObject(record) ?? {})) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const leading = ['resourceType', 'id', 'name', 'status']
  const rest = [...counts]
    .filter(([name]) => !leading.includes(name) && name !== 'meta')
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name)
  return [...leading.filter((name) => counts.has(name)), ...rest].slice(0, maxColumns)
}

/** Shows the long texts in a record, such as a message, by segment. */
function showTexts(value: unknown): readonly Markup[] {
  return Object.entries(toObject(value) ?? {}).flatMap(([name, inside]) =>
    typeof inside === 'string' && bySegments(inside) !== inside
      ? [markup`<h2>${name}</h2>${showPlain(bySegments(inside))}`]
      : [],
  )
}

/** Puts each segment on a line: HL7 v2 ends segments with carriage returns, X12 with tildes. */
function bySegments(text: string): string {
  if (/^(?:MSH|FHS|BHS)[^\w\s]/.test(text)) return text.replaceAll(/\r\n?/g, '\n')
  if (!/^ISA[^\w\s]/.test(text)) return text
  // An interchange declares its segment terminator: the character after the first 105.
  const last = text[105] ?? ''
  const end = /^[^\w\s]$/.test(last) ? last : '~'
  return text
    .replace(/\s+$/, '')
    .split(end)
    .map((segment) => segment.trim())
    .join(`${end}\n`)
}

function showPlain(text: string): Markup {
  return markup`<pre tabindex="0">${
    text.length > maxTextLength
      ? `${text.slice(0, maxTextLength)}\n… and ${text.length - maxTextLength} more characters`
      : text
  }</pre>`
}
