import type { PortalReply } from '@carebench/service'
import { type Markup, markup } from '../site/markup.js'
import { rowOf, rowsOf, textOf } from './reply-row.js'
import { inWords } from './wording.js'

/** A problem of a form. */
export interface Finding {
  /** The name of the field; empty if it concerns the whole form. */
  readonly field: string
  readonly message: string
}

/** A field of a page. `message` replaces a message of the JSON interface that does not suit the page. */
export interface FoundField {
  readonly name: string
  readonly label: string
  /** Its position on the page; default: before the others. */
  readonly order?: number
  readonly message?: string
}

/** Finds the field of a page for a field of the JSON interface; undefined if there is none. */
export type FieldFinder = (field: string) => FoundField | undefined

/** The errors of the JSON interface as problems of the page, in the order of its fields, one per field. */
export function problemsOf(reply: PortalReply, find: FieldFinder): readonly Finding[] {
  const findings = new Map<string, { readonly finding: Finding; readonly order: number }>()
  for (const error of rowsOf(rowOf(reply), 'errors')) {
    const field = textOf(error, 'field')
    const message = textOf(error, 'message')
    const found = field === '' ? undefined : find(field)
    const { field: name, message: said } =
      found === undefined ? { field: '', message } : problemOf(found, field, message)
    const finding = { field: name, message: inWords(said) }
    const key = finding.field || message
    if (!findings.has(key)) findings.set(key, { finding, order: found?.order ?? -1 })
  }
  return [...findings.values()].sort((a, b) => a.order - b.order).map(({ finding }) => finding)
}

/** An error of the JSON interface, which begins with the name of its field, with the label of the page instead. */
function problemOf(found: FoundField, field: string, message: string): Finding {
  const { name, label } = found
  if (found.message !== undefined) return { field: name, message: found.message }
  if (message === `${field} is required.`) return { field: name, message: `Enter the ${inSentence(label)}.` }
  if (!message.startsWith(`${field} `)) return { field: name, message: `${label}: ${message}` }
  // The field already shows the submitted value.
  return { field: name, message: label + message.slice(field.length).replace(/, got .*$/s, '.') }
}

/** A label within a sentence: abbreviations keep their capitals. */
function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** The list of problems, each with a link to its field; null if there are none. It takes the focus. */
export function problemSummary(findings: readonly Finding[]): Markup | null {
  if (findings.length === 0) return null
  return markup`<div class="errors" role="alert" tabindex="-1" autofocus aria-labelledby="problems">
<h2 id="problems">There is a problem</h2>
<ul>${findings.map(
    ({ field, message }) => markup`<li>${field === '' ? message : markup`<a href="#${field}">${message}</a>`}</li>`,
  )}</ul>
</div>`
}
