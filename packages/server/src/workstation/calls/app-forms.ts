import type { JsonValue } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { showChoice, showControl, showInput, showSuggested, showTextArea } from '../forms/show-fields.js'
import { csrfField } from '../frame/layout.js'
import { labelOf, slugOf } from '../label.js'
import type { AppField, AppForm, WorkstationForm, WorkstationVisit } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { pageOf, type Values } from './placed-call.js'

/** The forms that an app has for a record, of the calls whose parameters are known. */
export function showAppForms(
  visit: WorkstationVisit,
  app: PlacedApp,
  record: JsonValue,
  valuesOf: (call: string) => Values | null,
): Inside {
  return (app.about.forms ?? []).map((form) => {
    const entered = form.on(record)
    const values = valuesOf(form.call)
    if (entered === null || values === null) return null
    const suggestions = form.suggestions?.(record) ?? {}
    const shown = showAppForm(visit, app, form, values, { entered, suggestions })
    return markup`<details class="panel"><summary>${form.label}</summary>${shown}</details>`
  })
}

/** The form that the address of a page names; undefined if it names none. */
export function appFormIn({ about }: PlacedApp, query: URLSearchParams): AppForm | undefined {
  const named = query.get('~form')
  return about.forms?.find(({ label }) => slugOf(label) === named)
}

/** What a form has, what is wrong with it, and what its fields are likely to have. */
export interface AppFormState {
  readonly entered: Values
  readonly problems?: ReadonlyMap<string, string>
  readonly suggestions?: Readonly<Record<string, readonly string[]>>
}

/** One form, with what was entered or what it begins with. */
export function showAppForm(
  { base, csrf }: Pick<WorkstationVisit, 'base' | 'csrf'>,
  app: PlacedApp,
  form: AppForm,
  values: Values,
  { entered, problems = new Map(), suggestions = {} }: AppFormState,
): Markup {
  const action = pageOf(base, app, { name: form.call }, { ...(form.values ?? values), '~form': slugOf(form.label) })
  const hidden = Object.entries(entered).filter(([name]) => !form.fields.some((field) => field.name === name))
  const fields = form.fields.map((field) => {
    const { [field.name]: value = '' } = entered
    return showAppField(form, field, { value, problems, suggested: suggestions[field.name] ?? [] })
  })
  return markup`<form class="fields" method="post" action="${action}">${csrfField(csrf)}${hidden.map(
    ([name, value]) => markup`<input type="hidden" name="${controlOf(form, name)}" value="${value}">`,
  )}${fields}<div class="actions"><button class="primary">${form.label}</button></div></form>`
}

/** Reads a form that was sent, and what is missing. */
export function readAppForm(form: AppForm, sent: WorkstationForm): Required<Omit<AppFormState, 'suggestions'>> {
  const start = controlOf(form, '')
  const entered = Object.fromEntries(
    sent.names.filter((name) => name.startsWith(start)).map((name) => [name.slice(start.length), sent.text(name)]),
  )
  const missing = form.fields.filter(({ name, isOptional }) => isOptional !== true && (entered[name] ?? '') === '')
  return { entered, problems: new Map(missing.map(({ name, label }) => [controlOf(form, name), `Enter: ${label}.`])) }
}

interface AppFieldState {
  readonly value: string
  readonly problems: ReadonlyMap<string, string>
  readonly suggested: readonly string[]
}

function showAppField(form: AppForm, field: AppField, { value, problems, suggested }: AppFieldState): Markup {
  const name = controlOf(form, field.name)
  const { label, hint = '', choices, isLong, isOptional } = field
  return showControl({
    name,
    label,
    hint,
    isRequired: isOptional !== true,
    problem: problems.get(name),
    control: (attributes) => {
      if (suggested.length > 0) return showSuggested(attributes, name, value, suggested)
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
export function controlOf({ label }: AppForm, name: string): string {
  return `${slugOf(label)}.${name}`
}
