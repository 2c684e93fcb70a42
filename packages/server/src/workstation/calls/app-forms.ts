import type { JsonValue } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { showChoice, showControl, showInput, showSuggested, showTextArea } from '../forms/show-fields.js'
import { csrfField } from '../frame/layout.js'
import { toLabel, toSlug } from '../label.js'
import { readTime, timeToEnter } from '../time-zone.js'
import type { AppField, AppForm, WorkstationForm, WorkstationVisit } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { type Values, writePageAddress } from './placed-call.js'
import { systemChoices, type Terms } from './terms.js'

/** Shows the forms that an app has for a record, for calls whose parameters are known. */
export function showAppForms(
  visit: WorkstationVisit,
  app: PlacedApp,
  record: JsonValue,
  { valuesOf, terms }: { readonly valuesOf: (call: string) => Values | null; readonly terms: Terms | null },
): Inside {
  return (app.about.forms ?? []).map((form) => {
    const entered = form.on(record)
    const values = valuesOf(form.call)
    if (entered === null || values === null) return null
    const suggestions = form.suggestions?.(record) ?? {}
    const shown = showAppForm(visit, app, form, values, { entered, suggestions, terms })
    return markup`<details class="panel"><summary>${form.label}</summary>${shown}</details>`
  })
}

/** Returns the form that the address of a page names; undefined if it names none. */
export function appFormIn({ about }: PlacedApp, query: URLSearchParams): AppForm | undefined {
  const named = query.get('~form')
  return about.forms?.find(({ label }) => toSlug(label) === named)
}

/** The content of a form, its problems, and suggestions for its fields. */
export interface AppFormState {
  readonly entered: Values
  readonly problems?: ReadonlyMap<string, string>
  readonly suggestions?: Readonly<Record<string, readonly string[]>>
  /** The code systems that pages of the world name; null if they have not been read. */
  readonly terms?: Terms | null
}

/** Shows one form, with the entered or the initial values. */
export function showAppForm(
  { base, csrf }: Pick<WorkstationVisit, 'base' | 'csrf'>,
  app: PlacedApp,
  form: AppForm,
  values: Values,
  { entered, problems = new Map(), suggestions = {}, terms = null }: AppFormState,
): Markup {
  const action = writePageAddress(
    base,
    app,
    { name: form.call },
    { ...(form.values ?? values), '~form': toSlug(form.label) },
  )
  const hidden = Object.entries(entered).filter(([name]) => !form.fields.some((field) => field.name === name))
  const fields = form.fields.map((field) => {
    const { [field.name]: value = '' } = entered
    const suggested = suggestions[field.name] ?? []
    return showAppField(form, field, { value, problems, suggested, zone: app.zone, terms })
  })
  return markup`<form class="fields" method="post" action="${action}">${csrfField(csrf)}${hidden.map(
    ([name, value]) => markup`<input type="hidden" name="${nameControl(form, name)}" value="${value}">`,
  )}${fields}<div class="actions"><button class="primary">${form.label}</button></div></form>`
}

/** Reads a submitted form, and finds missing values. */
export function readAppForm(
  form: AppForm,
  sent: WorkstationForm,
  zone: string,
): Required<Pick<AppFormState, 'entered' | 'problems'>> {
  const start = nameControl(form, '')
  const entered: Record<string, string> = Object.fromEntries(
    sent.names.filter((name) => name.startsWith(start)).map((name) => [name.slice(start.length), sent.text(name)]),
  )
  const missing = form.fields.filter(({ name, isOptional }) => isOptional !== true && (entered[name] ?? '') === '')
  for (const { name, isTime } of form.fields) {
    if (isTime === true) entered[name] = timeIn(entered, name, zone)
  }
  return { entered, problems: new Map(missing.map(({ name, label }) => [nameControl(form, name), `Enter: ${label}.`])) }
}

/** Converts an entered time to an instant; unchanged if it was not edited. */
function timeIn(entered: Values, name: string, zone: string): string {
  const { [name]: text = '', [`${name}.was`]: was = '' } = entered
  const instant = readTime(text, zone)
  return Date.parse(instant) === Date.parse(was) ? was : instant
}

interface AppFieldState {
  readonly value: string
  readonly problems: ReadonlyMap<string, string>
  readonly suggested: readonly string[]
  readonly zone: string
  readonly terms: Terms | null
}

function showAppField(form: AppForm, field: AppField, state: AppFieldState): Markup {
  const { problems, suggested, zone, terms } = state
  const value = field.isTime === true ? timeToEnter(state.value, zone) : state.value
  const name = nameControl(form, field.name)
  const { label, choices, isLong, isOptional } = field
  const hint = field.isTime === true ? `Such as 2026-03-02 14:00, in the time zone ${zone}.` : (field.hint ?? '')
  return showControl({
    name,
    label,
    hint,
    isRequired: isOptional !== true,
    problem: problems.get(name),
    control: (attributes) => {
      const none = isOptional === true ? '–' : 'Choose…'
      if (field.isSystem === true && terms !== null) {
        return showChoice(attributes, systemChoices(terms, [value, ...suggested]), value, none)
      }
      if (suggested.length > 0) return showSuggested(attributes, name, value, suggested)
      if (choices === undefined) return isLong === true ? showTextArea(attributes, value) : showInput(attributes, value)
      return showChoice(
        attributes,
        choices.map((choice) => [choice, toLabel(choice)]),
        value,
        none,
      )
    },
  })
}

/**
 * Returns the name of a control. It includes the form, because a page can have several forms with equal field names.
 */
export function nameControl({ label }: AppForm, name: string): string {
  return `${toSlug(label)}.${name}`
}
