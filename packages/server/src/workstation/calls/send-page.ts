import type { CallDescription, JsonValue } from '@carebench/protocol'
import { markup } from '../../site/markup.js'
import { filledFields, type SentFields, unsentFields } from '../forms/show-fields.js'
import { escapeHidden, layOut, showHeading } from '../frame/layout.js'
import { callLabel } from '../label.js'
import type { AppForm, WorkstationAnswer, WorkstationForm, WorkstationReply, WorkstationVisit } from '../visit.js'
import type { PlacedApp, World } from '../world.js'
import { appFormIn, nameControl, readAppForm, showAppForm } from './app-forms.js'
import { showActions, showTabs, startIn } from './app-links.js'
import { readEntered, toBodyForm } from './body-form.js'
import { findDocuments, readAnywhere, withDocuments } from './chart-documents.js'
import { missingParameters, writePageAddress, writeTarget } from './placed-call.js'
import { callsBelow, type FilledCall, pageAfter } from './record-links.js'
import { messageOfRefusal, type Refusal, readRefusal, showProblems } from './refusal.js'
import { isRowPage, showRow } from './row-page.js'
import { showNamed, showOtherForms, showSendForm } from './send-form.js'
import { showResponse } from './shown-response.js'
import { showSubject } from './shown-subject.js'
import { hasSteps, showStep, stepsForm } from './steps-page.js'

/** A request for the page of a call that changes something. */
export interface SendRequest {
  readonly visit: WorkstationVisit
  readonly world: World
  readonly app: PlacedApp
  readonly filled: FilledCall
}

/** Shows the page of a call that changes something: its form, or its response. */
export async function showSending(request: SendRequest): Promise<WorkstationAnswer> {
  const { visit, world, app, filled } = request
  const { call, values } = filled
  const { form } = visit
  if (isRowPage(request)) return showRow(request)
  const step = findStep(request)
  if (step !== null) return step
  if (form === null || missingParameters(call, values).length > 0) {
    return showForm(request, await initialFields(request))
  }
  const own = appFormIn(app, visit.query)
  if (own !== undefined) return sendAppForm(request, own, form)
  const added = form.text('~add')
  if (added !== '') return showForm(request, { form, problems: new Map(), added })
  const chosen = await withDocuments(visit, world, form)
  const { problems: wrong, body } = readEntered(toBodyForm(call, visit.query.get('~as')), chosen.form)
  const problems = new Map([...chosen.problems, ...wrong])
  if (problems.size > 0) return showForm(request, { form, problems, added: '' }, { problems, others: [] })
  const searched = Object.fromEntries(new URLSearchParams(form.text('~query')))
  const reply = await visit.call({
    method: call.method,
    target: writeTarget(app, call, { ...values, ...searched }),
    headers: headersIn(call, form),
    ...(body && { body }),
  })
  if (reply.status < 400) return showAfter(request, reply)
  const refusal = readRefusal(reply)
  return showForm(request, { form, problems: refusal.problems, added: '' }, refusal)
}

/** Shows a step of a form that is filled in step by step; null if the page is another one, or everything is sent. */
function findStep({ visit, world, app, filled }: SendRequest): WorkstationAnswer | null {
  if (visit.query.get('~as') !== stepsForm || missingParameters(filled.call, filled.values).length > 0) return null
  const body = toBodyForm(filled.call, null)
  if (body.kind !== 'fields' || !hasSteps(body.fields)) return null
  return showStep({ visit, world, app, filled, fields: body.fields, source: findDocuments(world) })
}

/** Submits an app's form for a record. */
async function sendAppForm(request: SendRequest, own: AppForm, form: WorkstationForm): Promise<WorkstationAnswer> {
  const { visit, world, app, filled } = request
  const { call, values } = filled
  const [mediaType = 'application/json'] = Object.keys(call.body ?? {})
  const { entered, problems } = readAppForm(own, form, app.zone)
  const show = (refusal: Refusal) =>
    layOut(visit, world, {
      title: `${own.label} – ${app.title}`,
      app: app.slug,
      status: 422,
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
  return reply.status < 400 ? showAfter(request, reply, own.label) : show(readRefusal(reply))
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
async function initialFields({ visit, app, filled: { call, values } }: SendRequest): Promise<SentFields> {
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
  sent: SentFields,
  refusal: Refusal | null = null,
): Promise<WorkstationAnswer> {
  const { base, query } = visit
  const { call, values } = filled
  const label = callLabel(app.about, call.name)
  const as = query.get('~as')
  const subject = missingParameters(call, values).length > 0 ? null : await showSubject(visit, app, filled)
  const note = app.about.notes?.[call.name] ?? `${call.summary}.`
  const tab = app.about.starts?.find((start) => start.call === call.name && start.values === undefined) ?? null
  return layOut(visit, world, {
    title: `${label} – ${app.title}`,
    app: app.slug,
    status: refusal === null ? 200 : 422,
    body: markup`${showTabs(base, app, startIn(app, query) ?? tab)}${subject?.banner}${showHeading(label, null, note)}${showNamed(filled)}${refusal !== null && showProblems(refusal)}
${showSendForm(visit, app, filled, { ...sent, source: findDocuments(world) }, as)}${showOtherForms(base, app, filled, as)}`,
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
    title: `Done: ${label} – ${app.title}`,
    app: app.slug,
    body: markup`${showTabs(base, app, null)}${showHeading(label)}<p class="note good" role="status">Done.</p>
${showResponse(base, app, filled, reply, { label })}
${showActions(base, app, 'Next', callsBelow(app, filled))}`,
  })
}
