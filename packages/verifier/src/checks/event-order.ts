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
          type: Type.Union([
            Type.String({ minLength: 1 }),
            Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
          ]),
          system: systemMember,
          where: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          first: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
)

interface WantedEvent {
  /** Any of these is meant. */
  readonly types: readonly string[]
  /** The key of the system in which the event happens; undefined for the first of its type. */
  readonly system: string | undefined
  readonly where: readonly Field<JsonValue>[]
  /** Whether it counts only as the first such event of the log. */
  readonly first: boolean
}

/**
 * `event-order`: events of the interaction log in this order, with other events allowed in between. The score is the length of
 * the longest prefix found ÷ the number of events. An event happens in the first system of its type, or in the system with
 * the key `system`; a list of types means any of them. Paths in `where` read the whole entry: `actor`, `data.member_id`. With
 * `first: true`, an event counts only if no such event came earlier in the log: what was done too early does not become right
 * by doing it again.
 */
export const eventOrder = defineCheck({
  kind: 'event-order',
  schema,
  compile({ events }, findings) {
    const entityPaths: JsonPath[] = []
    const wanted: WantedEvent[] = []
    events.forEach(({ type, system, where = {}, first = false }, index) => {
      const at = pointerTo(pointerTo('/events', index), 'where')
      const compiled = compileFields(conditionsAt(where, at), jsonFormat, { findings, entityPaths })
      if (compiled !== undefined) wanted.push({ types: [type].flat(), system, where: compiled, first })
    })
    if (wanted.length < events.length) return undefined
    return {
      evaluate(evidence, context) {
        const log = evidence.events
        if (log === undefined) return unobserved('events')
        const scope = resolveScope(entityPaths, evidence, context)
        if ('outcome' in scope) return scope
        const found = findInOrder(log, wanted, scope)
        const results = wanted.map(({ types, system }, index) => ({
          type: types.join(' or '),
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
function kindOf({ type, system }: Pick<EventRecord, 'type' | 'system'>): string {
  return nameIn(type, system)
}

/** An entry in the form that paths read. */
function toJson({ seq, at, actor, type, data }: EventRecord): JsonValue {
  return { seq, at, actor, type, data }
}

function isWanted(event: EventRecord, wanted: WantedEvent, scope: MatchScope): boolean {
  return isAlike(event, wanted) && passesAll(wanted.where, toJson(event), scope)
}

function isAlike(event: EventRecord, { types, system }: WantedEvent): boolean {
  return types.includes(event.type) && event.system === system
}

/** The entries of the longest prefix: taking the earliest entry for each event leaves the most room for the next. */
function findInOrder(
  log: readonly EventRecord[],
  wanted: readonly WantedEvent[],
  scope: MatchScope,
): readonly EventRecord[] {
  const found: EventRecord[] = []
  let from = 0
  for (const next of wanted) {
    const index = log.findIndex((event, at) => (next.first || at >= from) && isWanted(event, next, scope))
    const event = log[index]
    if (event === undefined || index < from) break
    found.push(event)
    from = index + 1
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
  const kind = nameIn(missing.types.join(' or '), missing.system)
  const such = missing.where.length === 0 ? kind : `${kind} that satisfies "where"`
  if (missing.first) {
    const first = log.find((event) => isWanted(event, missing, scope))
    if (first !== undefined) {
      const before = last === undefined ? '' : `, not after ${nameOf(last)}`
      return `The first ${such} came too early: ${nameOf(first)}${before}.`
    }
  }
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
