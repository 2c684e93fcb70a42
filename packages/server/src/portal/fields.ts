import { type Markup, markup } from '../site/markup.js'
import type { Finding } from './findings.js'

/** The submitted values of a form, and its problems. */
export interface Filling {
  readonly value: (name: string) => string
  readonly findings: readonly Finding[]
}

/** An empty form. */
export const emptyFilling: Filling = { value: () => '', findings: [] }

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
  /** The id of a `<datalist>` with common values. */
  readonly suggestions?: string
}

/** A single-line field. */
export function inputField(spec: FieldSpec, filling: Filling): Markup {
  const { name, kind = 'text', numeric = false, autocomplete = 'off', suggestions } = spec
  const value = kind === 'password' || kind === 'file' ? null : filling.value(name)
  return labelled(
    spec,
    filling,
    markup`<input id="${name}" name="${name}" type="${kind}" ${value !== null && markup`value="${value}"`} ${numeric && markup`inputmode="numeric"`} autocomplete="${autocomplete}" ${suggestions !== undefined && markup`list="${suggestions}"`} ${described(spec, filling)}>`,
  )
}

/** A multi-line field. */
export function areaField(spec: FieldSpec, filling: Filling): Markup {
  const { name } = spec
  // HTML parsers drop a line break right after the tag.
  return labelled(
    spec,
    filling,
    markup`<textarea id="${name}" name="${name}" ${described(spec, filling)}>
${filling.value(name)}</textarea>`,
  )
}

/** A choice of one value. */
export function choiceField(
  spec: FieldSpec,
  choices: readonly (readonly [value: string, label: string])[],
  filling: Filling,
): Markup {
  const { name } = spec
  const chosen = filling.value(name)
  return labelled(
    spec,
    filling,
    markup`<select id="${name}" name="${name}" ${described(spec, filling)}>${choices.map(
      ([value, label]) => markup`<option value="${value}" ${value === chosen && markup`selected`}>${label}</option>`,
    )}</select>`,
  )
}

function labelled({ name, label, hint, optional = false }: FieldSpec, { findings }: Filling, control: Markup): Markup {
  const finding = findings.find(({ field }) => field === name)
  return markup`<div class="field"><label for="${name}">${label}${optional && markup` <span class="optional">(optional)</span>`}</label>
${hint !== undefined && markup`<p class="hint" id="${name}-hint">${hint}</p>`}
${finding !== undefined && markup`<p class="problem" id="${name}-problem">${finding.message}</p>`}
${control}</div>`
}

function described({ name, hint }: FieldSpec, { findings }: Filling): Markup {
  const wrong = findings.some(({ field }) => field === name)
  const by = [hint !== undefined && `${name}-hint`, wrong && `${name}-problem`].filter(Boolean).join(' ')
  return markup`${wrong && markup`aria-invalid="true" `}${by !== '' && markup`aria-describedby="${by}"`}`
}
