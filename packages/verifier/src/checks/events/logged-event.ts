import type { EventRecord, JsonValue } from '@carebench/protocol'
import { Type } from 'typebox'
import { jsonFormat } from '../../evidence/records/json-format.js'
import { nameIn } from '../../evidence/state/keyed-states.js'
import type { MatchScope } from '../../matchers/matcher.js'
import { filterEach } from '../../matchers/run-loop.js'
import { type Findings, pointerTo } from '../../values/finding.js'
import type { JsonPath } from '../../values/paths/json-path.js'
import { systemMember } from '../check.js'
import { listValues } from '../fields/describe.js'
import { compileFields, type Field, passesAll } from '../fields/field.js'
import { nearestMiss } from '../fields/nearest-miss.js'
import { conditionsAt } from '../fields/written-field.js'

/** The members by which an assertion selects entries of the interaction log. */
export const eventMembers = {
  type: Type.Union([
    Type.String({ minLength: 1 }),
    Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
  ]),
  system: systemMember,
  where: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
}

/** The {@link eventMembers} in the configuration of a check. */
export interface WrittenEvent {
  readonly type: string | readonly string[]
  readonly system?: string | undefined
  readonly where?: Readonly<Record<string, unknown>>
}

/** Entries of the interaction log of one kind. */
export interface LoggedEvent {
  /** The types; any of them matches. */
  readonly types: readonly string[]
  readonly typeSet: ReadonlySet<string>
  /** The key of the system in which the event happens; undefined for the first of its type. */
  readonly system: string | undefined
  readonly where: readonly Field<JsonValue>[]
  /** The conditions that are not on the time. */
  readonly anytime: readonly Field<JsonValue>[]
}

/** Compiles `type`, `system` and `where`; undefined if a condition is invalid. */
export function compileEvent(
  { type, system, where = {} }: WrittenEvent,
  at: string,
  options: { readonly findings: Findings; readonly entityPaths: JsonPath[] },
): LoggedEvent | undefined {
  const { findings, entityPaths } = options
  const compiled = compileFields(conditionsAt(where, pointerTo(at, 'where')), jsonFormat, { findings, entityPaths })
  const types = [type].flat()
  const anytime = compiled?.filter(({ path }) => path.text !== 'at') ?? []
  return compiled && { types, typeSet: new Set(types), system, where: compiled, anytime }
}

/** Whether an entry of the log is one of these. */
export function isMeant(event: EventRecord, wanted: LoggedEvent, scope: MatchScope): boolean {
  scope.budget?.compare(1)
  return isAlike(event, wanted) && (wanted.where.length === 0 || passesAll(wanted.where, toJson(event), scope))
}

function isAlike(event: EventRecord, { typeSet, system }: LoggedEvent): boolean {
  return typeSet.has(event.type) && event.system === system
}

/** Maximum number of acts at the wrong time that the evidence names. */
const maxUntimely = 5

/**
 * Returns the numbers of the agent's entries that are not in `found` and that some events would accept at another time:
 * acts that came too early or too late. Conditions on `at` are left out.
 */
export function findUntimely(
  log: readonly EventRecord[],
  found: readonly EventRecord[],
  { events, key, scope }: { readonly events: readonly LoggedEvent[]; readonly key: object; readonly scope: MatchScope },
): readonly number[] {
  const inTime = new Set(found)
  const isAct = (entry: EventRecord): boolean => entry.actor === 'agent' && !inTime.has(entry)
  const isMeantThen = (entry: EventRecord) => (event: LoggedEvent) =>
    isMeant(entry, { ...event, where: event.anytime }, scope)
  return filterEach(log, key, scope, (entry) => isAct(entry) && events.some(isMeantThen(entry)))
    .slice(0, maxUntimely)
    .map(({ seq }) => seq)
}

/** Returns an entry's name in sentences: its type, its system unless that is the first of its type, and its number. */
export function nameEvent({ seq, ...event }: EventRecord): string {
  return `${nameIn(event.type, event.system)} (seq ${seq})`
}

/** Returns the name of such events in sentences: `call.started that satisfies "where"`. */
export function nameOfSuch({ types, system, where }: LoggedEvent): string {
  const kind = nameIn(types.join(' or '), system)
  return where.length === 0 ? kind : `${kind} that satisfies "where"`
}

/**
 * Returns a sentence that no such event occurred, with the nearest entry of the log, or else the types that the log
 * has.
 */
export function describeNone(log: readonly EventRecord[], wanted: LoggedEvent, scope: MatchScope, after = ''): string {
  const alike = log.filter((event) => isAlike(event, wanted))
  if (alike.length > 0) {
    const candidates = alike.map((event) => ({ value: toJson(event), name: nameEvent(event) }))
    return `No ${nameOfSuch(wanted)} occurred${after}.${nearestMiss(wanted.where, candidates, { scope })}`
  }
  const types = [...new Set(log.map(({ type, system }) => nameIn(type, system)))]
  const there = types.length === 0 ? 'The log is empty.' : `The log has ${listValues(types)}.`
  return `No ${nameIn(wanted.types.join(' or '), wanted.system)} occurred${after}. ${there}`
}

const known = new WeakMap<EventRecord, JsonValue>()

/**
 * Returns an entry in the form that paths read: the same object each time, so that loops can continue where they
 * stopped.
 */
function toJson(event: EventRecord): JsonValue {
  let json = known.get(event)
  if (json === undefined) {
    const { seq, at, actor, type, data, returned } = event
    json = { seq, at, actor, type, data, ...(returned !== undefined && { returned: returned as unknown as JsonValue }) }
    known.set(event, json)
  }
  return json
}
