import { describeQueryParameter, type QueryParameter, queryValueSchema } from '@carebench/protocol'
import { type Inside, markup } from '../../site/markup.js'
import { showChoice, showControl, showInput, unsentFields } from '../forms/show-fields.js'
import { layOut, showHeading } from '../frame/layout.js'
import { callLabel, labelOf } from '../label.js'
import type { AppStart, WorkstationAnswer, WorkstationReply, WorkstationVisit } from '../visit.js'
import type { PlacedApp, World } from '../world.js'
import { showAppForms } from './app-forms.js'
import { showActions, showTabs, startsOf } from './app-links.js'
import { missingParameters, pageOf, pathParameters, targetOf } from './placed-call.js'
import { callsBelow, type FilledCall } from './record-links.js'
import { readRefusal, showProblems } from './refusal.js'
import { showSendForm } from './send-form.js'
import { showResponse, titleOf } from './shown-response.js'
import { type ReadSubject, showSubject, showSubjectOf } from './shown-subject.js'

/** What a page of a reading call is made for. */
export interface ReadRequest {
  readonly visit: WorkstationVisit
  readonly world: World
  readonly app: PlacedApp
  readonly filled: FilledCall
  /** The start of the app that led here; null if none did. */
  readonly start: AppStart | null
}

/** The page of a call that reads: what it answers, or a form for what it must be given first. */
export async function showReading(request: ReadRequest): Promise<WorkstationAnswer> {
  const { visit, app, filled, start } = request
  const { call, values } = filled
  const isAsked = start?.fields !== undefined && Object.keys(start.fields).every((name) => (values[name] ?? '') === '')
  if (isAsked || missingParameters(call, values).length > 0) return showPage(request, null, null)
  const subject = await showSubject(visit, app, filled)
  const reply = subject?.reply ?? (await visit.call({ method: 'GET', target: targetOf(app, call, values) }))
  if (visit.query.has('~file') && reply.status < 400) {
    const name = String(Object.values(values).findLast((value) => value !== '') ?? call.name)
    return { file: { bytes: reply.bytes, mediaType: reply.headers['content-type'] ?? '', name: fileName(name, reply) } }
  }
  return showPage(request, reply, subject)
}

/** A name, with the ending of its type if it has none. */
function fileName(name: string, { mediaType }: WorkstationReply): string {
  const ending = /[/+](pdf|json|xml)$/.exec(mediaType)?.[1]
  return ending === undefined || /\.\w{1,5}$/.test(name) ? name : `${name}.${ending}`
}

function showPage(
  { visit, world, app, filled, start }: ReadRequest,
  reply: WorkstationReply | null,
  subject: ReadSubject | null,
): WorkstationAnswer {
  const { base } = visit
  const { call } = filled
  const isRefused = reply !== null && reply.status >= 400
  const place = start ?? subject?.tab
  const label =
    place?.label ??
    (reply !== null && !isRefused ? titleOf(app, filled, reply) : undefined) ??
    callLabel(app.about, call.name)
  const search = showSearch(base, app, filled, start, reply === null || isRefused)
  const answer =
    reply !== null && !isRefused
      ? showResponse(base, app, filled, reply, {
          label,
          row: visit.query.get('~row'),
          start: visit.query.get('~start'),
          taken: namesOf(world, app),
          ...(place?.only && { only: place.only }),
          ...(place?.empty !== undefined && { empty: place.empty }),
        })
      : null
  const banner =
    subject?.banner ?? (reply !== null && !isRefused ? showSubjectOf(base, app, filled, reply.json) : null)
  return layOut(visit, world, {
    title: `${label} – ${app.title}`,
    app: app.slug,
    status: isRefused ? 422 : 200,
    body: markup`${showTabs(base, app, start)}${banner}${showHeading(label)}${visit.query.has('~done') && markup`<p class="note good" role="status">Done.</p>`}
${isRefused && showProblems(readRefusal(reply))}${search}${answer}
${reply !== null && !isRefused && markup`${showAppForms(visit, app, filled, reply.json)}${showNext(visit, app, filled)}`}`,
  })
}

