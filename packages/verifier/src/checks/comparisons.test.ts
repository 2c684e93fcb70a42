import type { EventRecord, JsonValue } from '@carebench/protocol'
import { finish } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { WorkBudget } from '../budget/work-budget.js'
import { Collections } from '../evidence/collections/collections.js'
import { listPart } from '../evidence/list-part.js'
import { prepareEvidence } from '../evidence/prepared-evidence.js'
import { jsonKind } from '../evidence/records/json-kind.js'
import { hideValue } from '../evidence/records/record-kind.js'
import type { EvidenceSource } from '../evidence/state/evidence-source.js'
import { Assumptions } from '../matchers/assumptions.js'
import { Findings } from '../values/finding.js'
import { countValues } from '../values/json/count-values.js'
import type { Check, CheckOutcome } from './check.js'
import { eventCount } from './events/event-count.js'
import { eventOrder } from './events/event-order.js'
import { outputMatch } from './output-match.js'
import { recordState } from './records/record-state.js'
import { recordsAgree } from './records/records-agree.js'

const notes = jsonKind({
  collection: 'desk.notes',
  noun: 'notes',
  madeBy: 'agent',
  name: (_, number) => `note ${number}`,
  identifies: {},
  example: (text) => ({ id: 'n-1', text }),
})
const parts = [
  listPart({
    name: 'desk',
    kinds: [hideValue(notes)],
    nameItem: String,
    keyOf: ({ id }) => String(id),
    changes: () => [],
  }),
]

/** Counts the reads of members and elements of a value, and the listings of its members. */
class ReadCounter {
  count = 0
  readonly #watched = new WeakMap<object, object>()

  watch<Value>(value: Value): Value {
    if (typeof value !== 'object' || value === null) return value
    let watched = this.#watched.get(value)
    if (watched === undefined) {
      watched = new Proxy(value, {
        get: (target, name, receiver) => {
          this.count++
          return this.watch(Reflect.get(target, name, receiver))
        },
        ownKeys: (target) => {
          this.count++
          return Reflect.ownKeys(target)
        },
      })
      this.#watched.set(value, watched)
    }
    return watched as Value
  }
}

interface Case {
  readonly check: Check
  readonly assertion: { readonly assert: string; readonly [member: string]: unknown }
  /** How many elements, records or entries there are. */
  readonly size: number
}

function makeEvidence(size: number): EvidenceSource {
  const items = Array.from({ length: size }, (_, n) => ({
    id: `n-${n}`,
    code: { text: `c${n % 7}` },
    tags: ['a', 'b'],
  }))
  const events = items.map((item, n): EventRecord => {
    return { seq: n + 1, at: '2026-01-05T09:00:00.000Z', actor: 'agent', type: 'noted', data: item }
  })
  return { output: { items }, events, ...Object.fromEntries([['desk', items]]) }
}

const leaves = fc.oneof(
  fc.constantFrom<JsonValue>(
    'c3',
    'none',
    { $exists: true },
    { $contains: 'z' },
    { $eq: { text: 'c9' } },
    { $size: 9 },
  ),
  fc.nat(80).map((n): JsonValue => ({ $oneOf: Array.from({ length: n + 1 }, (_, x) => ({ text: `d${x}`, y: [x] })) })),
)
const groups = fc.oneof(
  leaves,
  fc.tuple(leaves, fc.integer({ min: 1, max: 60 })).map(([leaf, n]) => ({ $any: repeat(leaf, n) })),
  fc.tuple(leaves, fc.integer({ min: 1, max: 60 })).map(([leaf, n]) => ({ $all: repeat({ $not: leaf }, n) })),
)
const matcher: fc.Arbitrary<JsonValue> = fc.oneof(
  groups,
  groups.map((inner) => ({ $not: inner })),
  groups.map((inner) => ({ $some: inner })),
  groups.map((inner) => ({ $members: { text: inner, id: { $exists: true } } })),
  fc.tuple(groups, groups).map((inner) => ({ $any: inner })),
)

function repeat<Item>(item: Item, count: number): Item[] {
  return Array.from({ length: count }, () => item)
}

const lists = fc.oneof(
  matcher.map((inner) => ({ $every: { $not: inner } })),
  matcher.map((inner) => ({ $some: inner })),
)
const items = fc.oneof(
  fc.record({ path: fc.constantFrom('items[*]', 'items[*].code', 'items[*].code.text'), expected: matcher }),
  fc.record({ path: fc.constant('items'), expected: lists }),
)
function drawFields(field: fc.Arbitrary<object>): fc.Arbitrary<readonly object[]> {
  return fc
    .tuple(fc.array(field, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 40 }))
    .map(([list, n]) => repeat(list, n).flat())
}

