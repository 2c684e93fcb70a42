import { type ServiceResponse, textOfBody } from '@carebench/service'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { isShort, showTable } from '../layout.js'
import { listOf, memberAt, objectOf } from '../task/facts/unknown-value.js'
import { showValue } from '../task/views/shown-value.js'

/** Longer texts are cut: a page is for reading. */
const maxTextLength = 60_000
/** Columns of a table of records. */
const maxColumns = 6
/** Members by which records are known. */
const names: ReadonlySet<string> = new Set(['id', 'name', 'auth_number'])

/** Where what is inside an answer can be read by itself. */
export interface ContentLinks {
  /** The page of a path below the system. */
  readonly linkTo: (path: string) => string
  /** The path of a record below the system; null if it has none. */
  readonly pathOf: (record: unknown) => string | null
  /** The answer as a file. */
  readonly download: string
}

/** What a system answered: its media type, its content as far as it is text, and the way to the file. */
export function showAnswer(answer: ServiceResponse, links: ContentLinks): Markup {
  const mediaType = answer.headers['content-type'] ?? ''
  const isText = mediaType === '' || /^text\/|json|xml|hl7|edi|x12/i.test(mediaType)
  return markup`<p>${answer.status === 200 ? null : markup`<span class="state">${answer.status}</span> `}<span class="soft">${mediaType}</span>${answer.status === 200 ? markup` <a class="button" href="${links.download}">Download</a>` : null}</p>
${isText ? showContent(mediaType, textOfBody(answer), links) : markup`<div class="empty"><b>A document</b>Download it to open it.</div>`}`
}

/** Records as a table, messages and interchanges by their segments, anything else as it is. */
export function showContent(mediaType: string, text: string, links: Pick<ContentLinks, 'linkTo' | 'pathOf'>): Markup {
  if (!/\bjson\b/i.test(mediaType)) return showPlain(bySegments(text))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return showPlain(text)
  }
  const records = recordsIn(value)
  const whole = markup`<details class="fold"${records.length === 0 && !isEmptyList(value) ? markup` open` : null}><summary>As JSON</summary>${showPlain(JSON.stringify(value, null, 2))}</details>`
  if (records.length === 0)
    return markup`${isEmptyList(value) ? markup`<div class="empty"><b>Nothing is here</b>The system has no such records now.</div>` : showTexts(value)}${whole}`
  const columns = columnsOf(records)
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
    return markup`<details class="long"><summary><code>${lines.split('\n', 1)[0] ?? ''}</code><span class="shorter">shorter</span></summary>${showPlain(lines)}</details>`
  }
  return value.length < 80 ? value : showValue(value)
}

/** The records in a list of the wire, in a bundle, or in a list. */
function recordsIn(value: unknown): readonly unknown[] {
  const entries = listOf(memberAt(value, 'entry')).map((entry) => memberAt(entry, 'resource'))
  const lists = [entries, listOf(memberAt(value, 'data')), listOf(value)]
  const objects = (lists.find((list) => list.length > 0) ?? []).filter((one) => objectOf(one) !== undefined)
  return objects.slice(0, 200)
}

/** Whether an answer is a list of the wire, a bundle of matches or a list, with nothing in it. */
function isEmptyList(value: unknown): boolean {
  const list = memberAt(value, 'data') ?? value
  if (Array.isArray(list)) return list.length === 0
  return memberAt(value, 'resourceType') === 'Bundle' && listOf(memberAt(value, 'entry')).length === 0
}

/** The members that most records have, those that name them first. */
function columnsOf(records: readonly unknown[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const record of records.slice(0, 50)) {
    for (const name of Object.keys(objectOf(record) ?? {})) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const leading = ['resourceType', 'id', 'name', 'status']
  const rest = [...counts]
    .filter(([name]) => !leading.includes(name) && name !== 'meta')
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name)
  return [...leading.filter((name) => counts.has(name)), ...rest].slice(0, maxColumns)
}

/** The long texts in a record, such as a message, by their segments. */
function showTexts(value: unknown): readonly Markup[] {
  return Object.entries(objectOf(value) ?? {}).flatMap(([name, inside]) =>
    typeof inside === 'string' && bySegments(inside) !== inside
      ? [markup`<h2>${name}</h2>${showPlain(bySegments(inside))}`]
      : [],
  )
}

/** HL7 v2 ends its segments with carriage returns, X12 with tildes: a line for each. */
function bySegments(text: string): string {
  if (/^(?:MSH|FHS|BHS)[^\w\s]/.test(text)) return text.replaceAll(/\r\n?/g, '\n')
  if (!/^ISA[^\w\s]/.test(text)) return text
  // An interchange says what ends its segments: the character after its first 105.
  const last = text[105] ?? ''
  const end = /^[^\w\s]$/.test(last) ? last : '~'
  return text
    .replace(/\s+$/, '')
    .split(end)
    .map((segment) => segment.trim())
    .join(`${end}\n`)
}

function showPlain(text: string): Markup {
  return markup`<pre tabindex="0">${text.length > maxTextLength ? `${text.slice(0, maxTextLength)}\n… and ${text.length - maxTextLength} more characters` : text}</pre>`
}