/** What links of every page of an app are called, so that no other link is. */
function namesOf({ apps, task }: World, app: PlacedApp): readonly string[] {
  const always = task === null ? ['Actions'] : ['Actions', 'Task', 'Submit']
  return [...always, ...apps.map(({ title }) => title), ...startsOf(app).map(({ label }) => label)]
}

/** What can be done with what the page shows: by forms on it, and by links. */
function showNext(visit: WorkstationVisit, app: PlacedApp, filled: FilledCall): Inside {
  const below = app.about.isView === true && missingRecord(filled) ? [] : callsBelow(app, filled)
  const names = app.about.onPage?.[filled.call.name] ?? []
  const here = below.filter(({ call }) => names.includes(call.name) && call.rare !== true)
  const others = below.filter((one) => !here.includes(one))
  return markup`${here.map((one) => showSendForm(visit, app, one, unsentFields))}${showActions(visit.base, app, 'Actions', others)}`
}

/** Whether a page shows a list: nothing of it is to be acted on. */
function missingRecord({ call }: FilledCall): boolean {
  return call.openQuery === true
}

/** The form of the parameters of a call; in a fold if the call has been made. Null if it has none. */
function showSearch(
  base: string,
  app: PlacedApp,
  { call, values }: FilledCall,
  start: AppStart | null,
  isOpen: boolean,
): Inside {
  const fields = fieldsOf({ call, values }, start)
  if (fields.length === 0) return null
  const shown = new Set(fields.map(({ name }) => name))
  const kept = Object.entries(values).filter(([name]) => !shown.has(name) && name !== 'cursor')
  const form = markup`<form class="filters" method="get" action="${pageOf(base, app, call)}">${kept.map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  )}${start !== null && markup`<input type="hidden" name="~start" value="${app.about.starts?.indexOf(start) ?? 0}">`}${fields.map(
    ({ name, label, hint, isRequired, choices }) =>
      showControl({
        name,
        label,
        hint,
        isRequired,
        control: (attributes) =>
          choices === null
            ? showInput(attributes, values[name] ?? '')
            : showChoice(
                attributes,
                choices.map((value) => [value, labelOf(value)]),
                values[name] ?? '',
                isRequired,
              ),
      }),
  )}<div class="actions"><button class="primary">Show</button></div></form>`
  if (isOpen || start?.fields !== undefined) return markup`<div class="panel">${form}</div>`
  return markup`<details class="panel"><summary>Search</summary>${form}</details>`
}

interface SearchField {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly isRequired: boolean
  readonly choices: readonly string[] | null
}

function fieldsOf({ call, values }: FilledCall, start: AppStart | null): readonly SearchField[] {
  if (start?.fields !== undefined) {
    return Object.entries(start.fields).map(([name, label]) => ({
      name,
      label,
      hint: '',
      isRequired: true,
      choices: null,
    }))
  }
  // Those that lead to a record are in its address already.
  const missing = missingParameters(call, values)
  const named = pathParameters(call)
    .filter((name) => missing.includes(name))
    .map((name) => ({ name, label: labelOf(name), hint: call.params?.[name] ?? '', isRequired: true, choices: null }))
  const queried = Object.entries(call.query ?? {}).flatMap(([name, parameter]) =>
    name === 'cursor' || name === 'limit' ? [] : [queryField(name, parameter)],
  )
  if (call.openQuery !== true) return [...named, ...queried]
  const hint = 'Any other parameters, such as status=active&code=70553.'
  return [...named, ...queried, { name: '~query', label: 'More', hint, isRequired: false, choices: null }]
}

function queryField(name: string, parameter: QueryParameter): SearchField {
  const { enum: choices } = queryValueSchema(name, parameter)
  return {
    name,
    label: labelOf(name),
    hint: describeQueryParameter(parameter),
    isRequired: typeof parameter === 'object' && parameter.required === true,
    choices: Array.isArray(choices) ? choices.map(String) : null,
  }
}
