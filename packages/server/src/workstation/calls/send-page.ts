import type { CallDescription, JsonValue } from '@carebench/protocol'
import { markup } from '../../site/markup.js'
import { readBody } from '../forms/read-body.js'
import { type Field, isLongForm } from '../forms/schema-fields.js'
import { filledFields, orderFields, type SentFields, unsentFields } from '../forms/show-fields.js'
import { escapeHidden, layOut, showHeading } from '../frame/layout.js'
import { callLabel } from '../label.js'
import type { AppForm, WorkstationAnswer, WorkstationForm, WorkstationReply, WorkstationVisit } from '../visit.js'
import type { PlacedApp, World } from '../world.js'
import { appFormIn, nameControl, readAppForm, showAppForm } from './app-forms.js'
import { showActions, showTabs, startIn } from './app-links.js'
import { type BegunForm, beginForm, changesIn, makeForm } from './begin-form.js'
import { type EnteredBody, readEntered, toBodyForm } from './body-form.js'
import { findDocuments, readAnywhere, withDocuments } from './chart-documents.js'
import { missingParameters, writePageAddress, writeTarget } from './placed-call.js'
import { showReading } from './read-page.js'
import { callsBelow, type FilledCall, pageAfter } from './record-links.js'
import { messageOfRefusal, type Refusal, readRefusal, showProblems, statusFor } from './refusal.js'
import { isRowPage, showRow } from './row-page.js'
import { showNamed, showOtherForms, showSendForm } from './send-form.js'
import { showResponse } from './shown-response.js'
import { showSubject } from './shown-subject.js'
import { showStep, stepsForm } from './steps-page.js'

/** A request for the page of a call. */
export interface SendRequest {
  readonly visit: WorkstationVisit
  readonly world: World
  readonly app: PlacedApp
  readonly filled: FilledCall
}

/** Shows the page of a call: the response of a read, or the form that sends the call. */
export async function showCall(request: SendRequest): Promise<WorkstationAnswer> {
  const { visit, app, filled } = request
  if (filled.call.method !== 'GET') return showSending(request)
  const start = startIn(app, visit.query, filled.call.name)
  return showReading({ ...request, start: start?.call === filled.call.name ? start : null })
}

/** Shows the page of a call that changes something: its form, or its response. */
async function showSending(request: SendRequest): Promise<WorkstationAnswer> {
  const { visit, world, app, filled } = request
  const { call, values } = filled
  const { form } = visit
  if (isRowPage(request)) return showRow(request)
  if (missingParameters(call, values).length > 0) return showForm(request, null, unsentFields)
  const own = form === null ? undefined : appFormIn(app, visit.query)
  if (form !== null && own !== undefined) return sendAppForm(request, own, form)
  const begun = await beginCall(request)
  const step = begun && findStep(request, begun)
  if (step !== null) return step
  if (form === null) return showForm(request, begun, await initialFields(request, begun))
  const added = form.text('~add')
  if (added !== '') return showForm(request, begun, { form, problems: new Map(), added })
  const chosen = await withDocuments(visit, world, form)
  const { problems: wrong, body } = readCall(request, begun, chosen.form)
  const problems = new Map([...chosen.problems, ...wrong])
  if (problems.size > 0) return showForm(request, begun, { form, problems, added: '' }, { problems, others: [] })
  const searched = Object.fromEntries(new URLSearchParams(form.text('~query')))
  const reply = await visit.call({
    method: call.method,
    target: writeTarget(app, call, { ...values, ...searched }),
    headers: headersIn(call, form),
    ...(body && { body }),
  })
  if (reply.status < 400) return showAfter(request, reply)
  const refusal = inOrder(readRefusal(reply, app.about), begun?.fields ?? [])
  return showForm(request, begun, { form, problems: refusal.problems, added: '' }, refusal)
}

/** Orders the problems of a form as its fields. */
function inOrder({ problems, ...rest }: Refusal, fields: readonly Field[]): Refusal {
  const pointers = orderFields(fields).map(({ pointer }) => pointer)
  const place = ([name]: readonly [string, string]) => pointers.indexOf(`/${name.split('/')[1] ?? ''}`)
  return { ...rest, problems: new Map([...problems].toSorted((one, other) => place(one) - place(other))) }
}

/** Reads the initial content of a call's form; null if its body is not entered in fields. */
async function beginCall({ visit, app, filled }: SendRequest): Promise<BegunForm | null> {
  const as = visit.query.get('~as')
  const body = toBodyForm(filled.call, as, app.about)
  return body.kind === 'fields' ? beginForm({ visit, app, filled, body, asksAll: as === stepsForm }) : null
}

/** Reads the body of a call from its form. */
function readCall({ visit, app, filled }: SendRequest, begun: BegunForm | null, form: WorkstationForm): EnteredBody {
  const body = toBodyForm(filled.call, visit.query.get('~as'))
  if (begun === null || body.kind !== 'fields') return readEntered(body, form)
  const { value, problems } = readBody(begun.fields, form)
  return { problems, body: { mediaType: body.mediaType, content: changesIn(begun, { app, filled }, value) } }
}

/** Shows a step of a form that is filled in step by step; null if the page is another one, or everything is sent. */
function findStep({ visit, world, app, filled }: SendRequest, begun: BegunForm): WorkstationAnswer | null {
  const { fields, texts } = begun
  if (visit.query.get('~as') !== stepsForm || !isLongForm(fields)) return null
  return showStep({ visit, world, app, filled, fields, begun: makeForm(texts), source: findDocuments(world) })
}

