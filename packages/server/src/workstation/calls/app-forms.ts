import type { JsonValue } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { showChoice, showControl, showInput, showTextArea } from '../forms/show-fields.js'
import { csrfField } from '../frame/layout.js'
import { labelOf, slugOf } from '../label.js'
import type { AppField, AppForm, WorkstationForm, WorkstationVisit } from '../visit.js'
import type { PlacedApp } from '../world.js'
import type { EnteredBody } from './body-form.js'
import { pageOf, type Values } from './placed-call.js'
import { type FilledCall, readingNamed } from './record-links.js'

/** The forms that an app has for a record. */
export function showAppForms(visit: WorkstationVisit, app: PlacedApp, filled: FilledCall, record: JsonValue): Inside {
  return (app.about.forms ?? []).map((form) => {
    const now = form.on(record)
    // Only where the record is read by itself: a list has no forms.
    if (now === null || readingNamed(app, filled.values)?.call !== filled.call) return null
    return markup`<details class="panel"><summary>${form.label}</summary>${showAppForm(visit, app, form, filled.values, now, new Map())}</details>`
  })
}

/** The form that the address of a page names; undefined if it names none. */
export function appFormIn({ about }: PlacedApp, query: URLSearchParams): AppForm | undefined {
  const named = query.get('~form')
  return about.forms?.find(({ label }) => slugOf(label) === named)
}

/** One form, with what was entered or what it begins with. */
export function showAppForm(
  { base, csrf }: Pick<WorkstationVisit, 'base' | 'csrf'>,
  app: PlacedApp,
  form: AppForm,
  values: Values,
  entered: Values,
  problems: ReadonlyMap<string, string>,
): Markup {
  const action = pageOf(base, app, { name: form.call }, { ...(form.values ?? values), '~form': slugOf(form.label) })
  const hidden = Object.entries(entered).filter(([name]) => !form.fields.some((field) => field.name === name))
  return markup`<form class="fields" method="post" action="${action}">${csrfField(csrf)}${hidden.map(
    ([name, value]) => markup`<input type="hidden" name="${controlOf(form, name)}" value="${value}">`,
  )}${form.fields.map((field) => showAppField(form, field, entered[field.name] ?? '', problems))}<div class="actions"><button class="primary">${form.label}</button></div></form>`
}

/** Reads a form that was sent: the body of its call, and what is missing. */
export function readAppForm(
  form: AppForm,
  mediaType: string,
  sent: WorkstationForm,
): EnteredBody & { readonly entered: Values } {
  const start = controlOf(form, '')
  const entered = Object.fromEntries(
    sent.names.filter((name) => name.startsWith(start)).map((name) => [name.slice(start.length), sent.text(name)]),
  )
  const missing = form.fields.filter(({ name, isOptional }) => isOptional !== true && (entered[name] ?? '') === '')
  if (missing.length > 0) {
    const problems = new Map(missing.map(({ name, label }) => [controlOf(form, name), `Enter: ${label}.`]))
    return { entered, problems }
  }
  return { entered, problems: new Map(), body: { mediaType, content: form.body(entered) } }
}

function showAppField(form: AppForm, field: AppField, value: string, problems: ReadonlyMap<string, string>): Markup {
  const name = controlOf(form, field.name)
  const { label, hint = '', choices, isLong, isOptional } = field
  return showControl({
    name,
    label,
    hint,
    isRequired: isOptional !== true,
    problem: problems.get(name),
    control: (attributes) => {
      if (choices === undefined) return isLong === true ? showTextArea(attributes, value) : showInput(attributes, value)
      return showChoice(
        attributes,
        choices.map((choice) => [choice, labelOf(choice)]),
        value,
        isOptional !== true,
      )
    },
  })
}

/** The name of a control: a page can have several forms with fields of one name. */
function controlOf({ label }: AppForm, name: string): string {
  return `${slugOf(label)}.${name}`
}
