import { type Markup, markup } from '@carebench/site'
import { showTable } from '../layout.js'
import { showValue } from '../task/shown-value.js'
import { listOf, memberAt, objectOf, textOf } from '../task/unknown-value.js'

/** Longer texts are cut: a page is for reading. */
const longest = 60_000
/** Columns of a table of records. */
const mostColumns = 6

/** What a system answered: records as a table, messages and interchanges by their segments, anything else as it is. */
export function showContent(mediaType: string, text: string, linkTo: (path: string) => string): Markup {
  if (!/\bjson\b/i.test(mediaType)) return showPlain(bySegments(text))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return showPlain(text)
  }
  const records = recordsIn(value)
  const whole = markup`<details class="fold"${records.length === 0 ? markup` open` : null}><summary>As JSON</summary>${showPlain(JSON.stringify(value, null, 2))}</details>`
  if (records.length === 0) return markup`${showTexts(value)}${whole}`
  const columns = columnsOf(records)
  return markup`${showTable(
    'Records',
    columns,
    records.map((record) =>
      columns.map((column) => {
        const inside = memberAt(record, column)
        const type = textOf(memberAt(record, 'resourceType'))
        if (column === 'id' && typeof inside === 'string' && type !== null) {
          return markup`<a href="${linkTo(`${type}/${inside}`)}">${inside}</a>`
        }
        return inside === undefined ? '' : typeof inside === 'string' && inside.length < 80 ? inside : showValue(inside)
      }),
    ),
  )}${whole}`
}

/** The records in a list of the wire, in a bundle, or in a list. */
function recordsIn(value: unknown): readonly unknown[] {
  const entries = listOf(memberAt(value, 'entry')).map((entry) => memberAt(entry, 'resource'))
  const lists = [entries, listOf(memberAt(value, 'data')), listOf(value)]
  const objects = (lists.find((list) => list.length > 0) ?? []).filter((one) => objectOf(one) !== undefined)
  return objects.slice(0, 200)
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
  return [...leading.filter((name) => counts.has(name)), ...rest].slice(0, mostColumns)
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
  if (/^ISA[^\w\s]/.test(text)) return text.replaceAll(/~\s*/g, '~\n')
  return text
}

function showPlain(text: string): Markup {
  return markup`<pre tabindex="0">${text.length > longest ? `${text.slice(0, longest)}\n… and ${text.length - longest} more characters` : text}</pre>`
}
