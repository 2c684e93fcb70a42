import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { WorkstationForm } from '../visit.js'
import type { Field } from './schema-fields.js'

/** The problems of fields, by the name of the control. */
export type Problems = ReadonlyMap<string, string>

/** The body read from a form. Empty fields are left out. */
export interface ReadBody {
  readonly value: JsonObject
  readonly problems: Problems
}

/** Reads the body of a call from its form. */
export function readBody(fields: readonly Field[], form: WorkstationForm): ReadBody {
  const problems = new Map<string, string>()
  return { value: readObject(fields, form, problems, []) ?? {}, problems }
}

function readObject(
  fields: readonly Field[],
  form: WorkstationForm,
  problems: Map<string, string>,
  at: readonly number[],
): JsonObject | undefined {
  const members = fields.flatMap((field): [string, JsonValue][] => {
    const value = readField(field, form, problems, at)
    return value === undefined ? [] : [[field.name, value]]
  })
  const files = fields.flatMap((field) => (field.kind === 'file' ? [form.file(nameControl(field, at))] : []))
  for (const file of files) {
    // Facts that the browser knows about a file need not be typed.
    if (file !== null) members.unshift(...findKnown(file, fields))
  }
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

function findKnown(
  { name, mediaType }: { readonly name: string; readonly mediaType: string },
  fields: readonly Field[],
): readonly [string, JsonValue][] {
  const known: readonly [string, JsonValue][] = [
    ['media_type', mediaType],
    ['file_name', name],
  ]
  return known.filter(([member, value]) => value !== '' && fields.some((field) => field.name === member))
}

function readField(
  field: Field,
  form: WorkstationForm,
  problems: Map<string, string>,
  at: readonly number[],
): JsonValue | undefined {
  const name = nameControl(field, at)
  switch (field.kind) {
    case 'group':
      return readObject(field.fields, form, problems, at)
    case 'rows': {
      const rows = Array.from({ length: rowsIn(field, form, at) }, (_, row) =>
        readObject(field.fields, form, problems, [...at, row]),
      ).filter((row) => row !== undefined)
      return rows.length === 0 ? undefined : rows
    }
    case 'file':
      return form.file(name)?.base64 ?? (form.text(name) || undefined)
    case 'long':
      return form.text(name) === '' ? undefined : form.whole(name)
    default:
      return form.text(name) === '' ? undefined : readText(field, form.text(name), name, problems)
  }
}

function readText(field: Field, text: string, name: string, problems: Map<string, string>): JsonValue | undefined {
  if (field.kind === 'yes') return text === 'true'
  if (field.kind === 'lines') {
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  }
  if (field.kind === 'json' || field.kind === 'pairs') {
    const parsed = field.kind === 'pairs' && !text.startsWith('{') ? readPairs(text) : parseJson(text)
    if ('problem' in parsed) problems.set(name, parsed.problem)
    return 'value' in parsed ? parsed.value : undefined
  }
  if (field.kind === 'text' && field.input === 'decimal') {
    if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
    problems.set(name, `Enter a number, such as 1 or 2.5; got ${text}.`)
    return undefined
  }
  return text
}

/** Reads `name: value` of each line; numbers, yes and no are read as such. */
function readPairs(text: string): { readonly value: JsonValue } | { readonly problem: string } {
  const members: [string, JsonValue][] = []
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, name, value] = /^\s*([^:]+?)\s*:\s*(\S.*?)\s*$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      return { problem: `Enter a name and a value on each line, such as name: value; got ${line}.` }
    }
    members.push([name, readPlain(value)])
  }
  return { value: Object.fromEntries(members) }
}

function readPlain(text: string): JsonValue {
  if (/^(?:yes|true)$/i.test(text)) return true
  if (/^(?:no|false)$/i.test(text)) return false
  return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text
}

/** Returns the name of a field's control, with the numbers of its rows. */
export function nameControl({ pointer }: Pick<Field, 'pointer'>, at: readonly number[]): string {
  let row = 0
  return pointer.replaceAll('*', () => String(at[row++] ?? 0))
}

/** Returns the number of rows of a list in a form. */
export function rowsIn(
  field: Pick<Field, 'pointer'>,
  form: Pick<WorkstationForm, 'names'>,
  at: readonly number[],
): number {
  const start = `${nameControl(field, at)}/`
  const numbers = form.names.flatMap((name) =>
    name.startsWith(start) ? [Number(name.slice(start.length).split('/', 1)[0])] : [],
  )
  return Math.max(0, ...numbers.filter((number) => number < 200).map((number) => number + 1))
}

/** Parses entered JSON. */
export function parseJson(text: string): { readonly value: JsonValue } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) as JsonValue }
  } catch (error) {
    return { problem: `Enter JSON: ${error instanceof Error ? error.message : String(error)}.` }
  }
}
