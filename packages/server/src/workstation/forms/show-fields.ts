import { type Inside, type Markup, markup } from '../../site/markup.js'
import { toLabel } from '../label.js'
import type { WorkstationForm } from '../visit.js'
import { nameControl, type Problems, rowsIn } from './read-body.js'
import type { Field } from './schema-fields.js'

/** A submitted form and its problems; both empty before it is submitted. */
export interface SentFields {
  readonly form: Pick<WorkstationForm, 'names' | 'whole'>
  readonly problems: Problems
  /** The control name of the list that gets one more row than in the submitted form. */
  readonly added: string
  /** The documents that can be chosen instead of a text or a file; default: none. */
  readonly source?: { readonly label: string; readonly hint: string } | undefined
  /** Suggested values of text fields, by pointer. */
  readonly suggestions?: Readonly<Record<string, readonly string[]>> | undefined
}

/** The suffix of the name of the control that chooses a document. */
export const documentControl = '~document'

/** A form before it is submitted. */
export const unsentFields: SentFields = /* @__PURE__ */ filledFields(new Map())

/** Returns a form with initial texts, by control name. */
export function filledFields(texts: ReadonlyMap<string, string>): SentFields {
  return {
    form: { names: [...texts.keys()], whole: (name) => texts.get(name) ?? '' },
    problems: new Map(),
    added: '',
  }
}

/** Hints on the format of a field. */
const hints: Readonly<Record<string, string>> = {
  lines: 'One on each line.',
  pairs: 'One on each line: name: value.',
  json: 'Enter it as JSON.',
}

/** Shows the controls of fields, in order. */
export function showFields(fields: readonly Field[], sent: SentFields, at: readonly number[] = []): Inside {
  const file = fields.find(({ kind }) => kind === 'file')
  return [
    ...splitSections(orderFields(fields)).map(({ title, fields: own }) => {
      const shown = own.map((field) => showField(field, sent, at))
      return title === undefined
        ? shown
        : markup`<fieldset class="section"><legend>${title}</legend>${shown}</fieldset>`
    }),
    file !== undefined && showDocumentChoice(file, sent, at),
  ]
}

/** Orders fields: those without a section that are optional and have many parts or JSON come last. */
export function orderFields(fields: readonly Field[]): readonly Field[] {
  const isLater = ({ kind, isRequired, section }: Field) =>
    section === undefined && !isRequired && ['rows', 'json', 'pairs'].includes(kind)
  return [...fields.filter((field) => !isLater(field)), ...fields.filter(isLater)]
}

/** Fields under one title, or without one. */
interface Section {
  readonly title: string | undefined
  readonly fields: readonly Field[]
}

/** Returns the sections of fields, whose fields follow one another. */
export function splitSections(fields: readonly Field[]): readonly Section[] {
  const titles = [...new Set(fields.map(({ section }) => section))]
  return titles.map((title) => ({ title, fields: fields.filter(({ section }) => section === title) }))
}

/** Shows the control that chooses a document of the world instead of a file. */
function showDocumentChoice(file: Field, { source, form, problems }: SentFields, at: readonly number[]): Inside {
  if (source === undefined) return null
  const pointer = file.pointer.replace(/[^/]*$/, documentControl)
  const name = nameControl({ pointer }, at)
  return showControl({
    name,
    label: source.label,
    hint: source.hint,
    isRequired: false,
    problem: problems.get(name),
    control: (attributes) => showInput(attributes, form.whole(name)),
  })
}

function showField(field: Field, sent: SentFields, at: readonly number[]): Markup {
  const label = field.label ?? (field.kind === 'file' ? 'File' : toLabel(field.name))
  if (field.kind === 'group') {
    return markup`<fieldset>\
<legend>${label}</legend>${showHint(field.hint)}${showFields(field.fields, sent, at)}</fieldset>`
  }
  if (field.kind === 'rows') return showRows(field, label, sent, at)
  const name = nameControl(field, at)
  return showControl({
    name,
    label,
    hint: `${field.hint} ${hints[field.kind] ?? ''}`.trim(),
    isRequired: field.isRequired,
    problem: sent.problems.get(name),
    control: (attributes) => {
      const suggested = sent.suggestions?.[field.pointer] ?? []
      if (suggested.length === 0) return controlFor(field, sent.form.whole(name), attributes)
      return showSuggested(attributes, name, sent.form.whole(name), suggested)
    },
  })
}

