import { type ConditionCode, type Issue, type Message, parseDateTime, type Segment } from '@carebench/hl7v2'
import type { JsonObject, JsonValue, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { fhirGroup, fhirType } from '../fhir/group.js'
import { show } from '../json-shape.js'
import { readJson } from '../noise.js'
import type { Ask } from '../simulator.js'

/** Thrown if a message cannot be applied to the record. */
class InvalidUpdateError extends Error {
  override readonly name = 'InvalidUpdateError'
  constructor(
    readonly code: ConditionCode,
    readonly place: Pick<Issue, 'segment' | 'field' | 'component'>,
    message: string,
  ) {
    super(message)
  }
}

const jsonHeaders = { 'content-type': 'application/fhir+json' }

/**
 * Applies a message to the FHIR record: `SIU^S13` moves an appointment, `SIU^S15` cancels it, `ADT^A40` merges
 * patients. Any other message changes nothing.
 *
 * Returns why the message cannot be applied, in which case every resource is as before; undefined if it was applied or
 * is of another type.
 */
export function* updateRecord(message: Message, ask: Ask | undefined): Steps<Issue | undefined> {
  const plan = plans[message.messageType]
  if (plan === undefined) return undefined
  try {
    // All reads precede the writes, so that a merge of several pairs is applied as a whole or not at all.
    yield* writeAll(yield* plan(message, ask), ask)
    return undefined
  } catch (error) {
    if (!(error instanceof InvalidUpdateError)) throw error
    return { code: error.code, occurrence: 1, message: error.message, ...error.place }
  }
}

/** A resource of the record, before and after the message. */
interface Change {
  readonly before: JsonObject
  readonly after: JsonObject
}

/** Writes all changes. Restores what it has written, and throws an InvalidUpdateError, if the record rejects one. */
function* writeAll(changes: readonly Change[], ask: Ask | undefined): Steps<void> {
  const written: Change[] = []
  try {
    for (const change of changes) {
      yield
      write(change.after, ask)
      written.push(change)
    }
  } catch (error) {
    for (const { before } of written.reverse()) write(before, ask)
    throw error
  }
}

type Plan = (message: Message, ask: Ask | undefined) => Steps<readonly Change[]>

const plans: Readonly<Record<string, Plan | undefined>> = {
  'SIU^S13': reschedule,
  'SIU^S15': cancel,
  'ADT^A40': merge,
}

function* reschedule(message: Message, ask: Ask | undefined): Steps<readonly Change[]> {
  yield
  const appointment = readAppointment(message, ask)
  const start = timeAt(message, ['SCH-11.4', 'TQ1-7.1', 'AIS-4.1'])
  if (start === undefined) {
    const expected = 'Expected the new time in SCH-11.4, TQ1-7 or AIS-4, got nothing.'
    throw new InvalidUpdateError(101, { segment: 'SCH', field: 11, component: 4 }, expected)
  }
  const end = timeAt(message, ['SCH-11.5', 'TQ1-8.1']) ?? start + measureLength(appointment)
  if (end < start) {
    throw new InvalidUpdateError(
      102,
      { segment: 'SCH', field: 11, component: 5 },
      'Expected an end that is not before the start.',
    )
  }
  const after = { ...appointment, start: new Date(start).toISOString(), end: new Date(end).toISOString() }
  return [{ before: appointment, after }]
}

function* cancel(message: Message, ask: Ask | undefined): Steps<readonly Change[]> {
  yield
  const text = message.read('SCH-6.2') ?? message.read('SCH-6.1')
  const before = readAppointment(message, ask)
  return [{ before, after: { ...before, status: 'cancelled', ...(text && { cancelationReason: { text } }) } }]
}

function* merge(message: Message, ask: Ask | undefined): Steps<readonly Change[]> {
  const changes = new Map<string, Change>()
  const present = (found: JsonObject) => changes.get(String(found.id)) ?? { before: found, after: found }
  let pid: Segment | undefined
  for (const mrg of message.segments()) {
    if (mrg.name === 'PID') pid = mrg
    if (mrg.name !== 'MRG') continue
    yield
    const survivor = present(findPatient(pid, 3, ask))
    const prior = present(findPatient(mrg, 1, ask))
    if (survivor.before.id === prior.before.id) {
      throw new InvalidUpdateError(
        205,
        { segment: 'MRG', field: 1 },
        'Expected two patients, got one under both identifiers.',
      )
    }
    const [survivorId, priorId] = [String(survivor.before.id), String(prior.before.id)]
    changes.set(survivorId, { ...survivor, after: withLink(survivor.after, priorId, 'replaces') })
    changes.set(priorId, { ...prior, after: { ...withLink(prior.after, survivorId, 'replaced-by'), active: false } })
  }
  return [...changes.values()]
}

function withLink(patient: JsonObject, otherId: string, type: string): JsonObject {
  const links = Array.isArray(patient.link) ? (patient.link as readonly JsonValue[]) : []
  return { ...patient, link: [...links, { other: { reference: `Patient/${otherId}` }, type }] }
}

/** Returns the appointment with the filler's or the placer's number. */
function readAppointment(message: Message, ask: Ask | undefined): JsonObject {
  const [filler, placer] = [message.read('SCH-2.1'), message.read('SCH-1.1')]
  const place = { segment: 'SCH', field: filler ? 2 : 1, component: 1 }
  return findOne('Appointment', [filler, placer], place, ask)
}

function findPatient(segment: Segment | undefined, field: number, ask: Ask | undefined): JsonObject {
  const ids = segment?.readRepetitions(`${field}.1`) ?? []
  return findOne('Patient', ids, { segment: segment?.name ?? 'PID', field, component: 1 }, ask)
}

/**
 * Returns the resource with the first identifier that finds one; systems are not compared. Throws an InvalidUpdateError
 * if none or several are found.
 */
function findOne(
  type: string,
  ids: readonly (string | null | undefined)[],
  place: Pick<Issue, 'segment' | 'field' | 'component'>,
  ask: Ask | undefined,
): JsonObject {
  for (const id of ids) {
    if (!id) continue
    const query = `identifier=${encodeURIComponent(id.replace(/[\\$,|]/g, '\\$&'))}&_count=2`
    const found = resourcesIn(readJson(called(ask, { method: 'GET', path: type, query })))
    const [resource, another] = found
    if (another !== undefined) {
      throw new InvalidUpdateError(
        204,
        place,
        `Expected an identifier of one ${type}, got ${show(id)}, which several have.`,
      )
    }
    if (resource !== undefined) return resource
  }
  const known = ids.filter(Boolean).map((id) => show(id))
  throw new InvalidUpdateError(
    204,
    place,
    `Expected an identifier of ${type} in the record, got ${known.join(', ') || 'none'}.`,
  )
}

function write(resource: JsonObject, ask: Ask | undefined): void {
  called(ask, { method: 'PUT', path: `${resource.resourceType}/${resource.id}`, json: resource })
}

function called(
  ask: Ask | undefined,
  { method, path, query = '', json }: { method: string; path: string; query?: string; json?: JsonObject },
) {
  const body = json === undefined ? null : { json }
  const answer = ask?.(fhirType, fhirGroup.name, { method, path, query, headers: json ? jsonHeaders : {}, body })
  if (answer !== undefined && answer.status < 300) return answer
  const reason = answer === undefined ? 'the environment has no FHIR record' : `the record answered ${answer.status}`
  throw new InvalidUpdateError(207, { segment: 'MSH' }, `The message cannot be applied: ${reason}.`)
}

function resourcesIn(bundle: JsonValue | undefined): readonly JsonObject[] {
  const entries = isJsonObject(bundle) && Array.isArray(bundle.entry) ? (bundle.entry as readonly JsonValue[]) : []
  return entries.flatMap((entry) => (isJsonObject(entry) && isJsonObject(entry.resource) ? [entry.resource] : []))
}

/**
 * Returns the time in the first field that has a value, in milliseconds since 1970; undefined if none has. Throws an
 * InvalidUpdateError if it is not precise to the minute.
 */
function timeAt(message: Message, paths: readonly string[]): number | undefined {
  for (const path of paths) {
    const text = message.read(path)
    if (!text) continue
    const read = /^\d{12}/.test(text) ? parseDateTime(text) : undefined
    if (read !== undefined) return read.time
    const [segment = '', field = ''] = path.split('-')
    const place = { segment, field: Number.parseInt(field, 10) }
    throw new InvalidUpdateError(
      102,
      place,
      `Expected a time to the minute, YYYYMMDDHHMM, in ${path}, got ${show(text)}.`,
    )
  }
  return undefined
}

/** Returns the length of an appointment in milliseconds; 0 if it is unknown. */
function measureLength({ start, end }: JsonObject): number {
  const length = Date.parse(String(end)) - Date.parse(String(start))
  return Number.isNaN(length) || length < 0 ? 0 : length
}
