import type { EventRecord, JsonObject, JsonValue } from '@carebench/protocol'
import { pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { nameOfType } from '../../values/json/show-json.js'
import { nameIn } from './keyed-states.js'

/**
 * An act of the agent whose record may be in no state: the agent sent the record out of the environment, removed it
 * again, or tried to send it and was refused.
 */
export interface RecordedAct {
  readonly what: 'sent' | 'removed' | 'refused'
  readonly collection: string
  readonly system: string | undefined
  /** The record as it was when sent, or before its removal; for a refused act, the call or the message, in any form. */
  readonly record: JsonObject
  /**
   * Identifies the record: acts with the same key concern the same record. Undefined if each act has a separate record.
   */
  readonly key: string | undefined
  /** The SHA-256 of texts that were too long for the log and are missing in the record, by member. */
  readonly omitted: JsonObject
  /** The entry of the log. */
  readonly event: { readonly seq: JsonValue; readonly type: JsonValue }
  /** The JSON Pointer of the record in the evidence. */
  readonly at: string
}

/** Maximum number of entries of the log, and of changes, that are read without a pause after them. */
export const maxOfPiece = 1000

/**
 * Returns the acts of the agent, by collection name and system. Acts of scenarios and systems are left out. Throws a
 * TypeError if a log entry has `outward`, `removed` or `refused` in another form.
 */
export function recordedActs(events: readonly EventRecord[]): ReadonlyMap<string, readonly RecordedAct[]> {
  const known = actsOfLogs.get(events)
  if (known !== undefined) return known
  const acts = findActs(events)
  actsOfLogs.set(events, acts)
  return acts
}

/** Cached, because a guard is evaluated again after each pause and asks for the same acts each time. */
const actsOfLogs = new WeakMap<readonly EventRecord[], ReadonlyMap<string, readonly RecordedAct[]>>()

function findActs(events: readonly EventRecord[]): ReadonlyMap<string, readonly RecordedAct[]> {
  const acts = new Map<string, RecordedAct[]>()
  for (const [index, event] of events.entries()) {
    if (event.actor !== 'agent') continue
    for (const act of whats.flatMap((what) => listActs(event, index, what))) {
      const name = nameIn(act.collection, act.system)
      const alike = acts.get(name)
      if (alike === undefined) acts.set(name, [act])
      else alike.push(act)
    }
  }
  return acts
}

/** The member of a log entry that has the records of such acts. */
const members = { sent: 'outward', removed: 'removed', refused: 'refused' } as const

const whats = ['sent', 'removed', 'refused'] as const

function listActs(event: EventRecord, index: number, what: RecordedAct['what']): readonly RecordedAct[] {
  const { system, seq, type } = event
  const at = `/events/${index}/${members[what]}`
  const list: unknown = event[members[what]]
  if (list === undefined) return []
  if (!Array.isArray(list)) throw new TypeError(`Expected ${at} to be an array of records, got ${nameOfType(list)}.`)
  return list.map((one: unknown, number) => {
    const pointer = pointerTo(at, number)
    const { collection, record, key, omitted } = isJsonObject(one) ? one : {}
    if (typeof collection !== 'string' || !isJsonObject(record)) {
      throw new TypeError(`Expected ${pointer} to be {"collection": text, "record": object}, got ${nameOfType(one)}.`)
    }
    return {
      what,
      collection,
      system: typeof system === 'string' ? system : undefined,
      record,
      key: typeof key === 'string' ? key : undefined,
      omitted: isJsonObject(omitted) ? omitted : {},
      event: { seq: seq ?? null, type: type ?? null },
      at: pointerTo(pointer, 'record'),
    }
  })
}
