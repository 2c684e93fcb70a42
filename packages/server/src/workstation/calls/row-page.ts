import { type Markup, markup } from '../../site/markup.js'
import { showControl, showInput, showTextArea } from '../forms/show-fields.js'
import { csrfField, layOut, replaceHidden, showHeading } from '../frame/layout.js'
import type { AppLine, AppTable, WorkstationAnswer, WorkstationVisit } from '../visit.js'
import type { PlacedApp, World } from '../world.js'
import { showTabs } from './app-links.js'
import { writePageAddress, writeTarget } from './placed-call.js'
import { type FilledCall, pageAfter } from './record-links.js'
import { type Refusal, readRefusal, showProblems } from './refusal.js'

/** The parameter of an address that names the row of a table; the first row below the head is 1. */
const parameter = '~line'
const newRow = 'new'

/** A request for the page of one row of a table that a call replaces as a whole. */
export interface RowRequest {
  readonly visit: WorkstationVisit
  readonly world: World
  readonly app: PlacedApp
  readonly filled: FilledCall
}

/** Returns the call that replaces a table; null if the app has none, or if the document is not a table. */
export function findWriter(app: PlacedApp, { call, values }: FilledCall): FilledCall | null {
  if (app.about.table?.isTable(Object.values(values).at(-1) ?? '') !== true) return null
  const writer = app.calls.find(({ method, path }) => method === 'PUT' && path === call.path)
  return writer === undefined ? null : { call: writer, values }
}

/** Returns the address of the page of a row, or of a new one. */
export function pageOfRow(base: string, app: PlacedApp, { call, values }: FilledCall, row: number | null): string {
  return writePageAddress(base, app, call, { ...values, [parameter]: row === null ? newRow : String(row) })
}

/** Whether a request is for a row of a table. */
export function isRowPage({ visit, app, filled }: RowRequest): boolean {
  return visit.query.has(parameter) && findWriter(app, filled)?.call === filled.call
}

interface Row {
  readonly head: readonly string[]
  /** Null for a new row. */
  readonly line: AppLine | null
}

/** Shows the fields of one row of a table, or writes the table with that row changed. */
export async function showRow(request: RowRequest): Promise<WorkstationAnswer> {
  const { visit, app, filled } = request
  const reading = app.calls.find(({ method, path }) => method === 'GET' && path === filled.call.path)
  const target = writeTarget(app, filled.call, filled.values)
  const { table } = app.about
  if (reading === undefined || table === undefined) return show(request, null, [], refuse('This table cannot be read.'))
  const reply = await visit.call({ method: 'GET', target })
  if (reply.status >= 400) return show(request, null, [], readRefusal(reply))
  const text = new TextDecoder().decode(reply.bytes)
  const row = findRow(table, text, visit.query.get(parameter) ?? '')
  if (row === null) return show(request, null, [], refuse('The table has no such row.'))
  const { form } = visit
  if (form === null) return show(request, row, row.line?.cells ?? [])
  const cells = row.head.map((_, index) => form.whole(nameCell(index)))
  if (row.line !== null && shownText(row.line.raw) !== form.whole('was')) {
    return show(request, row, cells, refuse('The table has changed since this page was opened. Open the row again.'))
  }
  const isRemoved = form.text('remove') !== ''
  if (cells.every((cell) => cell === '') && !isRemoved) return show(request, row, cells, refuse('Enter a value.'))
  const content =
    row.line === null
      ? table.addLine(text, cells)
      : table.replaceLine(text, row.line, isRemoved ? null : changed(row.line, cells))
  const [mediaType = ''] = Object.keys(filled.call.body ?? {})
  const body = { mediaType, content: new TextEncoder().encode(content) }
  const written = await visit.call({ method: filled.call.method, target, body })
  if (written.status >= 400) return show(request, row, cells, readRefusal(written))
  const after = pageAfter(app, filled, written.json)
  return {
    redirect: writePageAddress(visit.base, app, after?.call ?? reading, {
      ...filled.values,
      '~done': filled.call.name,
    }),
  }
}

function findRow({ readLines }: AppTable, text: string, name: string): Row | null {
  const [head, ...lines] = readLines(text)
  if (head === undefined) return null
  const line = name === newRow ? null : lines[Number(name) - 1]
  return line === undefined ? null : { head: head.cells, line }
}

/**
 * Returns the cells of a line as entered; a cell that was not edited keeps the characters that no field shows, such as
 * line breaks.
 */
function changed({ cells }: AppLine, entered: readonly string[]): readonly string[] {
  const edited = entered.map((cell, index) => (cell === shownText(cells[index] ?? '') ? (cells[index] ?? '') : cell))
  return [...edited, ...cells.slice(entered.length)]
}

/** Returns a text as a form returns it if nobody edits it. */
function shownText(text: string): string {
  return replaceHidden(text).replaceAll(/\r\n?/g, '\n')
}

function refuse(message: string): Refusal {
  return { problems: new Map(), others: [message] }
}

function show(
  { visit, world, app, filled }: RowRequest,
  row: Row | null,
  cells: readonly string[],
  refusal: Refusal | null = null,
): WorkstationAnswer {
  const { base, query } = visit
  const name = Object.values(filled.values).at(-1) ?? ''
  const title = query.get(parameter) === newRow ? `New row of ${name}` : `Row ${query.get(parameter)} of ${name}`
  return layOut(visit, world, {
    title,
    app: app.slug,
    status: refusal === null ? 200 : 422,
    body: [
      showTabs(base, app, null),
      showHeading(title),
      refusal !== null && showProblems(refusal),
      row !== null && showForm(visit, app, filled, row, cells),
    ],
  })
}

function showForm(
  { base, csrf, query }: WorkstationVisit,
  app: PlacedApp,
  { call, values }: FilledCall,
  { head, line }: Row,
  cells: readonly string[],
): Markup {
  const action = writePageAddress(base, app, call, { ...values, [parameter]: query.get(parameter) ?? '' })
  const isUnique = (label: string) => label !== '' && head.indexOf(label) === head.lastIndexOf(label)
  const fields = head.map((label, index) => {
    const value = cells[index] ?? ''
    return showControl({
      name: nameCell(index),
      label: isUnique(label) ? label : `${label} (column ${index + 1})`.trim(),
      control: (attributes) => (/[\r\n]/.test(value) ? showTextArea(attributes, value) : showInput(attributes, value)),
    })
  })
  const remove = line !== null && markup`<button name="remove" value="1">Remove the row</button>`
  return markup`<form class="panel fields narrow" method="post" action="${action}">${csrfField(csrf)}
${line !== null && showWas(line)}${fields}
<div class="actions"><button class="primary">Save the row</button>${remove}</div></form>`
}

/** Keeps the text of the row, in a text area because it may have line breaks. */
function showWas({ raw }: AppLine): Markup {
  return markup`<textarea name="was" hidden>
${raw}</textarea>`
}

function nameCell(index: number): string {
  return `cell.${index}`
}