function showRows(
  field: Extract<Field, { kind: 'rows' }>,
  label: string,
  sent: SentFields,
  at: readonly number[],
): Markup {
  const name = nameControl(field, at)
  // Documents are sent so often that the first one needs no button.
  const isOpen = field.isRequired || field.fields.some(({ kind }) => kind === 'file')
  const least = isOpen && at.length === 0 ? 1 : 0
  const rows = Math.max(least, rowsIn(field, sent.form, at)) + (sent.added === name ? 1 : 0)
  const problem = sent.problems.get(name)
  return markup`<fieldset id="${name}"><legend>${label}${
    !field.isRequired && markup` <span class="needed">(optional)</span>`
  }</legend>${showHint(field.hint)}
${problem !== undefined && markup`<p class="wrong">${problem}</p>`}${Array.from(
  { length: rows },
  (_, row) => markup`<fieldset class="section"><legend>${label} ${row + 1}</legend>
${showFields(field.fields, sent, [...at, row])}</fieldset>`,
)}<div class="actions"><button name="~add" value="${name}" formnovalidate>Add \
${label.toLowerCase()}</button></div></fieldset>`
}

/** A control with its label, hint and problem. */
export interface LabelledControl {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly isRequired?: boolean
  readonly problem?: string | undefined
  /** The control with the attributes that connect it to its label. */
  readonly control: (attributes: Markup) => Markup
}

export function showControl({ name, label, hint = '', isRequired = true, problem, control }: LabelledControl): Markup {
  const described = [hint !== '' && `${name}.hint`, problem !== undefined && `${name}.problem`].filter(Boolean)
  const attributes = markup` id="${name}" name="${name}"${
    described.length > 0 && markup` aria-describedby="${described.join(' ')}"`
  }${problem !== undefined && markup` aria-invalid="true"`}`
  return markup`<div class="field"><label for="${name}">${label}${
    !isRequired && markup` <span class="needed">(optional)</span>`
  }</label>
${hint !== '' && markup`<p class="hint" id="${name}.hint">${hint}</p>`}${
  problem !== undefined && markup`<p class="wrong" id="${name}.problem">${problem}</p>`
}${control(attributes)}</div>
`
}

function controlFor(field: Field, value: string, attributes: Markup): Markup {
  switch (field.kind) {
    case 'long':
    case 'lines':
    case 'pairs':
      return showTextArea(attributes, value)
    case 'json':
      return markup`<textarea${attributes} class="mono" spellcheck="false">
${value}</textarea>`
    case 'yes':
      return showChoice(
        attributes,
        [
          ['true', 'Yes'],
          ['false', 'No'],
        ],
        value,
        false,
      )
    case 'choice':
      return showChoice(
        attributes,
        field.values.map((one) => [one, toLabel(one)]),
        value,
        field.isRequired,
      )
    case 'file':
      return markup`<input type="file"${attributes}>`
    default:
      return showInput(attributes, value, field.kind === 'text' ? field.input : 'text')
  }
}

/**
 * Shows a multi-line text. Browsers drop the line feed after the tag, so one is added to keep that of the text itself.
 */
export function showTextArea(attributes: Markup, value: string): Markup {
  return markup`<textarea${attributes}>
${value}</textarea>`
}

export function showInput(attributes: Markup, value: string, input: 'text' | 'date' | 'decimal' = 'text'): Markup {
  return input === 'decimal'
    ? markup`<input${attributes} inputmode="decimal" autocomplete="off" value="${value}">`
    : markup`<input${attributes} type="${input}" autocomplete="off" value="${value}">`
}

/** Shows a text field with suggested values. */
export function showSuggested(attributes: Markup, name: string, value: string, suggested: readonly string[]): Markup {
  const list = `${name}.list`
  return markup`<input${attributes} type="text" autocomplete="off" list="${list}" value="${value}">\
<datalist id="${list}">${suggested.map((one) => markup`<option value="${one}">`)}</datalist>`
}

export function showChoice(
  attributes: Markup,
  choices: readonly (readonly [value: string, label: string])[],
  chosen: string,
  /** The text of no choice, or whether one is required. */
  none: string | boolean,
): Markup {
  const text = typeof none === 'string' ? none : none ? 'Choose…' : '–'
  return markup`<select${attributes}><option value="">${text}</option>${choices.map(
    ([value, label]) => markup`<option value="${value}"${value === chosen && markup` selected`}>${label}</option>`,
  )}</select>`
}

function showHint(hint: string): Inside {
  return hint !== '' && markup`<p class="hint">${hint}</p>`
}
