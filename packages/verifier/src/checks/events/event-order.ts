import type { EventRecord, JsonObject } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { Type } from 'typebox'
import type { MatchScope } from '../../matchers/matcher.js'
import { filterEach, runLoop } from '../../matchers/run-loop.js'
import { pointerTo } from '../../values/finding.js'
import { sortedJson } from '../../values/json/sorted-json.js'
import type { JsonPath } from '../../values/paths/json-path.js'
import { defineCheck } from '../check.js'
import { listValues } from '../fields/describe.js'
import { partialScore } from '../records/earlier-credit.js'
import { resolveScope, unobserved } from '../records/record-rule.js'
import { compileSpacing, describeSpacing, type Spacing, spacingSchema, TimesPassed } from './event-spacing.js'
import {
  compileEvent,
  describeNone,
  eventMembers,
  findUntimely,
  isMeant,
  type LoggedEvent,
  nameEvent,
  nameOfSuch,
  type WrittenEvent,
} from './logged-event.js'

const schema = Type.Object(
  {
    assert: Type.Literal('event-order'),
    events: Type.Array(
      Type.Object(
        {
          ...eventMembers,
          first: Type.Optional(Type.Boolean()),
          seconds_after: Type.Optional(spacingSchema),
        },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
  },
  { additionalProperties: false },
)

interface WantedEvent extends LoggedEvent {
  /** Whether it counts only as the first such event of the log. */
  readonly first: boolean
  /** The time after the previous event; undefined if it does not matter. */
  readonly spacing: Spacing | undefined
}

/**
 * `event-order`: events of the interaction log in this order, with other events allowed in between. The score is the
 * length of the longest prefix found ÷ the number of events, both without the prefix found before the agent began. An
 * event counts in the first system of its type, or in the system with the key `system`; a list of types means any of
 * them. Paths in `where` read the entry: `actor`, `data.member_id`. With `first: true`, an event counts only if no such
 * event came earlier in the log: repeating an act that came too early does not help. Such an event must not be listed
 * twice. With `seconds_after: {at_least, at_most}`, it counts only within these seconds after the event before it.
 */
export const eventOrder = defineCheck({
  kind: 'event-order',
  schema,
  compile({ events }, findings) {
    const entityPaths: JsonPath[] = []
    const wanted: WantedEvent[] = []
    events.forEach(({ first = false, seconds_after, ...event }, index) => {
      const at = pointerTo('/events', index)
      const compiled = compileEvent(event, at, { findings, entityPaths })
      const spacing = compileSpacing(seconds_after, index, pointerTo(at, 'seconds_after'), findings)
      if (compiled !== undefined) wanted.push({ ...compiled, first, spacing })
      const earlier = first ? events.slice(0, index).findIndex((other) => isSame(other, event)) : -1
      if (earlier >= 0) {
        findings.add(
          pointerTo(at, 'first'),
          `expected no such event earlier in the list, found /events/${earlier}: remove it, or "first" here`,
        )
      }
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
          const events = listValues(found.map(nameEvent))
          const details = `All ${plural(wanted.length, 'event')} happened in order: ${events}.`
          return { outcome: 'passed', details, evidence: shown }
        }
        const before = evidence.untouched()?.events
        const held = before === undefined ? 0 : findInOrder(before, wanted, scope).length
        const details =
          `${found.length} of ${plural(wanted.length, 'event')} happened in order. ` +
          `${describeMissing(log, missing, found.at(-1), scope)}`
        const known = before === undefined ? {} : { before: held }
        const score = partialScore(found.length, held, wanted.length)
        const untimely = findUntimely(log, found, { events: wanted.slice(found.length), key: wanted, scope })
        const acts = untimely.length === 0 ? {} : { out_of_order: untimely }
        return { outcome: 'failed', score, details, evidence: { ...shown, ...acts, ...known } }
      },
    }
  },
})

/** Whether both select the same entries of the log. */
function isSame(one: WrittenEvent, other: WrittenEvent): boolean {
  const textOf = ({ type, system, where = {} }: WrittenEvent) =>
    sortedJson({ types: [type].flat().sort(), system: system ?? null, where: where as JsonObject })
  return textOf(one) === textOf(other)
}

/** An entry that may match an event, and the entry that then matches the event before it. */
interface Step {
  readonly event: EventRecord
  readonly index: number
  readonly before: Step | undefined
}

/** Returns the entries of the longest prefix. */
function findInOrder(
  log: readonly EventRecord[],
  wanted: readonly WantedEvent[],
  scope: MatchScope,
): readonly EventRecord[] {
  const { last } = runLoop<Sought>(scope, {
    key: wanted,
    subject: log,
    count: wanted.length,
    start: () => ({ last: [], isMissing: false }),
    step({ last }, position) {
      // The earliest entry leaves the most room for the next, unless the time in between counts.
      const most = wanted[position + 1]?.spacing === undefined ? 1 : Number.POSITIVE_INFINITY
      const steps = stepsTo(log, wanted[position] as WantedEvent, { last, isStart: position === 0, most, scope })
      return steps.length === 0 ? { last, isMissing: true } : { last: steps, isMissing: false }
    },
    isDone: ({ isMissing }) => isMissing,
  })
  const found: EventRecord[] = []
  for (let step = last[0]; step !== undefined; step = step.before) found.push(step.event)
  return found.reverse()
}

/** The entries for the events so far, and whether the next event has none. */
interface Sought {
  readonly last: readonly Step[]
  readonly isMissing: boolean
}

/** What comparing the times of two log entries costs in the work budget, in plain comparisons. */
const comparisonsOfTime = 8

interface StepsBefore {
  /** The entries that may match the previous event, in the order of the log. */
  readonly last: readonly Step[]
  /** Whether this is the first event. */
  readonly isStart: boolean
  readonly most: number
  readonly scope: MatchScope
}

/** Returns the entries that may match an event, in the order of the log. */
function stepsTo(
  log: readonly EventRecord[],
  wanted: WantedEvent,
  { last, isStart, most, scope }: StepsBefore,
): readonly Step[] {
  const { first, spacing } = wanted
  const from = isStart ? 0 : (last[0]?.index ?? 0) + 1
  const passed = spacing && new TimesPassed(last, spacing)
  const start = first ? 0 : from
  let isFound = false
  return runLoop<Step[]>(scope, {
    key: wanted,
    subject: log,
    count: Math.max(0, log.length - start),
    start: () => [],
    step(steps, place) {
      const index = start + place
      const event = log[index] as EventRecord
      if (!isMeant(event, wanted, scope)) return steps
      if (passed !== undefined) scope.budget?.compare(comparisonsOfTime)
      const before = passed === undefined ? last[0] : passed.before(event, index)
      const counts = index >= from && (passed === undefined || before !== undefined)
      if (counts) steps.push({ event, index, before })
      isFound = true
      return steps
    },
    isDone: (steps) => steps.length >= most || (first && isFound),
  })
}

function describeMissing(
  log: readonly EventRecord[],
  missing: WantedEvent,
  last: EventRecord | undefined,
  scope: MatchScope,
): string {
  const { spacing, first } = missing
  const after =
    last === undefined ? '' : ` ${spacing === undefined ? '' : `${describeSpacing(spacing)} `}after ${nameEvent(last)}`
  const such = nameOfSuch(missing)
  const entries = filterEach(log, missing, scope, (event) => isMeant(event, missing, scope))
  const early = first ? entries[0] : entries.at(-1)
  if (early === undefined) return describeNone(log, missing, scope, after)
  if (last !== undefined && early.seq > last.seq) {
    const which = first ? 'the first' : 'the last'
    return (
      `No ${such} occurred${after}; ${which} was ${nameEvent(early)}, ` +
      `${plural(secondsBetween(last, early), 'second')} ` +
      'after it.'
    )
  }
  if (!first) return `No ${such} occurred${after}; there was one before, ${nameEvent(early)}.`
  return (
    `The first ${such} came too early: ` +
    `${nameEvent(early)}${last === undefined ? '' : `, not after ${nameEvent(last)}`}.`
  )
}

function secondsBetween(one: EventRecord, other: EventRecord): number {
  return (Date.parse(other.at) - Date.parse(one.at)) / 1000
}
