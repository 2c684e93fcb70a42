import type { EventRecord, JsonObject, JsonValue } from '@carebench/protocol'
import { pointerTo } from '../finding.js'
import { isJsonObject } from '../json/is-json-object.js'
import { nameOfType } from '../json/show-json.js'
import { nameIn } from './keyed-states.js'

/** A record that the agent sent out of the environment, as it was when it was sent. */
export interface OutwardAct {
  readonly collection: string
  readonly system: string | undefined
  readonly record: JsonObject
  /** Acts with one key are on one record; undefined if each act is on its own. */
  readonly key: string | undefined
  /** The SHA-256 of texts that are missing in the record because they were too long for the log, by member. */
  readonly omitted: JsonObject
  /** The entry of the log. */
  readonly event: { readonly seq: JsonValue; readonly type: JsonValue }
  /** The JSON Pointer of the record in the evidence. */
  readonly at: string
}

/**
 * The outward acts of the agent, by the name of the collection and its system. Acts of scenarios and systems are left out.
 * Throws a TypeError if a log entry has `outward` in another form.
 */
export function outwardActs(events: readonly EventRecord[]): ReadonlyMap<string, readonly OutwardAct[]> {
  const acts = new Map<string, OutwardAct[]>()
  for (const [index, event] of events.entries()) {
    if (event.outward === undefined || event.actor !== 'agent') continue
    for (const act of actsOf(event, index)) {
      const name = nameIn(act.collection, act.system)
      const alike = acts.get(name)
      if (alike === undefined) acts.set(name, [act])
      else alike.push(act)
    }
  }
  return acts
}

function actsOf({ outward, system, seq, type }: EventRecord, index: number): readonly OutwardAct[] {
  const at = `/events/${index}/outward`
  const list: unknown = outward
  if (!Array.isArray(list)) throw new TypeError(`Expected ${at} to be an array of records, got ${nameOfType(list)}.`)
  return list.map((one: unknown, number) => {
    const pointer = pointerTo(at, number)
    const { collection, record, key, omitted } = isJsonObject(one) ? one : {}
    if (typeof collection !== 'string' || !isJsonObject(record)) {
      throw new TypeError(`Expected ${pointer} to be {"collection": text, "record": object}, got ${nameOfType(one)}.`)
    }
    return {
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