const record = fc.record({ path: fc.constantFrom('code', 'code.text', 'tags'), expected: matcher })
const where = fc
  .array(record, { maxLength: 3 })
  .map((list) => Object.fromEntries(list.map((one) => [one.path, one.expected])))
const event = fc.record({
  type: fc.constant('noted'),
  where: where.map((conditions) =>
    Object.fromEntries(Object.entries(conditions).map(([path, m]) => [`data.${path}`, m])),
  ),
})
const later = event.map((one) => ({ ...one, seconds_after: { at_least: 0 } }))

const collection = 'desk.notes'
const assertions = fc.oneof(
  drawFields(items).map((fields) => ({ assert: outputMatch, fields })),
  fc
    .record({ fields: drawFields(record), correlate_by: where })
    .map((rest) => ({ assert: recordState, collection, ...rest })),
  fc.record({ fields: drawFields(record), count: fc.constant({ $gte: 3 }) }).map((rest) => {
    return { assert: recordState, collection, ...rest }
  }),
  event.map((one) => ({ assert: eventCount, ...one, count: 3 })),
  fc.tuple(event, fc.array(later, { maxLength: 8 })).map((list) => ({ assert: eventOrder, events: list.flat() })),
  fc.array(where, { minLength: 2, maxLength: 8 }).map((list) => {
    return { assert: recordsAgree, records: list.map((one) => ({ collection, where: one, path: 'code.text' })) }
  }),
)

/** Criteria, with as many values as make the same number of comparisons possible. */
const cases = assertions
  .map(({ assert: check, ...rest }): Case => {
    const assertion = { assert: check.kind, ...rest }
    return { check, assertion, size: Math.min(60, Math.ceil(100_000 / countValues(assertion as JsonValue))) }
  })
  .filter(({ size }) => size >= 40)

/**
 * Evaluates a check like a criterion: again after each pause. Returns the maximum read between pauses, and the total.
 */
function evaluate({ check, assertion, size }: Case, budget: WorkBudget | undefined) {
  const findings = new Findings()
  const compiled = check.compile(assertion, findings, new Collections(parts))
  if (compiled === undefined) throw new Error(JSON.stringify(findings.list))
  const counter = new ReadCounter()
  const { output, events, ...rest } = makeEvidence(size)
  const watched = Object.fromEntries(
    Object.entries(rest).map(([name, list]) => [name, (list as object[]).map((one) => counter.watch(one))]),
  )
  const source = {
    output: counter.watch(output) as JsonValue,
    events: events?.map((one) => ({ ...one, data: counter.watch(one.data) })) ?? [],
    ...watched,
  }
  const evidence = prepareEvidence(parts, source)
  let longest = 0
  let all = 0
  for (;;) {
    counter.count = 0
    budget?.begin()
    let outcome: CheckOutcome | undefined
    try {
      outcome = compiled.evaluate(evidence, {
        input_entity_id: null,
        assumptions: new Assumptions(),
        ...(budget && { budget }),
      })
    } catch (error) {
      if (budget?.isPaused !== true && budget?.isEnded !== true) throw error
    }
    longest = Math.max(longest, counter.count)
    all += counter.count
    if (budget?.isPaused !== true) return { outcome: JSON.stringify(outcome), longest, all }
    finish(budget.resume())
  }
}

/** Reads that one comparison may take, and those that are no comparisons: of a record as a whole, for a description. */
const readsOfOne = 12
function others({ size }: Case): number {
  return 40 * size
}

describe('the comparisons of a criterion', () => {
  const numRuns = 12 * inject('scale')

  it('are bounded between pauses, change no result, and grow at most with matchers times values', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const beforePause = 1000
        const perCriterion = 12 * countValues(one.assertion as JsonValue) * one.size
        const plain = evaluate(one, undefined)
        const paused = evaluate(one, new WorkBudget({ pauses: true, comparisons: { beforePause, perCriterion } }))
        expect(paused.outcome).toBe(plain.outcome)
        expect(paused.longest).toBeLessThan(readsOfOne * beforePause + others(one))
      }),
      { numRuns },
    )
  })

  it('end the check when there are too many, however many are left', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const comparisons = { beforePause: 1000, perCriterion: 1000 }
        const ended = evaluate(one, new WorkBudget({ pauses: false, comparisons }))
        expect(ended.all).toBeLessThan(readsOfOne * comparisons.perCriterion + others(one))
      }),
      { numRuns },
    )
  })
})
