import { type Markup, markup } from '@carebench/site'
import { rowOf, rowsOf, textOf } from './reply-row.js'
import type { PortalReply } from './visit.js'

/** Something wrong with a form. */
export interface Problem {
  /** The name of the field; empty where it is the whole. */
  readonly field: string
  readonly message: string
}

/** A field of a page. `message` says what is wrong where the portal says it in words of its JSON interface. */
export interface FoundField {
  readonly name: string
  readonly label: string
  /** Its place on the page among the others; default: before them. */
  readonly order?: number
  readonly message?: string
}

/** Finds the field of a page that a field of the JSON interface came from; undefined if there is none. */
export type FieldFinder = (field: string) => FoundField | undefined

/** What the portal did not take, told of the fields of the page in their order: one problem a field. */
export function problemsOf(reply: PortalReply, find: FieldFinder): readonly Problem[] {
  const problems = new Map<string, { readonly problem: Problem; readonly order: number }>()
  for (const error of rowsOf(rowOf(reply), 'errors')) {
    const field = textOf(error, 'field')
    const message = textOf(error, 'message')
    const found = field === '' ? undefined : find(field)
    const problem = found === undefined ? { field: '', message } : problemOf(found, field, message)
    const key = problem.field || message
    if (!problems.has(key)) problems.set(key, { problem, order: found?.order ?? -1 })
  }
  return [...problems.values()].sort((a, b) => a.order - b.order).map(({ problem }) => problem)
}

/** A message of the JSON interface, which begins with the name of its field, in the words of the page. */
function problemOf(found: FoundField, field: string, message: string): Problem {
  const { name, label } = found
  if (found.message !== undefined) return { field: name, message: found.message }
  if (message === `${field} is required.`) return { field: name, message: `Enter the ${inSentence(label)}.` }
  if (!message.startsWith(`${field} `)) return { field: name, message: `${label}: ${message}` }
  // What was entered stands in the field already.
  return { field: name, message: label + message.slice(field.length).replace(/, got .*$/s, '.') }
}

/** A label within a sentence: an abbreviation keeps its capitals. */
function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** The list of what is wrong, each with the way to its field; nothing if nothing is. It takes the focus by itself. */
export function problemSummary(problems: readonly Problem[]): Markup | null {
  if (problems.length === 0) return null
  return markup`<div class="errors" role="alert" tabindex="-1" autofocus aria-labelledby="problems">
<h2 id="problems">There is a problem</h2>
<ul>${problems.map(
    ({ field, message }) => markup`<li>${field === '' ? message : markup`<a href="#${field}">${message}</a>`}</li>`,
  )}</ul>
</div>`
}
