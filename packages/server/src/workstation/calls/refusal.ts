import { isJsonObject, type JsonValue } from '@carebench/protocol'
import { type Markup, markup } from '../../site/markup.js'
import { toLabel } from '../label.js'
import type { WorkstationReply } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { briefly } from './shown-value.js'

/** Why a call was rejected: errors of members of its body, by pointer, and all other errors. */
export interface Refusal {
  readonly problems: ReadonlyMap<string, string>
  readonly others: readonly string[]
  /** The status of the response. Default: 422, for a form that was not sent. */
  readonly status?: number
}

/** Returns the status of a page with a rejection; sites of their own have that of the call. */
export function statusFor({ site }: Pick<PlacedApp, 'site'>, { status = 422 }: Refusal): number {
  return site === undefined ? 422 : status
}

/** Reads a rejection, in the format of the service or of a system; `about` may rewrite its messages. */
export function readRefusal(
  { json, status, bytes }: WorkstationReply,
  { sayMessage = (message) => message }: Pick<PlacedApp['about'], 'sayMessage'> = {},
): Refusal {
  const problems = new Map<string, string>()
  const others: string[] = []
  for (const error of errorsIn(json)) {
    const { field, message } = error
    if (field !== '' && !problems.has(field)) problems.set(field, sayMessage(withLabel(field, message)))
    else others.push(sayMessage(message))
  }
  if (problems.size === 0 && others.length === 0) {
    const text = json === null ? new TextDecoder().decode(bytes.slice(0, 500)) : briefly(json)
    others.push(text === '' ? `The system has refused this (status ${status}).` : text)
  }
  return { problems, others, status }
}

/** Returns in one line why a call was rejected. */
export function messageOfRefusal(reply: WorkstationReply): string {
  const { problems, others } = readRefusal(reply)
  return [...problems.values(), ...others].join(' ')
}

/**
 * Rewrites a message about a member with the label of its field, and without the value, which the field already shows.
 */
function withLabel(field: string, message: string): string {
  const name = field.split('/').at(-1) ?? ''
  if (name === '' || !message.startsWith(`${name} `)) return message
  if (message === `${name} is required.`) return `Enter: ${toLabel(name)}.`
  return toLabel(name) + message.slice(name.length).replace(/, got .*$/s, '.')
}

function errorsIn(json: JsonValue): readonly { readonly field: string; readonly message: string }[] {
  if (!isJsonObject(json)) return []
  const { error, errors, issue, message } = json
  const found = [errors, isJsonObject(error) ? error.errors : undefined, issue]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((item) => (isJsonObject(item) ? [{ field: nameField(item), message: writeMessage(item) }] : []))
  const whole = isJsonObject(error) ? error.message : (message ?? error)
  return found.length > 0 || typeof whole !== 'string' ? found : [{ field: '', message: whole }]
}

function nameField({ path, field }: Readonly<Record<string, JsonValue | undefined>>): string {
  const name = path ?? field
  if (typeof name !== 'string' || name === '') return ''
  return name.startsWith('/') ? name : `/${name.replaceAll(/[.[]/g, '/').replaceAll(']', '')}`
}

function writeMessage({
  message,
  diagnostics,
  details,
  ...rest
}: Readonly<Record<string, JsonValue | undefined>>): string {
  const said = message ?? diagnostics ?? (isJsonObject(details) ? details.text : undefined)
  return typeof said === 'string' ? said : briefly(Object.values(rest).filter((value) => value !== undefined))
}

/** Shows the problems of a form, each with a link to its field if the page has it. The list takes the focus. */
export function showProblems({ problems, others }: Refusal, title = 'Nothing was sent'): Markup {
  return markup`<div class="note bad" role="alert" tabindex="-1" autofocus aria-labelledby="problems">\
<h2 id="problems">${title}</h2>
<ul>${[...problems].map(([field, message]) => markup`<li><a href="#${field}">${message}</a></li>`)}${others.map(
    (message) => markup`<li>${message}</li>`,
  )}</ul></div>
`
}