/** Submits an app's form for a record. */
async function sendAppForm(request: SendRequest, own: AppForm, form: WorkstationForm): Promise<WorkstationAnswer> {
  const { visit, world, app, filled } = request
  const { call, values } = filled
  const [mediaType = 'application/json'] = Object.keys(call.body ?? {})
  const { entered, problems } = readAppForm(own, form, app.zone)
  const show = (refusal: Refusal) =>
    layOut(visit, world, {
      title: own.label,
      app: app.slug,
      status: statusFor(app, refusal),
      body: markup`${showTabs(visit.base, app, null)}${showHeading(own.label)}${showProblems(refusal)}
<div class="panel narrow">${showAppForm(visit, app, own, values, { entered, problems: refusal.problems })}</div>`,
    })
  if (problems.size > 0) return show({ problems, others: [] })
  const read: Record<string, JsonValue> = {}
  for (const [field, reading] of Object.entries(own.reads ?? {})) {
    const found = await readAnywhere(visit, world, reading.call, reading.values(entered[field] ?? ''))
    if (found === undefined || found.status >= 400) {
      const why = found === undefined ? 'No system here has it.' : messageOfRefusal(found)
      return show({ problems: new Map([[nameControl(own, field), why]]), others: [] })
    }
    read[field] = found.json
  }
  const body = { mediaType, content: own.body(entered, read) }
  const reply = await visit.call({ method: call.method, target: writeTarget(app, call, values), body })
  return reply.status < 400 ? showAfter(request, reply, own.label) : show(readRefusal(reply, app.about))
}

/** Returns the page that shows the effect of a call. */
function showAfter(request: SendRequest, reply: WorkstationReply, form?: string): WorkstationAnswer {
  const { visit, app, filled } = request
  const after = pageAfter(app, filled, reply.json)
  if (after === null) return showDone(request, reply, form ?? callLabel(app.about, filled.call.name))
  // A redirect, so that reloading the page does not send the form again.
  return { redirect: writePageAddress(visit.base, app, after.call, { ...after.values, '~done': filled.call.name }) }
}

/** Reads the headers of a form; the names of their fields cannot be pointers. */
function headersIn({ headers = {} }: CallDescription, form: WorkstationForm): Readonly<Record<string, string>> {
  const given = Object.keys(headers).map((name) => [name, form.text(`header:${name}`)])
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** Returns the initial fields of a form: for a call that replaces a record, the current record. */
async function initialFields(
  { visit, app, filled: { call, values } }: SendRequest,
  begun: BegunForm | null,
): Promise<SentFields> {
  if (begun !== null) return filledFields(begun.texts)
  const own = app.calls.find(({ method, path }) => method === 'GET' && path === call.path)
  if (call.method !== 'PUT' || own === undefined || missingParameters(own, values).length > 0) return unsentFields
  // A search at the same path would read a list.
  if (!own.path.endsWith('}') || own.openQuery === true) return unsentFields
  const reply = await visit.call({ method: 'GET', target: writeTarget(app, own, values) })
  if (reply.status >= 400) return unsentFields
  const text =
    reply.json === null ? new TextDecoder().decode(reply.bytes) : escapeHidden(JSON.stringify(reply.json, null, 2))
  return filledFields(new Map([['/', text]]))
}

async function showForm(
  { visit, world, app, filled }: SendRequest,
  begun: BegunForm | null,
  sent: SentFields,
  refusal: Refusal | null = null,
): Promise<WorkstationAnswer> {
  const { base, query } = visit
  const { call, values } = filled
  const label = callLabel(app.about, call.name)
  const as = query.get('~as')
  const subject = missingParameters(call, values).length > 0 ? null : await showSubject(visit, app, filled)
  const note = app.about.notes?.[call.name] ?? `${call.summary}.`
  const entered = toBodyForm(call, as, app.about)
  const body = begun !== null && entered.kind === 'fields' ? { ...entered, fields: begun.fields } : entered
  const suggestions = app.about.suggestions?.(begun?.record ?? null)
  const shown = { ...sent, source: findDocuments(world), suggestions }
  const tab = app.about.starts?.find((start) => start.call === call.name && start.values === undefined) ?? null
  return layOut(visit, world, {
    title: label,
    app: app.slug,
    status: refusal === null ? 200 : statusFor(app, refusal),
    body: markup`${showTabs(base, app, startIn(app, query, call.name) ?? tab)}${subject?.banner}\
${showHeading(label, null, note)}${showNamed(filled)}${refusal !== null && showProblems(refusal)}
${showSendForm(visit, app, filled, shown, as, body)}${showOtherForms(base, app, filled, as)}`,
  })
}

/** Shows the response of a call whose effect no page shows. */
function showDone(
  { visit, world, app, filled }: SendRequest,
  reply: WorkstationReply,
  label: string,
): WorkstationAnswer {
  const { base } = visit
  return layOut(visit, world, {
    title: `Done: ${label}`,
    app: app.slug,
    body: markup`${showTabs(base, app, null)}${showHeading(label)}<p class="note good" role="status">Done.</p>
${showResponse(base, app, filled, reply, { label })}
${showActions(base, app, 'Next', callsBelow(app, filled))}`,
  })
}
