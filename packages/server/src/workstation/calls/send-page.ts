import type { CallDescription, JsonValue } from '@carebench/protocol'
import type {
  WorkstationAnswer,
  WorkstationCall,
  WorkstationForm,
  WorkstationReply,
  WorkstationVisit,
} from '@carebench/service'
import { type Inside, markup } from '../../site/markup.js'
import { parseJson, readBody } from '../forms/read-body.js'
import { type Field, fieldsOf } from '../forms/schema-fields.js'
import {
  filledFields,
  type SentFields,
  showControl,
  showFields,
  showInput,
  showTextArea,
  unsentFields,
} from '../forms/show-fields.js'
import { csrfField, layOut, showHeading } from '../frame/layout.js'
import { callLabel, labelOf } from '../label.js'
import type { PlacedApp, World } from '../world.js'
import { showActions, showTabs } from './app-links.js'
import { missingParameters, pageOf, pathParameters, targetOf } from './placed-call.js'
import { callsBelow, type FilledCall, readingOf } from './record-links.js'
import { type Refusal, readRefusal, showProblems } from './refusal.js'
import { showResponse } from './shown-response.js'
import { showSubject } from './shown-subject.js'

/** What a page of a sending call is made for. */
export interface SendRequest {
  readonly visit: WorkstationVisit
  readonly world: World
  readonly app: PlacedApp
  readonly filled: FilledCall
}

/** How the body of a call is entered: in fields, as one text, or not at all. */
type BodyForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'fields'; readonly mediaType: string; readonly fields: readonly Field[] }
  | { readonly kind: 'json' | 'text'; readonly mediaType: string }

/** The page of a call that changes something: its form, or what it has answered. */
export async function showSending(request: SendRequest): Promise<WorkstationAnswer> {
  const { visit, app, filled } = request
  const { form } = visit
  if (form === null || missingParameters(filled.call, filled.values).length > 0) {
    return showForm(request, await initialFields(request))
  }
  const body = bodyFormOf(filled.call, visit.query)
  const added = form.text('~add')
  if (added !== '') return showForm(request, { form, problems: new Map(), added })
  const read = readSent(body, form)
  if (read.problems.size > 0)
    return showForm(request, { form, problems: read.problems, added: '' }, { ...read, others: [] })
  const reply = await visit.call({
    method: filled.call.method,
    target: targetOf(app, filled.call, {
      ...filled.values,
      ...Object.fromEntries(new URLSearchParams(form.text('~query'))),
    }),
    headers: headersIn(filled.call, form),
    ...(read.body && { body: read.body }),
  })
  if (reply.status < 400) return showDone(request, reply)
  const refusal = readRefusal(reply)
  return showForm(request, { form, problems: refusal.problems, added: '' }, refusal)
}

