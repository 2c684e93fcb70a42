import { type Inside, type Markup, markup } from '../../site/markup.js'
import { readBody } from '../forms/read-body.js'
import type { Field } from '../forms/schema-fields.js'
import { type SentFields, showFields, splitSections } from '../forms/show-fields.js'
import { csrfField, layOut, showHeading } from '../frame/layout.js'
import { callLabel, toLabel } from '../label.js'
import type { WorkstationAnswer, WorkstationForm, WorkstationVisit } from '../visit.js'
import type { PlacedApp, World } from '../world.js'
import { showTabs } from './app-links.js'
import { valuesOfCall, writeAction, writePageAddress } from './placed-call.js'
import type { FilledCall } from './record-links.js'
import { type Refusal, showProblems, statusFor } from './refusal.js'
import { showRecord } from './shown-response.js'

/** The value of `~as` in the address of a form that is filled in step by step. */
export const stepsForm = 'steps'

/** One step: its title, and its fields; the last step has none. */
interface Step {
  readonly title: string
  readonly fields: readonly Field[]
}

/** A form, the entered values, and how a document is chosen. */
export interface StepsRequest {
  readonly visit: WorkstationVisit
  readonly world: World
  readonly app: PlacedApp
  readonly filled: FilledCall
  readonly fields: readonly Field[]
  /** The initial content of the form. */
  readonly begun: WorkstationForm
  readonly source: SentFields['source']
}

/**
 * Shows one step of a form: its fields, with all other values kept in the page, or the summary, which sends them.
 * Returns null if the summary was sent.
 */
export function showStep(request: StepsRequest): WorkstationAnswer | null {
  const { visit, fields } = request
  const { form } = visit
  const steps = listSteps(fields)
  if (form === null) return showPage(request, steps, 0, null)
  const at = Math.min(Number(/^\d{1,2}$/.exec(form.text('~step'))?.[0] ?? steps.length), steps.length - 1)
  const go = form.text('~go')
  if (form.text('~add') !== '') return showPage(request, steps, at, null)
  if (go === '') return null
  if (go === 'back') return showPage(request, steps, Math.max(0, at - 1), null)
  const own = readBody(steps[at]?.fields ?? [], form).problems
  return own.size > 0
    ? showPage(request, steps, at, { problems: own, others: [] })
    : showPage(request, steps, Math.min(at + 1, steps.length - 1), null)
}

/** Lists the steps: the sections, or the required and the optional fields; then each list, and the summary. */
function listSteps(all: readonly Field[]): readonly Step[] {
  const isOwn = ({ kind }: Field) => ['rows', 'group', 'json', 'pairs'].includes(kind)
  const fields = all.filter(({ section }) => section === undefined)
  const plain = fields.filter((field) => !isOwn(field))
  const steps = [
    ...splitSections(all).flatMap(({ title, fields: own }) => (title === undefined ? [] : [{ title, fields: own }])),
    { title: 'What is needed', fields: plain.filter(({ isRequired }) => isRequired) },
    { title: 'More details', fields: plain.filter(({ isRequired }) => !isRequired) },
    ...fields.filter(isOwn).map((field) => ({ title: field.label ?? toLabel(field.name), fields: [field] })),
  ].filter((step) => step.fields.length > 0)
  return [...steps, { title: 'Check and send', fields: [] }]
}

function showPage(
  request: StepsRequest,
  steps: readonly Step[],
  at: number,
  refusal: Refusal | null,
): WorkstationAnswer {
  const { visit, world, app, filled, fields, source } = request
  const { base, csrf } = visit
  const form = visit.form ?? request.begun
  const label = callLabel(app.about, filled.call.name)
  const step = steps[at] ?? { title: label, fields: [] }
  const isLast = at === steps.length - 1
  const name = `${label}, step ${at + 1} of ${steps.length}: ${step.title}`
  const sent = {
    form,
    problems: refusal?.problems ?? new Map(),
    added: form.text('~add'),
    source,
  }
  const values = valuesOfCall(filled.call, filled.values)
  const action = writeAction(base, app, filled.call, { ...values, '~as': stepsForm })
  const shown = isLast ? showSummary(fields, form) : showFields(step.fields, sent)
  const next = isLast
    ? markup`<button class="primary">${label}</button>`
    : markup`<button class="primary" name="~go" value="next">Continue</button>`
  const back = at > 0 && markup`<button name="~go" value="back" formnovalidate>Back</button>`
  const kept = keepValues(form, fields, isLast ? [] : step.fields)
  return layOut(visit, world, {
    title: name,
    app: app.slug,
    status: refusal === null ? 200 : statusFor(app, refusal),
    body: markup`${showTabs(base, app, null)}${showHeading(name)}${refusal !== null && showProblems(refusal)}
<form class="panel fields narrow" aria-label="${label}" method="post" enctype="multipart/form-data" action="${action}">
${csrfField(csrf)}<input type="hidden" name="~step" value="${at}">${kept}${shown}
<div class="actions">${next}${back}</div></form>
<p class="actions"><a href="${writePageAddress(base, app, filled.call, filled.values)}">All fields on one page</a></p>`,
  })
}

/** Keeps the values of other steps, and chosen files, because browsers do not restore a chosen file. */
function keepValues(form: WorkstationForm, fields: readonly Field[], shown: readonly Field[]): Inside {
  const isShown = (name: string) => shown.some(({ pointer }) => name === pointer || name.startsWith(`${pointer}/`))
  return form.names
    .filter((name) => name.startsWith('/'))
    .flatMap((name): Inside[] => {
      const file = form.file(name)
      if (!isFile(fields, name)) return [isShown(name) ? null : keep(name, form.whole(name))]
      const sibling = (member: string) => name.replace(/[^/]*$/, member)
      const isNew = file !== null && !isShown(sibling('file_name'))
      return [
        keep(name, file?.base64 ?? form.text(name)),
        isNew && form.text(sibling('file_name')) === '' && keep(sibling('file_name'), file.name),
        isNew && form.text(sibling('media_type')) === '' && keep(sibling('media_type'), file.mediaType),
      ]
    })
}

function keep(name: string, value: string): Markup | null {
  // A text area, because a hidden field loses line breaks.
  return value === '' ? null : markup`<textarea name="${name}" hidden>\n${value}</textarea>`
}

/** Shows the values that will be sent; for files, only their size. */
function showSummary(fields: readonly Field[], form: WorkstationForm): Inside {
  const named: WorkstationForm = {
    ...form,
    file: () => null,
    text: (name) => {
      const content = isFile(fields, name) ? (form.file(name)?.base64 ?? form.text(name)) : ''
      return content === '' ? form.text(name) : `a file of ${Math.floor((content.length * 3) / 4)} bytes`
    },
  }
  return showRecord(readBody(fields, named).value, null)
}

/** Whether a control takes a file: `/attachments/0/content_base64` is the pointer `/attachments/*` and so on. */
function isFile(fields: readonly Field[], name: string): boolean {
  const pointer = name.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  return fields.some((field) =>
    'fields' in field ? isFile(field.fields, name) : field.kind === 'file' && field.pointer === pointer,
  )
}
