import type { FhirResource, FhirEffect as StoredEffect } from '@carebench/fhir'
import { formatInstant, type JsonObject, type JsonValue, type RecordedEvent, type Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { SimulatorChange } from '../simulator.js'
import { type Happening, inOrderOfTime } from '../timeline.js'
import { findPool, firstAtWork, firstRule, type Pool, type Turn } from './model/pool.js'
import { type FhirEffect, type FhirState, type OpenTask, openTask } from './state.js'

/**
 * Returns the changes that pools make to their Tasks up to `at`, each at its own time: a Task is received, then
 * accepted or sent back, then completed. The reason for sending it back, and the reply to a completed Task if the pool
 * has one, are Communications. The delay of a step starts at the last change of the Task, or at the time of seeding.
 */
export function workOfPools(state: FhirState, at: string): SimulatorChange<FhirEffect> {
  const present = Date.parse(at)
  const happened: Happening<FhirEffect>[] = []
  for (const waiting of state.open.values()) {
    // The steps of a Task depend on no other Task.
    for (let open: OpenTask | undefined = waiting; open !== undefined; ) {
      const turn = findTurn(open, present)
      if (turn === undefined) break
      const { task, happening } = makeStep({ ...turn, task: open.task, pool: open.pool })
      happened.push(happening)
      open = openTask(state, task)
    }
  }
  return inOrderOfTime(happened)
}

interface Step extends Turn {
  readonly task: FhirResource
  readonly pool: Pool
}

/** Returns who acts next on a Task, and when; undefined if that is after `present`. */
function findTurn(open: OpenTask, present: number): Turn | undefined {
  if (open.from > present) return undefined
  open.next ??= firstAtWork(selectActors(open.pool, open.task), open.from) ?? null
  return open.next !== null && open.next.time <= present ? open.next : undefined
}

/** Returns who may act next: any member, but only the member who accepted a Task may complete it. */
function selectActors({ members }: Pool, task: FhirResource): Pool['members'] {
  if (task.status === 'requested' || task.status === 'received') return members
  const authors = toList(task.note).map((note) => (isJsonObject(note) ? referenceIn(note.authorReference) : undefined))
  const taker = members.find(({ reference }) => reference === authors.findLast((author) => author !== undefined))
  return taker === undefined ? members : [taker]
}

/** Returns the changes of a member's step, and the Task afterwards. */
function makeStep({ pool, task, by, time }: Step): {
  readonly task: FhirResource
  readonly happening: Happening<FhirEffect>
} {
  const at = formatInstant(time)
  const done = (type: string, actor: string | null, members: JsonObject, answer?: FhirEffect) => {
    const after = changed(task, at, members)
    const effects: readonly FhirEffect[] = [{ op: 'put', resource: after }, ...(answer ? [answer] : [])]
    return { task: after, happening: { time, effects, events: [{ ...taskEvent(type, task, actor), at }] } }
  }
  if (task.status === 'requested') return done('task.received', null, { status: 'received' })
  if (task.status === 'received') {
    const reason = firstRule(pool.returns, task)
    if (reason === undefined) {
      return done('task.accepted', by, { status: 'accepted', note: noted(task, by, at, 'Accepted.') })
    }
    const rejected = { status: 'rejected', statusReason: { text: reason }, note: noted(task, by, at, 'Sent back.') }
    return done('task.rejected', by, rejected, reply(task, by, at, reason))
  }
  const text = firstRule(pool.replies, task)
  const answer = text === undefined ? undefined : reply(task, by, at, text)
  const completed = {
    status: 'completed',
    note: noted(task, by, at, 'Completed.'),
    ...(answer && { output: [...toList(task.output), makeOutput(answer.resource)] }),
  }
  return done('task.completed', by, completed, answer)
}

/** Returns an event about a Task of a pool; `by` is the member who acted. */
function taskEvent(type: string, task: FhirResource, by: string | null): RecordedEvent {
  const data = {
    id: String(task.id),
    owner: referenceIn(task.owner) ?? null,
    by,
    patient: referenceIn(task.for) ?? null,
    code: readCode(task.code),
  }
  return { type, data }
}

/** Returns in steps the events of the Tasks that effects hand over to a pool. */
export function* handoverEvents(
  { record, pools }: FhirState,
  effects: readonly StoredEffect[],
): Steps<readonly RecordedEvent[]> {
  if (pools.size === 0) return []
  const events: RecordedEvent[] = []
  for (const effect of effects) {
    yield
    if (effect.op !== 'put' || effect.resource.status !== 'requested') continue
    const task = effect.resource
    const pool = findPool(pools, task)
    if (pool === undefined) continue
    const earlier = record.read('Task', String(task.id))?.resource
    const isNew = earlier?.status !== 'requested' || findPool(pools, earlier) !== pool
    if (isNew) events.push(taskEvent('task.requested', task, null))
  }
  return events
}

function changed(task: FhirResource, at: string, members: JsonObject): FhirResource {
  const meta = isJsonObject(task.meta) ? task.meta : {}
  const versionId = String(readVersion(task) + 1)
  return { ...task, meta: { ...meta, versionId, lastUpdated: at }, ...members, lastModified: at }
}

/** Returns a Communication that answers a Task, addressed to its requester. */
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

/** Returns the id of a reply, which depends only on the Task and its version, not on when it is computed. */
function replyId(task: FhirResource): string {
  return bytesToHex(sha256(utf8ToBytes(`${String(task.id)} ${readVersion(task)}`))).slice(0, 26)
}

function makeOutput({ id }: FhirResource): JsonObject {
  return { type: { text: 'Reply' }, valueReference: { reference: `Communication/${String(id)}` } }
}

function noted(task: FhirResource, by: string, at: string, text: string): readonly JsonValue[] {
  return [...toList(task.note), { authorReference: { reference: by }, time: at, text }]
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function referenceIn(value: JsonValue | undefined): string | undefined {
  return isJsonObject(value) && typeof value.reference === 'string' ? value.reference : undefined
}

/** Returns the first code of a CodeableConcept, or else its text. */
function readCode(concept: JsonValue | undefined): string | null {
  if (!isJsonObject(concept)) return null
  const [coding] = toList(concept.coding)
  const code = isJsonObject(coding) ? coding.code : undefined
  if (typeof code === 'string') return code
  return typeof concept.text === 'string' ? concept.text : null
}

function readVersion({ meta }: FhirResource): number {
  const version = isJsonObject(meta) ? Number(meta.versionId) : Number.NaN
  return Number.isSafeInteger(version) && version > 0 ? version : 1
}
