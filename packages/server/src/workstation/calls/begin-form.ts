import { type CallDescription, isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { pointerTo } from '@carebench/verifier/kinds'
import { readBody } from '../forms/read-body.js'
import type { Field } from '../forms/schema-fields.js'
import { writeFields } from '../forms/write-fields.js'
import type { AppQuestion, WorkstationForm, WorkstationVisit } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { type BodyForm, toBodyForm } from './body-form.js'
import { type Values, writeTarget } from './placed-call.js'
import { type FilledCall, findRecordCall } from './record-links.js'

/** The page of a form with fields. */
export interface FormPage {
  readonly visit: WorkstationVisit
  readonly app: PlacedApp
  readonly filled: FilledCall
  readonly body: Extract<BodyForm, { kind: 'fields' }>
  /** Whether the page asks all questions about what was entered so far, as a form in steps does. */
  readonly asksAll?: boolean
}

/** A form with its initial content. */
export interface BegunForm {
  /** Its fields, with one for each question of the system. */
  readonly fields: readonly Field[]
  /** The texts of its controls before it is sent. */
  readonly texts: ReadonlyMap<string, string>
  /** The record that it changes or adds to; null if it begins without one. */
  readonly record: JsonObject | null
}

/** Reads the initial content of a form: the record that it changes, the values in its address, and the questions. */
export async function beginForm(page: FormPage): Promise<BegunForm> {
  const { visit, app, filled, body } = page
  const record = await readRecord(page)
  const fields = await withQuestions(page, record)
  const begun = record === null ? null : (app.about.begins?.[filled.call.name]?.(record) ?? {})
  const texts = begun === null ? textsIn(body.fields, filled.values) : writeFields(fields, begun)
  return { fields, texts: visit.form === null || record !== null ? texts : new Map(), record }
}

/** Returns the body to send: that of a form, or if it changes a record, only what was changed. */
export function changesIn(
  { fields, texts, record }: BegunForm,
  { app, filled: { call } }: Pick<FormPage, 'app' | 'filled'>,
  body: JsonObject,
): JsonObject {
  const { normalize = (entered) => entered } = app.about
  if (record === null || call.method !== 'PATCH') return normalize(body)
  const emptied = new Map(listCreated(app, call).map(({ name, fallback = null }) => [name, fallback]))
  return compare(normalize(body), normalize(readBody(fields, makeForm(texts)).value), { record, emptied })
}

/** Returns the fields of the call that creates what a call changes: an emptied field gets its value in a new record. */
function listCreated({ calls }: PlacedApp, { path }: CallDescription): readonly Field[] {
  const list = path.replace(/\/\{\w+\}$/, '')
  const create = calls.find((one) => one.method === 'POST' && one.path === list)
  const body = create && toBodyForm(create, null)
  return body?.kind === 'fields' ? body.fields : []
}

/** The record that a form changes, and the value that is sent for each member whose field was emptied. */
interface Changed {
  readonly record: JsonObject
  readonly emptied: ReadonlyMap<string, JsonValue>
}

/** Returns the members of a body that differ from its initial content. */
function compare(body: JsonObject, begun: JsonObject, { record, emptied }: Changed): JsonObject {
  const names = [...new Set([...Object.keys(begun), ...Object.keys(body)])]
  const changes = names.flatMap((name): [string, JsonValue][] => {
    const { [name]: before = null } = begun
    const { [name]: after = Array.isArray(before) ? [] : (emptied.get(name) ?? null) } = body
    if (isEqual(before, after)) return []
    if (isJsonObject(before)) return [[name, { ...toNull(before), ...(isJsonObject(after) && after) }]]
    if (Object.hasOwn(record, name) || !Array.isArray(before) || !Array.isArray(after)) return [[name, after]]
    // Elements that the form only proposed.
    const added = after.filter((one) => !before.some((proposed) => isEqual(proposed, one)))
    return added.length === 0 ? [] : [[name, added]]
  })
  return Object.fromEntries(changes)
}

function toNull(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(value).map((name) => [name, null]))
}

function isEqual(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

async function readRecord({ visit, app, filled }: FormPage): Promise<JsonObject | null> {
  const reading = app.about.begins?.[filled.call.name] && findRecordCall(app, filled)
  if (!reading) return null
  const { status, json } = await visit.call({ method: 'GET', target: writeTarget(app, reading.call, reading.values) })
  return status < 400 && isJsonObject(json) ? json : null
}

/**
 * Returns the fields, with one for each question about the entered values or the record in place of the member for
 * answers.
 */
async function withQuestions(page: FormPage, record: JsonObject | null): Promise<readonly Field[]> {
  const { visit, app, filled, body, asksAll = false } = page
  const { asks, normalize = (entered) => entered } = app.about
  const { form } = visit
  if (asks === undefined || !asks.calls.includes(filled.call.name)) return body.fields
  const others = body.fields.filter(({ name }) => name !== asks.member)
  const wasAsked = form?.names.some((name) => name.startsWith(`/${asks.member}/`)) === true
  if (form !== null && !wasAsked && !asksAll) return others
  const entered =
    record ?? normalize(readBody(body.fields, form ?? makeForm(textsIn(body.fields, filled.values))).value)
  const reading = asks.reading(entered)
  const call = app.calls.find(({ name }) => name === reading?.call)
  const target = call && writeTarget(app, call, reading?.values ?? {})
  const reply = target === undefined ? null : await visit.call({ method: 'GET', target })
  const questions = asks.questions(reply !== null && reply.status < 400 ? reply.json : null, entered)
  if (questions.length === 0) return others
  return body.fields.map((field) => (field.name === asks.member ? showQuestions(field, questions) : field))
}

function showQuestions({ pointer, name }: Field, questions: readonly AppQuestion[]): Field {
  const fields = questions.map((question): Field => {
    const head = {
      pointer: pointerTo(pointer, question.name),
      name: question.name,
      label: question.label,
      hint: question.hint,
      isRequired: false,
    }
    if (question.kind === 'yes') return { ...head, kind: 'yes' }
    if (question.kind === 'choice') return { ...head, kind: 'choice', values: question.choices }
    return { ...head, kind: 'text', input: question.kind === 'date' ? 'date' : 'decimal' }
  })
  return { pointer, name, label: 'Questions', hint: '', isRequired: false, kind: 'group', fields }
}

/** Returns the texts of fields that an address fills in. */
function textsIn(fields: readonly Field[], values: Values): ReadonlyMap<string, string> {
  const simple = fields.filter((field) => !('fields' in field) && field.kind !== 'file')
  return new Map(simple.flatMap(({ name, pointer }) => (values[name] ? [[pointer, values[name]] as const] : [])))
}

/** Returns a form as it would be sent with these texts. */
export function makeForm(texts: ReadonlyMap<string, string>): WorkstationForm {
  const whole = (name: string) => texts.get(name) ?? ''
  return { names: [...texts.keys()], whole, text: (name) => whole(name).trim(), file: () => null }
}
