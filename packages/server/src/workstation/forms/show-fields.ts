import { type Inside, type Markup, markup } from '../../site/markup.js'
import { labelOf } from '../label.js'
import type { WorkstationForm } from '../visit.js'
import { controlOf, type Problems, rowsIn } from './read-body.js'
import type { Field } from './schema-fields.js'

/** A form as it was sent, and what was wrong with it; both empty before it is sent. */
export interface SentFields {
  readonly form: Pick<WorkstationForm, 'names' | 'whole'>
  readonly problems: Problems
  /** The list, by the name of its control, that has one more row than the form that was sent. */
  readonly added: string
  /** The documents that it can send in place of a text or a file; default: none. */
  readonly source?: { readonly label: string; readonly hint: string } | undefined
  /** Values that texts are likely to have, by the pointers of the fields. */
  readonly suggestions?: Readonly<Record<string, readonly string[]>> | undefined
}

/** The last part of the name of the control in which a document is chosen. */
export const documentControl = '~document'

/** What a form has before it is sent. */
export const unsentFields: SentFields = /* @__PURE__ */ filledFields(new Map())

/** A form that begins with some texts, by the names of their controls. */
export function filledFields(texts: ReadonlyMap<string, string>): SentFields {
  return {
    form: { names: [...texts.keys()], whole: (name) => texts.get(name) ?? '' },
    problems: new Map(),
    added: '',
  }
}

/** What is said about the form of what is entered. */
const hints: Readonly<Record<string, string>> = { lines: 'One on each line.', json: 'Enter it as JSON.' }

/** The controls of fields, in their order. */
export function showFields(fields: readonly Field[], sent: SentFields, at: readonly number[] = []): Inside {
  const file = fields.find(({ kind }) => kind === 'file')
  return [
    ...inOrder(fields).map((field) => showField(field, sent, at)),
    file !== undefined && showDocumentChoice(file, sent, at),
  ]
}

/** What most forms need stands before what has many parts or is written in JSON, if that can be left out. */
function inOrder(fields: readonly Field[]): readonly Field[] {
  const isLater = ({ kind, isRequired }: Field) => !isRequired && (kind === 'rows' || kind === 'json')
  return [...fields.filter((field) => !isLater(field)), ...fields.filter(isLater)]
}

/** The control in which a document of the world is chosen in place of a file. */
function showDocumentChoice(file: Field, { source, form, problems }: SentFields, at: readonly number[]): Inside {
  if (source === undefined) return null
  const pointer = file.pointer.replace(/[^/]*$/, documentControl)
  const name = controlOf({ pointer }, at)
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
  const label = field.kind === 'file' ? 'File' : labelOf(field.name)
  if (field.kind === 'group') {
    return markup`<fieldset><legend>${label}</legend>${hintOf(field.hint)}${showFields(field.fields, sent, at)}</fieldset>`
  }
  if (field.kind === 'rows') return showRows(field, label, sent, at)
  const name = controlOf(field, at)
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
  const name = controlOf(field, at)
  const least = field.isRequired && at.length === 0 ? 1 : 0
  const rows = Math.max(least, rowsIn(field, sent.form, at)) + (sent.added === name ? 1 : 0)
  const problem = sent.problems.get(name)
  return markup`<fieldset id="${name}"><legend>${label}${!field.isRequired && markup` <span class="needed">(optional)</span>`}</legend>${hintOf(field.hint)}
${problem !== undefined && markup`<p class="wrong">${problem}</p>`}${Array.from(
  { length: rows },
  (_, row) =>
    markup`<fieldset><legend>${label} ${row + 1}</legend>${showFields(field.fields, sent, [...at, row])}</fieldset>`,
)}<div class="actions"><button name="~add" value="${name}" formnovalidate>Add ${label.toLowerCase()}</button></div></fieldset>`
}

/** A control with its label, what to enter, and what was wrong. */
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
  const attributes = markup` id="${name}" name="${name}"${described.length > 0 && markup` aria-describedby="${described.join(' ')}"`}${problem !== undefined && markup` aria-invalid="true"`}`
  return markup`<div class="field"><label for="${name}">${label}${!isRequired && markup` <span class="needed">(optional)</span>`}</label>
${hint !== '' && markup`<p class="hint" id="${name}.hint">${hint}</p>`}${problem !== undefined && markup`<p class="wrong" id="${name}.problem">${problem}</p>`}${control(attributes)}</div>
`
}

function controlFor(field: Field, value: string, attributes: Markup): Markup {
  switch (field.kind) {
    case 'long':
    case 'lines':
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
        field.values.map((one) => [one, labelOf(one)]),
        value,
        field.isRequired,
      )
    case 'file':
      return markup`<input type="file"${attributes}>`
    default:
      return showInput(attributes, value, field.kind === 'text' ? field.input : 'text')
  }
}

/** A text of several lines. A browser drops the line feed after the tag, so that one of the text itself stays. */
export function showTextArea(attributes: Markup, value: string): Markup {
  return markup`<textarea${attributes}>
${value}</textarea>`
}

export function showInput(attributes: Markup, value: string, input: 'text' | 'date' | 'decimal' = 'text'): Markup {
  return input === 'decimal'
    ? markup`<input${attributes} inputmode="decimal" autocomplete="off" value="${value}">`
    : markup`<input${attributes} type="${input}" autocomplete="off" value="${value}">`
}

/** A text with values that it is likely to have. */
export function showSuggested(attributes: Markup, name: string, value: string, suggested: readonly string[]): Markup {
  const list = `${name}.list`
  return markup`<input${attributes} type="text" autocomplete="off" list="${list}" value="${value}"><datalist id="${list}">${suggested.map(
    (one) => markup`<option value="${one}">`,
  )}</datalist>`
}

export function showChoice(
  attributes: Markup,
  choices: readonly (readonly [value: string, label: string])[],
  chosen: string,
  isRequired: boolean,
): Markup {
  return markup`<select${attributes}><option value="">${isRequired ? 'Choose…' : '–'}</option>${choices.map(
    ([value, label]) => markup`<option value="${value}"${value === chosen && markup` selected`}>${label}</option>`,
  )}</select>`
}

function hintOf(hint: string): Inside {
  return hint !== '' && markup`<p class="hint">${hint}</p>`
}
