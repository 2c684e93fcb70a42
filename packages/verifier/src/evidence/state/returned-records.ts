import type { EventRecord, JsonValue, ReturnedRecords } from '@carebench/protocol'
import { pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import { nameOfType } from '../../values/json/show-json.js'

/** Records of one collection that a call returned to the agent. */
export interface AgentRead extends ReturnedRecords {
  readonly system: string | undefined
  /** The entry of the log. */
  readonly event: { readonly seq: JsonValue; readonly type: JsonValue }
}

/**
 * Returns the records that calls of the agent returned, in the order of the log. Throws a TypeError if a log entry has
 * `returned` in another form.
 */
export function agentReads(events: readonly EventRecord[]): readonly AgentRead[] {
  const known = readsOfLogs.get(events)
  if (known !== undefined) return known
  const reads = events.flatMap((event, index) => (event.actor === 'agent' ? listReads(event, index) : []))
  readsOfLogs.set(events, reads)
  return reads
}

/** Cached, because a guard is evaluated again after each pause and asks for the same reads each time. */
const readsOfLogs = new WeakMap<readonly EventRecord[], readonly AgentRead[]>()

function listReads({ returned, system, seq, type }: EventRecord, index: number): readonly AgentRead[] {
  if (returned === undefined) return []
  const at = `/events/${index}/returned`
  const list: unknown = returned
  if (!Array.isArray(list)) throw new TypeError(`Expected ${at} to be an array of objects, got ${nameOfType(list)}.`)
  return list.map((one: unknown, number) => {
    const { collection, count, people, more } = isJsonObject(one) ? one : {}
    if (typeof collection !== 'string' || typeof count !== 'number' || !isTexts(people)) {
      throw new TypeError(
        `Expected ${pointerTo(at, number)} to be {"collection": text, "count": number, "people": [text, …]}, got ` +
          `${nameOfType(one)}.`,
      )
    }
    return {
      collection,
      count,
      people,
      ...(typeof more === 'number' && { more }),
      system: typeof system === 'string' ? system : undefined,
      event: { seq: seq ?? null, type: type ?? null },
    }
  })
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
