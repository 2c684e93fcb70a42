import {
  bytesFromBase64,
  describeQueryParameter,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type QueryParameter,
  queryValueSchema,
} from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import {
  filledFields,
  type SentFields,
  showChoice,
  showControl,
  showInput,
  unsentFields,
} from '../forms/show-fields.js'
import { writeFields } from '../forms/write-fields.js'
import { layOut, showHeading } from '../frame/layout.js'
import { callLabel, toLabel } from '../label.js'
import type { AppStart, WorkstationAnswer, WorkstationReply, WorkstationVisit } from '../visit.js'
import type { PlacedApp, World } from '../world.js'
import { showAppForms } from './app-forms.js'
import { listStarts, pageOfStart, showActions, showButtons, showLinksOn, showTabs } from './app-links.js'
import { toBodyForm } from './body-form.js'
import { findDocuments } from './chart-documents.js'
import { missingParameters, pathParameters, writePageAddress, writeTarget } from './placed-call.js'
import { callsBelow, callsOfRow, type FilledCall, readingNamed } from './record-links.js'
import { type Refusal, readRefusal, showProblems, statusFor } from './refusal.js'
import { showSendForm } from './send-form.js'
import { listIn, rowIn } from './shown-list.js'
import { showResponse, writeTitle } from './shown-response.js'
import { type ReadSubject, showRecordSubject, showSubject } from './shown-subject.js'
import { readMediaType } from './shown-value.js'
import { readTerms, type Terms, termsLabel } from './terms.js'

/** A request for the page of a read call. */
export interface ReadRequest {
  readonly visit: WorkstationVisit
  readonly world: World
  readonly app: PlacedApp
  readonly filled: FilledCall
  /** The start of the app that led here; null if there was none. */
  readonly start: AppStart | null
}

/** Shows the page of a read call: its response, or a form for its missing parameters. */
export async function showReading(entered: ReadRequest): Promise<WorkstationAnswer> {
  const { visit, app, start } = entered
  const filled = normalizeSearch(app, entered.filled, start)
  const request = { ...entered, filled }
  const { call, values } = filled
  const isAsked = start?.fields !== undefined && Object.keys(start.fields).every((name) => (values[name] ?? '') === '')
  if (isAsked || missingParameters(call, values).length > 0) return showPage(request, null, null)
  const subject = await showSubject(visit, app, filled)
  const reply = subject?.reply ?? (await visit.call({ method: 'GET', target: writeTarget(app, call, values) }))
  const part = visit.query.get('~file')
  if (part?.startsWith('/') === true && reply.status < 400) {
    const file = fileAt(reply.json, part)
    if (file !== null) return { file }
  }
  // On a site of its own, the address of a document saves it.
  const isDocument = app.site !== undefined && !/[/+]json$/.test(reply.mediaType) && reply.bytes.length > 0
  if ((part !== null || isDocument) && reply.status < 400) {
    const name = String(Object.values(values).findLast((value) => value !== '') ?? call.name)
    return {
      file: {
        bytes: reply.bytes,
        mediaType: reply.headers['content-type'] ?? '',
        name: sentName(reply) ?? withEnding(name, reply.mediaType),
      },
    }
  }
  return showPage(request, reply, subject)
}

/** Returns a call whose query has the values of a search as the system writes them. */
function normalizeSearch({ about }: PlacedApp, { call, values }: FilledCall, start: AppStart | null): FilledCall {
  const isSearched = (name: string) => Object.hasOwn({ ...call.query, ...start?.fields }, name)
  const searched = Object.entries(values).filter(([name]) => isSearched(name))
  const trimmed = Object.fromEntries(searched.map(([name, value]) => [name, value.trim()]))
  const normal = Object.entries(about.normalize?.(trimmed) ?? trimmed)
  return { call, values: { ...values, ...Object.fromEntries(normal.map(([name, value]) => [name, String(value)])) } }
}