function readSent(
  body: BodyForm,
  form: WorkstationForm,
): { readonly problems: ReadonlyMap<string, string>; readonly body?: WorkstationCall['body'] } {
  if (body.kind === 'none') return { problems: new Map() }
  const { mediaType } = body
  if (body.kind === 'fields') {
    const { value, problems } = readBody(body.fields, form)
    return { problems, body: { mediaType, content: value } }
  }
  const file = form.file('/~file')
  const text = file === null ? form.whole('/') : new TextDecoder().decode(bytesOf(file.base64))
  if (body.kind === 'json') {
    const parsed = parseJson(text)
    if ('problem' in parsed) return { problems: new Map([['/', parsed.problem]]) }
    return { problems: new Map(), body: { mediaType, content: parsed.value } }
  }
  const content = file === null ? new TextEncoder().encode(text) : bytesOf(file.base64)
  return { problems: new Map(), body: { mediaType, content } }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** The header of a form is named so that no pointer is. */
function headersIn({ headers = {} }: CallDescription, form: WorkstationForm): Readonly<Record<string, string>> {
  const given = Object.keys(headers).map((name) => [name, form.text(`header:${name}`)])
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** The form of a body: of the media type that the address names, else of the first one. */
function bodyFormOf({ body }: CallDescription, query: URLSearchParams): BodyForm {
  const types = Object.keys(body ?? {})
  const chosen = types.find((type) => type === query.get('~as')) ?? types[0]
  if (chosen === undefined) return { kind: 'none' }
  if (!/[/+]json$|\/json-patch\+json$/.test(chosen)) return { kind: 'text', mediaType: chosen }
  const fields = query.get('~as') === 'json' ? null : fieldsOf(body?.[chosen]?.schema)
  return fields === null ? { kind: 'json', mediaType: chosen } : { kind: 'fields', mediaType: chosen, fields }
}

/** What a form begins with: a call that replaces a record begins with the record as it is. */
async function initialFields({ visit, app, filled: { call, values } }: SendRequest): Promise<SentFields> {
  const own = app.system.calls.find(({ method, path }) => method === 'GET' && path === call.path)
  if (call.method !== 'PUT' || own === undefined || pathParameters(call).length === 0) return unsentFields
  if (missingParameters(call, values).length > 0) return unsentFields
  const reply = await visit.call({ method: 'GET', target: targetOf(app, own, values) })
  if (reply.status >= 400) return unsentFields
  const text = reply.json === null ? new TextDecoder().decode(reply.bytes) : writeJson(reply.json)
  return filledFields(new Map([['/', text]]))
}

function writeJson(value: JsonValue): string {
  return JSON.stringify(value, null, 2)
}

async function showForm(
  { visit, world, app, filled }: SendRequest,
  sent: SentFields,
  refusal: Refusal | null = null,
): Promise<WorkstationAnswer> {
  const { base, csrf, query } = visit
  const { call, values } = filled
  const missing = missingParameters(call, values)
  const label = callLabel(call.name)
  const body = bodyFormOf(call, query)
  const as = query.get('~as') ?? ''
  const subject = missing.length > 0 ? null : await showSubject(visit, app, filled)
  const form =
    missing.length > 0
      ? markup`<form class="panel fields narrow" method="get" action="${pageOf(base, app, call)}">${missing.map(
          (name) =>
            showControl({
              name,
              label: labelOf(name),
              hint: call.params?.[name] ?? '',
              control: (attributes) => showInput(attributes, ''),
            }),
        )}<div class="actions"><button class="primary">Continue</button></div></form>`
      : markup`<form class="panel fields${body.kind === 'json' || body.kind === 'text' ? '' : ' narrow'}" method="post" enctype="multipart/form-data" action="${pageOf(base, app, call, { ...values, '~as': as })}">${csrfField(csrf)}
${showNamed(call, filled)}${showSearch(call, sent.form)}${showBody(body, sent, call)}${showHeaders(call)}<div class="actions"><button class="primary">${label}</button></div></form>
${showOtherForms(base, app, filled, body)}`
  return layOut(visit, world, {
    title: `${label} – ${app.title}`,
    app: app.slug,
    status: refusal === null ? 200 : 422,
    body: markup`${showTabs(base, app, null)}${subject?.banner ?? null}${showHeading(label, null, `${call.summary}.`)}${refusal !== null && showProblems(refusal)}${form}`,
  })
}

/** What the call is about, which is in its address. */
function showNamed(call: CallDescription, { values }: FilledCall): Inside {
  const named = pathParameters(call)
  if (named.length === 0) return null
  return markup`<dl class="facts">${named.map((name) => markup`<dt>${labelOf(name)}</dt><dd>${values[name] ?? ''}</dd>`)}</dl>`
}

/** The search of a call that acts on what it finds. */
function showSearch({ openQuery }: CallDescription, form: SentFields['form']): Inside {
  return (
    openQuery === true &&
    showControl({
      name: '~query',
      label: 'Search',
      hint: 'The record that it acts on, such as identifier=A-1.',
      control: (attributes) => showInput(attributes, form.whole('~query')),
    })
  )
}

function showBody(body: BodyForm, sent: SentFields, call: CallDescription): Inside {
  if (body.kind === 'none') return null
  if (body.kind === 'fields') return showFields(body.fields, sent)
  const { example } = call.body?.[body.mediaType] ?? {}
  const shown = typeof example === 'string' ? example : writeJson(example ?? null)
  const text = showControl({
    name: '/',
    label: body.kind === 'json' ? 'JSON' : 'Content',
    problem: sent.problems.get('/'),
    control: (attributes) =>
      showTextArea(markup`${attributes} class="mono tall" spellcheck="false"`, sent.form.whole('/')),
  })
  const file = markup`<div class="field"><label for="/~file">File <span class="needed">(instead of the text)</span></label><input type="file" id="/~file" name="/~file"></div>`
  return markup`${text}${body.kind === 'text' && file}<details><summary>An example</summary><pre>${shown}</pre></details>`
}

function showHeaders({ headers = {} }: CallDescription): Inside {
  const names = Object.entries(headers)
  if (names.length === 0) return null
  return markup`<details><summary>Conditions</summary>${names.map(([name, hint]) =>
    showControl({
      name: `header:${name}`,
      label: labelOf(name),
      hint,
      isRequired: false,
      control: (attributes) => showInput(attributes, ''),
    }),
  )}</details>`
}

/** The other ways to enter the body, as links. */
function showOtherForms(base: string, app: PlacedApp, { call, values }: FilledCall, body: BodyForm): Inside {
  if (body.kind === 'none') return null
  const types = Object.keys(call.body ?? {})
  const others = [
    ...(body.kind === 'fields' ? [['json', 'As JSON'] as const] : []),
    ...types.filter((type) => type !== body.mediaType).map((type) => [type, `As ${type}`] as const),
  ]
  return (
    others.length > 0 &&
    markup`<p class="actions">${others.map(
      ([as, label]) => markup`<a href="${pageOf(base, app, call, { ...values, '~as': as })}">${label}</a>`,
    )}</p>`
  )
}

/** What a call has answered, with what can be done next. */
async function showDone(
  { visit, world, app, filled }: SendRequest,
  reply: WorkstationReply,
): Promise<WorkstationAnswer> {
  const { base } = visit
  const label = callLabel(filled.call.name)
  const read = readingOf(app, listOf(app, filled), reply.json)
  const next = read === null ? callsBelow(app, filled) : [read, ...callsBelow(app, read)]
  return layOut(visit, world, {
    title: `Done: ${label} – ${app.title}`,
    app: app.slug,
    body: markup`${showTabs(base, app, null)}${showHeading(label)}<p class="note good" role="status">Done.</p>
${showResponse(base, app, filled, reply, { label })}
${showActions(base, app, 'Next', next)}`,
  })
}

/** The call that lists what another one creates. */
function listOf(app: PlacedApp, { call, values }: FilledCall): FilledCall {
  return { call: app.system.calls.find(({ method, path }) => method === 'GET' && path === call.path) ?? call, values }
}
