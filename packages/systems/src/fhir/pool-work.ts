import { type FhirResource, isJsonObject, type FhirEffect as StoredEffect } from '@carebench/fhir'
import { formatInstant, type JsonObject, type JsonValue, type RecordedEvent } from '@carebench/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { SimulatorChange } from '../simulator.js'
import { type Happening, inOrderOfTime } from '../timeline.js'
import { firstAtWork, firstRule, type Pool, poolOf } from './pool.js'
import { applyFhirEffect, type FhirEffect, type FhirState, forkFhirState } from './state.js'

/**
 * What pools have done with their Tasks up to `at`, each step at its own time: a Task is received, then accepted or sent
 * back with a reason, then completed, with a reply as a Communication. Each step is counted from the last change of the Task.
 */
export function workOfPools(state: FhirState, at: string): SimulatorChange<FhirEffect> {
  const present = Date.parse(at)
  const happened: Happening<FhirEffect>[] = []
  let ahead: FhirState | undefined
  for (;;) {
    const next = nextStep(ahead ?? state, present)
    if (next === undefined) return inOrderOfTime(happened)
    ahead ??= forkFhirState(state)
    const step = stepOf(next)
    for (const effect of step.effects) applyFhirEffect(ahead, effect)
    happened.push(step)
  }
}

interface Step {
  readonly task: FhirResource
  readonly pool: Pool
  /** The member of the pool who acts, `Practitioner/…`. */
  readonly by: string
  /** Milliseconds since 1970. */
  readonly time: number
}

/** The first step of a pool that is due; of several at one time that of the Task that was changed first. */
function nextStep({ open }: FhirState, present: number): Step | undefined {
  let first: Step | undefined
  for (const waiting of open.values()) {
    const { task, pool, from } = waiting
    if (from > present) continue
    waiting.next ??= firstAtWork(actorsOf(pool, task), from) ?? null
    const { next } = waiting
    if (next === null || next.time > present || (first !== undefined && next.time >= first.time)) continue
    first = { task, pool, ...next }
  }
  return first
}

/** Who may act: any member, but a Task is completed by whoever accepted it. */
function actorsOf({ members }: Pool, task: FhirResource): Pool['members'] {
  if (task.status === 'requested' || task.status === 'received') return members
  const authors = listOf(task.note).map((note) => (isJsonObject(note) ? referenceIn(note.authorReference) : undefined))
  const taker = members.find(({ reference }) => reference === authors.findLast((author) => author !== undefined))
  return taker === undefined ? members : [taker]
}

function stepOf({ pool, task, by, time }: Step): Happening<FhirEffect> {
  const at = formatInstant(time)
  if (task.status === 'requested') {
    return happening(time, 'task.received', task, null, [changed(task, at, { status: 'received' })])
  }
  if (task.status === 'received') {
    const reason = firstRule(pool.returns, task)
    if (reason === undefined) {
      const accepted = { status: 'accepted', note: noted(task, by, at, 'Accepted.') }
      return happening(time, 'task.accepted', task, by, [changed(task, at, accepted)])
    }
    const rejected = { status: 'rejected', statusReason: { text: reason }, note: noted(task, by, at, 'Sent back.') }
    const effects = [changed(task, at, rejected), reply(task, by, at, reason)]
    return happening(time, 'task.rejected', task, by, effects)
  }
  const text = firstRule(pool.replies, task)
  const answer = text === undefined ? undefined : reply(task, by, at, text)
  const completed = {
    status: 'completed',
    note: noted(task, by, at, 'Completed.'),
    ...(answer && { output: [...listOf(task.output), outputOf(answer.resource)] }),
  }
  const effects = [changed(task, at, completed), ...(answer ? [answer] : [])]
  return happening(time, 'task.completed', task, by, effects)
}