/** Returns the base64 document at a JSON Pointer in a record; null if there is none. */
function fileAt(record: JsonValue, pointer: string) {
  const names = pointer.slice(1).split('/')
  const last = names.pop() ?? ''
  let holder: JsonValue | undefined = record
  for (const name of names) {
    holder = Array.isArray(holder) ? holder[Number(name)] : isJsonObject(holder) ? holder[name] : undefined
  }
  const value = isJsonObject(holder) ? holder[last] : undefined
  const mediaType = isJsonObject(holder) ? readMediaType(last, holder) : undefined
  if (!isJsonObject(holder) || typeof value !== 'string' || mediaType === undefined) return null
  const title = holder.title ?? holder.file_name ?? (isJsonObject(record) ? record.id : undefined)
  const name = typeof title === 'string' && title !== '' ? title : 'document'
  try {
    // The type becomes a header, so only safe characters are kept.
    const type = /^[\w.+-]+\/[\w.+-]+/.exec(mediaType)?.[0] ?? ''
    return { bytes: bytesFromBase64(value), mediaType: type, name: withEnding(name, type) }
  } catch {
    return null
  }
}

/** Returns the name that a response gives its document; undefined if it gives none. */
function sentName({ headers }: WorkstationReply): string | undefined {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(headers['content-disposition'] ?? '') ?? []
  try {
    return name && decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Adds the file extension of the type to a name without one. */
function withEnding(name: string, mediaType: string): string {
  const ending = mediaType === 'text/plain' ? 'txt' : /[/+](pdf|json|xml)$/.exec(mediaType)?.[1]
  return ending === undefined || /\.\w{1,5}$/.test(name) ? name : `${name}.${ending}`
}

async function showPage(
  request: ReadRequest,
  reply: WorkstationReply | null,
  subject: ReadSubject | null,
): Promise<WorkstationAnswer> {
  const { visit, world, app, filled, start } = request
  const { base, query } = visit
  const read = reply !== null && reply.status < 400 ? reply : null
  const place = start ?? subject?.tab
  const row = query.get('~row')
  const record = read && rowIn(app, read.json, { row, only: place?.only })
  const label =
    (record ? app.about.describe?.(record).title : undefined) ??
    place?.label ??
    (read ? writeTitle(app, filled, read) : undefined) ??
    callLabel(app.about, filled.call.name)
  const isRaw = query.has('~raw')
  const list = { label, row, isRaw, start: query.get('~start'), only: place?.only, empty: place?.empty }
  const from = /^\d{1,6}$/.test(query.get('~from') ?? '') ? Number(query.get('~from')) : 0
  const known = { taken: listLinkNames(world, app), subject: subject?.name, from }
  const answer = read && showResponse(base, app, filled, read, { ...list, ...known })
  const refusal =
    reply === null || read !== null ? null : ofSearch(readRefusal(reply, app.about), listFields(filled, start))
  // A site of its own has a page for each form, and its links beside the heading.
  const links = app.site !== undefined && read !== null ? permittedBelow(app, filled, read.json) : []
  const aside = links.length === 0 ? null : showButtons(base, app, links)
  const terms = read !== null && query.has('~terms') ? await readTerms(visit, world) : null
  return layOut(visit, world, {
    title: label,
    app: app.slug,
    status: refusal === null ? 200 : statusFor(app, refusal),
    body: markup`${showTabs(base, app, start)}\
${subject?.banner ?? (read && showRecordSubject(base, app, filled, read.json))}${showHeading(label, aside)}${
  query.has('~done') &&
  markup`<p class="note good" role="status">${app.about.done?.[query.get('~done') ?? ''] ?? 'Done.'}</p>`
}
${refusal !== null && showProblems(refusal, 'This cannot be shown')}\
${reply === null && showNothingEntered(start, query)}\
${showSearch(base, app, filled, start, refusal?.problems ?? null)}${answer}
${
  read && !isRaw && listIn(app, read.json) === null && showLinksOn(base, app, read.json, filled.values)
}${read && !isRaw && showNext(request, read.json, record, terms)}`,
  })
}

/** Names the problems of a search by its fields, which have no pointers. */
function ofSearch({ problems, others, ...rest }: Refusal, fields: readonly SearchField[]): Refusal {
  const named = [...problems].map(([pointer, message]) => [pointer.slice(1), message] as const)
  const own = named.filter(([name]) => fields.some((field) => field.name === name))
  const more = named.filter((one) => !own.includes(one)).map(([, message]) => message)
  return { ...rest, problems: new Map(own), others: [...others, ...more] }
}

/** Shows which fields to fill in after a search was sent empty. */
function showNothingEntered(start: AppStart | null, query: URLSearchParams): Inside {
  const fields = Object.entries(start?.fields ?? {})
  if (!fields.some(([name]) => query.has(name))) return null
  const needed = fields.filter(([, field]) => !isOptional(field))
  const labels = needed.map(([, field]) => (typeof field === 'string' ? field : field.label))
  return markup`<p class="note bad" role="alert">Enter at least one of these: ${labels.join(', ')}.</p>`
}

function isOptional(field: NonNullable<AppStart['fields']>[string]): boolean {
  return typeof field !== 'string' && field.isOptional === true
}

/** Lists the link names on every page of an app, so that no other link gets one of them. */
function listLinkNames({ apps, task }: World, app: PlacedApp): readonly string[] {
  const always = task === null ? ['Actions'] : ['Actions', 'Task', 'Submit']
  return [...always, ...apps.map(({ title }) => title), ...listStarts(app).map(({ label }) => label)]
}

/** Shows the possible actions on the page's record, which may be one row of a list: as forms and as links. */
function showNext(
  { visit, world, app, filled }: ReadRequest,
  record: JsonValue,
  row: JsonObject | null,
  terms: Terms | null,
): Inside {
  if (row !== null) {
    const calls = callsOfRow(app, filled, row)
    const valuesOf = (name: string) => calls.find(({ call }) => call.name === name)?.values ?? null
    const forms = showAppForms(visit, app, row, { valuesOf, terms })
    return markup`${forms}${showActions(visit.base, app, 'Actions', calls)}`
  }
  // Only if the record is read on its own: lists have no forms.
  const isOwn = readingNamed(app, filled.values)?.call === filled.call
  const forms = showAppForms(visit, app, record, { valuesOf: () => (isOwn ? filled.values : null), terms })
  const names = app.about.onPage?.[filled.call.name] ?? []
  const below = app.site === undefined ? permittedBelow(app, filled, record) : []
  const here = below.filter(({ call }) => names.includes(call.name) && call.rare !== true)
  const others = below.filter((one) => !here.includes(one))
  const known = { source: findDocuments(world), suggestions: app.about.suggestions?.(record) }
  return markup`${isOwn && terms === null && showTermsLink(visit, world, app, filled, record)}${forms}${here.map(
    (one) => showSendForm(visit, app, one, { ...beginOn(app, one, record), ...known }),
  )}${showActions(visit.base, app, 'Actions', others)}`
}

/** Returns the initial fields of a call's form on the page of its record. */
function beginOn(app: PlacedApp, { call }: FilledCall, record: JsonValue): SentFields {
  const body = toBodyForm(call, null, app.about)
  const begin = app.about.begins?.[call.name]
  if (body.kind !== 'fields' || begin === undefined || !isJsonObject(record)) return unsentFields
  return filledFields(writeFields(body.fields, begin(record)))
}

/** Returns the calls below a record that its state takes. */
function permittedBelow(app: PlacedApp, filled: FilledCall, record: JsonValue): readonly FilledCall[] {
  const all = app.about.isView === true && missingRecord(filled) ? [] : callsBelow(app, filled)
  return all.filter(({ call }) => app.about.permits?.(record, call.name) !== false)
}

/** Shows a link to the same page with a choice of code systems, if one of its forms has a field for one. */
function showTermsLink(
  { base }: WorkstationVisit,
  world: World,
  app: PlacedApp,
  { call, values }: FilledCall,
  record: JsonValue,
): Inside {
  const label = termsLabel(world)
  const forms = app.about.forms?.filter((form) => form.on(record) !== null) ?? []
  if (label === undefined || !forms.some(({ fields }) => fields.some(({ isSystem }) => isSystem))) return null
  return markup`<p class="actions"><a href="${writePageAddress(base, app, call, { ...values, '~terms': '1' })}">Choose \
systems of codes and numbers from ${label}</a></p>`
}

/** Whether a page shows a list, so that there is no record to act on. */
function missingRecord({ call }: FilledCall): boolean {
  return call.openQuery === true
}

/** Shows the form for the parameters of a call; null if it has none. */
function showSearch(
  base: string,
  app: PlacedApp,
  { call, values }: FilledCall,
  start: AppStart | null,
  problems: Refusal['problems'] | null,
): Inside {
  const fields = listFields({ call, values }, start)
  if (fields.length === 0) return null
  const shown = new Set(fields.map(({ name }) => name))
  const kept = Object.entries(values).filter(([name]) => !shown.has(name) && name !== 'cursor')
  const isAsked = missingParameters(call, values).length > 0 || start?.fields !== undefined
  const tab = start !== null && app.site === undefined ? String(app.about.starts?.indexOf(start) ?? 0) : ''
  const isFiltered = !isAsked && fields.some(({ name }) => (values[name] ?? '') !== (start?.values?.[name] ?? ''))
  const all =
    start === null ? writePageAddress(base, app, call, valuesOfPath(call, values)) : pageOfStart(base, app, start)
  const clear = isFiltered && markup`<a href="${all}">Clear</a>`
  const action = writePageAddress(base, app, call)
  const form = markup`<form class="filters" role="search" method="get" action="${action}">${kept.map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  )}${tab !== '' && markup`<input type="hidden" name="~start" value="${tab}">`}${fields.map((field) =>
    showSearchField(field, values[field.name] ?? '', { isAsked, problem: problems?.get(field.name) }),
  )}<div class="actions"><button class="primary">Show</button>${clear}</div></form>`
  // The parameters of a search in any terms are for experts.
  const isFolded = call.openQuery === true && !isAsked && problems === null
  return isFolded
    ? markup`<details class="panel"><summary>Search</summary>${form}</details>`
    : markup`<div class="panel">${form}</div>`
}

function showSearchField(
  { name, label, hint, isRequired, choices }: SearchField,
  value: string,
  { isAsked, problem }: { readonly isAsked: boolean; readonly problem: string | undefined },
): Markup {
  return showControl({
    name,
    label,
    hint: addsToLabel(hint, label) ? hint : '',
    // Filters of a list that is already shown can all be left empty.
    isRequired: isRequired || !isAsked,
    problem,
    control: (attributes) => {
      if (choices === null) return showInput(attributes, value)
      const labelled = choices.map((choice) => [choice, toLabel(choice)] as const)
      return showChoice(attributes, labelled, value, isRequired ? 'Choose…' : 'Any')
    },
  })
}

/** Whether a hint has a word that its label lacks, other than words such as articles. */
function addsToLabel(hint: string, label: string): boolean {
  const listWords = (text: string) => text.toLowerCase().match(/[\w-]+/g) ?? []
  const known = new Set(['the', 'its', 'those', 'this', 'of', 'to', 'from', ...listWords(label)])
  return listWords(hint).some((word) => !known.has(word))
}

function valuesOfPath(call: FilledCall['call'], values: FilledCall['values']): FilledCall['values'] {
  return Object.fromEntries(pathParameters(call).map((name) => [name, values[name] ?? '']))
}

interface SearchField {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly isRequired: boolean
  readonly choices: readonly string[] | null
}

function listFields({ call, values }: FilledCall, start: AppStart | null): readonly SearchField[] {
  if (start?.fields !== undefined) {
    return Object.entries(start.fields).map(([name, field]) => ({
      name,
      label: typeof field === 'string' ? field : field.label,
      hint: typeof field === 'string' ? '' : (field.hint ?? ''),
      isRequired: !isOptional(field),
      choices: null,
    }))
  }
  // Parameters that lead to a record are already in its address.
  const missing = missingParameters(call, values)
  const named = pathParameters(call)
    .filter((name) => missing.includes(name))
    .map((name) => ({ name, label: toLabel(name), hint: call.params?.[name] ?? '', isRequired: true, choices: null }))
  const queried = Object.entries(call.query ?? {}).flatMap(([name, parameter]) =>
    name === 'cursor' || name === 'limit' ? [] : [queryField(name, parameter)],
  )
  if (call.openQuery !== true) return [...named, ...queried]
  const hint = 'Any other parameters, such as status=active&code=70553.'
  return [...named, ...queried, { name: '~query', label: 'More', hint, isRequired: false, choices: null }]
}

/** Whether a parameter is a date, according to its name. */
function isDay(name: string): boolean {
  return /(^|_)(date|dob|day)$/.test(name)
}

function queryField(name: string, parameter: QueryParameter): SearchField {
  const { enum: choices } = queryValueSchema(name, parameter)
  return {
    name,
    label: toLabel(name),
    hint: `${describeQueryParameter(parameter)}${isDay(name) ? ' Such as 2026-03-02.' : ''}`.trim(),
    isRequired: typeof parameter === 'object' && parameter.required === true,
    choices: Array.isArray(choices) ? choices.map(String) : null,
  }
}
