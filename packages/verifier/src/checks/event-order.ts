import type { EventRecord, JsonValue } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { Type } from 'typebox'
import { defineCheck, systemMember } from '../check.js'
import { jsonFormat } from '../collections/json-format.js'
import { nameIn } from '../evidence/keyed-states.js'
import { pointerTo } from '../finding.js'
import type { MatchScope } from '../matchers/matcher.js'
import type { JsonPath } from '../paths/json-path.js'
import { listValues } from './describe.js'
import { partialScore } from './earlier-credit.js'
import { compileFields, conditionsAt, type Field, passesAll } from './field.js'
import { nearestMiss } from './nearest-miss.js'
import { resolveScope, unobserved } from './record-rule.js'

const schema = Type.Object(
  {
    assert: Type.Literal('event-order'),
    events: Type.Array(
      Type.Object(
        {
          type: Type.String({ minLength: 1 }),
          system: systemMember,
          where: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
)

interface WantedEvent {
  readonly type: string
  /** The key of the system in which the event happens; undefined for the first of its type. */
  readonly system: string | undefined
  readonly where: readonly Field<JsonValue>[]
}

/**
 * `event-order`: events of the interaction log in this order, with other events allowed in between. The score is the length of
 * the longest prefix found ÷ the number of events. An event happens in the first system of its type, or in the system with
 * the key `system`. Paths in `where` read the whole entry: `actor`, `data.member_id`.
 */
export const eventOrder = defineCheck({
  kind: 'event-order',
  schema,
  compile({ events }, findings) {
    const entityPaths: JsonPath[] = []
    const wanted: WantedEvent[] = []
    events.forEach(({ type, system, where = {} }, index) => {
      const at = pointerTo(pointerTo('/events', index), 'where')
      const compiled = compileFields(conditionsAt(where, at), jsonFormat, { findings, entityPaths })
      if (compiled !== undefined) wanted.push({ type, system, where: compiled })
    })
    if (wanted.length < events.length) return undefined
    return {
      evaluate(evidence, context) {
        const log = evidence.events
        if (log === undefined) return unobserved('events')
        const scope = resolveScope(entityPaths, evidence, context)
        if ('outcome' in scope) return scope
        const found = findInOrder(log, wanted, scope)
        const results = wanted.map(({ type, system }, index) => ({
          type,
          ...(system === undefined ? {} : { system }),
          seq: found[index]?.seq ?? null,
        }))
        const shown = { field_results: [], event_results: results, matched: found.map(({ seq }) => seq) }
        const missing = wanted[found.length]
        if (missing === undefined) {
          const details = `All ${plural(wanted.length, 'event')} happened in order: ${listValues(found.map(nameOf))}.`
          return { outcome: 'passed', details, evidence: shown }
        }
        const before = evidence.untouched()?.events
        const held = before === undefined ? 0 : findInOrder(before, wanted, scope).length
        const details = `${found.length} of ${plural(wanted.length, 'event')} happened in order. ${describeMissing(log, missing, found.at(-1), scope)}`
        const known = before === undefined ? {} : { before: held }
        const score = partialScore(found.length, held, wanted.length)
        return { outcome: 'failed', score, details, evidence: { ...shown, ...known } }
      },
    }
  },
})

function nameOf({ seq, ...event }: EventRecord): string {
  return `${kindOf(event)} (seq ${seq})`
}

/** The event, and its system unless that is the first of its type. */
function kindOf({ type, system }: { readonly type: string; readonly system?: string | undefined }): string {
  return nameIn(type, system)
}

/** An entry in the form that paths read. */
function toJson({ seq, at, actor, type, data }: EventRecord): JsonValue {
  return { seq, at, actor, type, data }
}

function isWanted(event: EventRecord, wanted: WantedEvent, scope: MatchScope): boolean {
  return isAlike(event, wanted) && passesAll(wanted.where, toJson(event), scope)
}

function isAlike(event: EventRecord, { type, system }: WantedEvent): boolean {
  return event.type === type && event.system === system
}

/** The entries of the longest prefix: taking the earliest entry for each event leaves the most room for the next. */
function findInOrder(
  log: readonly EventRecord[],
  wanted: readonly WantedEvent[],
  scope: MatchScope,
): readonly EventRecord[] {
  const found: EventRecord[] = []
  for (const event of log) {
    const next = wanted[found.length]
    if (next === undefined) break
    if (isWanted(event, next, scope)) found.push(event)
  }
  return found
}

function describeMissing(
  log: readonly EventRecord[],
  missing: WantedEvent,
  last: EventRecord | undefined,
  scope: MatchScope,
): string {
  const after = last === undefined ? '' : ` after ${nameOf(last)}`
  const kind = kindOf(missing)
  const such = missing.where.length === 0 ? kind : `${kind} that satisfies "where"`
  const early = log.findLast((event) => isWanted(event, missing, scope))
  if (early !== undefined) return `No ${such} occurred${after}; there was one before, ${nameOf(early)}.`
  const alike = log.filter((event) => isAlike(event, missing))
  if (alike.length > 0) {
    const candidates = alike.map((event) => ({ value: toJson(event), name: nameOf(event) }))
    return `No ${such} occurred${after}.${nearestMiss(missing.where, candidates, { scope })}`
  }
  const types = [...new Set(log.map(kindOf))]
  return `No ${kind} occurred${after}. ${types.length === 0 ? 'The log is empty.' : `The log has ${listValues(types)}.`}`
}