function happening(
  time: number,
  type: string,
  task: FhirResource,
  by: string | null,
  effects: readonly FhirEffect[],
): Happening<FhirEffect> {
  return { time, effects, events: [{ ...taskEvent(type, task, by), at: formatInstant(time) }] }
}

/** An event about a Task of a pool; `by` is the member who acted. */
function taskEvent(type: string, task: FhirResource, by: string | null): RecordedEvent {
  const data = {
    id: String(task.id),
    owner: referenceIn(task.owner) ?? null,
    by,
    patient: referenceIn(task.for) ?? null,
    code: codeOf(task.code),
  }
  return { type, data }
}

/** The events of Tasks that effects hand over to a pool. */
export function handoverEvents(
  { record, pools }: FhirState,
  effects: readonly StoredEffect[],
): readonly RecordedEvent[] {
  if (pools.size === 0) return []
  return effects.flatMap((effect) => {
    if (effect.op !== 'put' || effect.resource.status !== 'requested') return []
    const task = effect.resource
    const pool = poolOf(pools, task)
    if (pool === undefined) return []
    const earlier = record.read('Task', String(task.id))?.resource
    const isNew = earlier?.status !== 'requested' || poolOf(pools, earlier) !== pool
    return isNew ? [taskEvent('task.requested', task, null)] : []
  })
}

function changed(task: FhirResource, at: string, members: JsonObject): FhirEffect {
  const meta = isJsonObject(task.meta) ? task.meta : {}
  const versionId = String(versionOf(task) + 1)
  return {
    op: 'put',
    resource: { ...task, meta: { ...meta, versionId, lastUpdated: at }, ...members, lastModified: at },
  }
}

/** A Communication that answers a Task, addressed to its requester. */
function reply(task: FhirResource, by: string, at: string, text: string): FhirEffect & { readonly op: 'put' } {
  const patient = referenceIn(task.for)
  const focus = referenceIn(task.focus)
  const resource: FhirResource = {
    resourceType: 'Communication',
    id: replyId(task),
    meta: { versionId: '1', lastUpdated: at },
    basedOn: [{ reference: `Task/${String(task.id)}` }],
    ...(focus?.startsWith('Communication/') === true && { inResponseTo: [{ reference: focus }] }),
    status: 'completed',
    ...(patient?.startsWith('Patient/') === true && { subject: { reference: patient } }),
    ...(isJsonObject(task.encounter) && { encounter: task.encounter }),
    sent: at,
    ...(isJsonObject(task.requester) && { recipient: [task.requester] }),
    sender: { reference: by },
    payload: [{ contentString: text }],
  }
  return { op: 'put', resource, by: 'pool' }
}

/** Drawn from the Task alone, so that it does not matter when somebody looks. */
function replyId(task: FhirResource): string {
  return bytesToHex(sha256(utf8ToBytes(`${String(task.id)} ${versionOf(task)}`))).slice(0, 26)
}

function outputOf({ id }: FhirResource): JsonObject {
  return { type: { text: 'Reply' }, valueReference: { reference: `Communication/${String(id)}` } }
}

function noted(task: FhirResource, by: string, at: string, text: string): readonly JsonValue[] {
  return [...listOf(task.note), { authorReference: { reference: by }, time: at, text }]
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function referenceIn(value: JsonValue | undefined): string | undefined {
  return isJsonObject(value) && typeof value.reference === 'string' ? value.reference : undefined
}

/** The first code of a CodeableConcept, or else its text. */
function codeOf(concept: JsonValue | undefined): string | null {
  if (!isJsonObject(concept)) return null
  const [coding] = listOf(concept.coding)
  const code = isJsonObject(coding) ? coding.code : undefined
  if (typeof code === 'string') return code
  return typeof concept.text === 'string' ? concept.text : null
}

function versionOf({ meta }: FhirResource): number {
  const version = isJsonObject(meta) ? Number(meta.versionId) : Number.NaN
  return Number.isSafeInteger(version) && version > 0 ? version : 1
}
