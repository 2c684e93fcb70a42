import type { JsonValue } from '@carebench/protocol'
import { Type } from 'typebox'
import { compileMatcher } from '../../matchers/compile-matcher.js'
import { filterEach } from '../../matchers/run-loop.js'
import { showJson } from '../../values/json/show-json.js'
import type { JsonPath } from '../../values/paths/json-path.js'
import { defineCheck } from '../check.js'
import { listValues } from '../fields/describe.js'
import { resolveScope, unobserved } from '../records/record-rule.js'
import {
  compileEvent,
  describeNone,
  eventMembers,
  findUntimely,
  isMeant,
  nameEvent,
  nameOfSuch,
} from './logged-event.js'

const schema = Type.Object(
  {
    assert: Type.Literal('event-count'),
    ...eventMembers,
    count: Type.Unknown({ description: 'The number of such events: a number, or a matcher: {"$lte": 1}.' }),
  },
  { additionalProperties: false },
)

/** Maximum number of events that are named. */
const listed = 50

/**
 * `event-count`: the number of events in the interaction log that have a `type` and satisfy `where`, both as in
 * `event-order`. Acts count even if undone since: use it with `"count": 0` and `guard` for acts that must never happen.
 */
export const eventCount = defineCheck({
  kind: 'event-count',
  schema,
  compile({ count, type, system, where }, findings) {
    const entityPaths: JsonPath[] = []
    const written = { type, ...(system !== undefined && { system }), ...(where !== undefined && { where }) }
    const event = compileEvent(written, '', { findings, entityPaths })
    const matcher = compileMatcher(count, '/count', { findings, entityPaths })
    if (event === undefined || matcher === undefined) return undefined
    const expected = count as JsonValue
    return {
      evaluate(evidence, context) {
        const log = evidence.events
        if (log === undefined) return unobserved('events')
        const scope = resolveScope(entityPaths, evidence, context)
        if ('outcome' in scope) return scope
        const found = filterEach(log, event, scope, (entry) => isMeant(entry, event, scope))
        const passed = matcher(found.length, scope)
        const matched = found.slice(0, listed).map(({ seq }) => seq)
        const shown = { field_results: [], count: { expected, actual: found.length, passed }, matched }
        const tail = `expected ${showJson(expected)}.`
        const names = listValues(found.slice(0, listed).map(nameEvent))
        const details =
          found.length > 0
            ? `Found ${found.length} ${nameOfSuch(event)}: ${names}; ${tail}`
            : passed
              ? `Found 0 ${nameOfSuch(event)}; ${tail}`
              : `${describeNone(log, event, scope)} Expected ${showJson(expected)}.`
        if (passed) return { outcome: 'passed', details, evidence: shown }
        const untimely = found.length > 0 ? [] : findUntimely(log, found, { events: [event], key: event, scope })
        const acts = untimely.length === 0 ? {} : { out_of_order: untimely }
        return { outcome: 'failed', score: 0, details, evidence: { ...shown, ...acts } }
      },
    }
  },
})
