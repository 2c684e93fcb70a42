import type { CallDescription } from '@carebench/protocol'
import type { AppDescription } from '@carebench/systems'
import { parseJson, readBody } from '../forms/read-body.js'
import { type Field, isLongForm, listFields } from '../forms/schema-fields.js'
import type { WorkstationCall, WorkstationForm } from '../visit.js'

/** How the body of a call is entered: in fields, as one text, or not at all. */
export type BodyForm =
  | { readonly kind: 'none' }
  | { readonly kind: 'fields'; readonly mediaType: string; readonly fields: readonly Field[] }
  | { readonly kind: 'json' | 'text'; readonly mediaType: string }

/** The entered body, and its problems by field name. */
export interface EnteredBody {
  readonly problems: ReadonlyMap<string, string>
  readonly body?: WorkstationCall['body']
}

/**
 * Returns how the body of a call is entered: in media type `as` if the call accepts it, else in its first one; `json`
 * stands for the JSON text of a body that has fields.
 */
export function toBodyForm(
  { body }: CallDescription,
  as: string | null,
  { hints = {}, sections = {} }: Pick<AppDescription, 'hints' | 'sections'> = {},
): BodyForm {
  const types = Object.keys(body ?? {})
  const chosen = types.find((type) => type === as) ?? types[0]
  if (chosen === undefined) return { kind: 'none' }
  if (!/[/+]json$/.test(chosen)) return { kind: 'text', mediaType: chosen }
  const fields = as === 'json' ? null : listFields(body?.[chosen]?.schema)
  if (fields === null) return { kind: 'json', mediaType: chosen }
  return { kind: 'fields', mediaType: chosen, fields: withSections(withHints(fields, hints), sections) }
}

/** Returns the fields of a long form by their sections; those without one come last. */
function withSections(
  fields: readonly Field[],
  sections: Readonly<Record<string, readonly string[]>>,
): readonly Field[] {
  if (!isLongForm(fields)) return fields
  const placed = Object.entries(sections).flatMap(([section, names]) =>
    names.flatMap((name) => fields.filter((field) => field.name === name).map((field) => ({ ...field, section }))),
  )
  return [...placed, ...fields.filter(({ name }) => !placed.some((field) => field.name === name))]
}

function withHints(fields: readonly Field[], hints: Readonly<Record<string, string>>): readonly Field[] {
  return fields.map((field) => {
    const hint = hints[field.pointer] ?? field.hint
    return 'fields' in field ? { ...field, hint, fields: withHints(field.fields, hints) } : { ...field, hint }
  })
}

/** Reads the body entered in a form. */
export function readEntered(body: BodyForm, form: WorkstationForm): EnteredBody {
  if (body.kind === 'none') return { problems: new Map() }
  const { mediaType } = body
  if (body.kind === 'fields') {
    const { value, problems } = readBody(body.fields, form)
    return { problems, body: { mediaType, content: value } }
  }
  const file = form.file('/~file')
  if (body.kind === 'text') {
    const content = file === null ? new TextEncoder().encode(form.whole('/')) : decodeBytes(file.base64)
    return { problems: new Map(), body: { mediaType, content } }
  }
  const parsed = parseJson(form.whole('/'))
  if ('problem' in parsed) return { problems: new Map([['/', parsed.problem]]) }
  return { problems: new Map(), body: { mediaType, content: parsed.value } }
}

function decodeBytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
