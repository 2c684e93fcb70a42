import { type Html, html } from './html.js'
import type { Problem } from './problems.js'

/** What a form was filled in with, and what is wrong with it. */
export interface Filling {
  readonly value: (name: string) => string
  readonly problems: readonly Problem[]
}

/** A form that nobody has filled in. */
export const emptyFilling: Filling = { value: () => '', problems: [] }

/** A field of a form. Its id is its name. */
export interface FieldSpec {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly optional?: boolean
  readonly kind?: 'text' | 'date' | 'tel' | 'password' | 'search' | 'file'
  readonly numeric?: boolean
  /** Default: off. */
  readonly autocomplete?: string
  /** The id of a `<datalist>` with what is often entered. */
  readonly suggestions?: string
}

/** A field of one line. */
export function inputField(spec: FieldSpec, filling: Filling): Html {
  const { name, kind = 'text', numeric = false, autocomplete = 'off', suggestions } = spec
  const value = kind === 'password' || kind === 'file' ? null : filling.value(name)
  return labelled(
    spec,
    filling,
    html`<input id="${name}" name="${name}" type="${kind}" ${value !== null && html`value="${value}"`} ${numeric && html`inputmode="numeric"`} autocomplete="${autocomplete}" ${suggestions !== undefined && html`list="${suggestions}"`} ${described(spec, filling)}>`,
  )
}

/** A field of many lines. */
export function areaField(spec: FieldSpec, filling: Filling): Html {
  const { name } = spec
  // The parser drops a line break right after the tag.
  return labelled(
    spec,
    filling,
    html`<textarea id="${name}" name="${name}" ${described(spec, filling)}>
${filling.value(name)}</textarea>`,
  )
}

/** A choice among some values. */
export function choiceField(
  spec: FieldSpec,
  choices: readonly (readonly [value: string, label: string])[],
  filling: Filling,
): Html {
  const { name } = spec
  const chosen = filling.value(name)
  return labelled(
    spec,
    filling,
    html`<select id="${name}" name="${name}" ${described(spec, filling)}>${choices.map(
      ([value, label]) => html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`,
    )}</select>`,
  )
}

function labelled({ name, label, hint, optional = false }: FieldSpec, { problems }: Filling, control: Html): Html {
  const problem = problems.find(({ field }) => field === name)
  return html`<div class="field"><label for="${name}">${label}${optional && html` <span class="optional">(optional)</span>`}</label>
${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem.message}</p>`}
${control}</div>`
}

function described({ name, hint }: FieldSpec, { problems }: Filling): Html {
  const wrong = problems.some(({ field }) => field === name)
  const by = [hint !== undefined && `${name}-hint`, wrong && `${name}-problem`].filter(Boolean).join(' ')
  return html`${wrong && html`aria-invalid="true" `}${by !== '' && html`aria-describedby="${by}"`}`
}
