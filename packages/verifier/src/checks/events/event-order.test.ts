import type { EventRecord } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { eventLog } from '../../testing/event-log.js'
import { createVerifier } from '../../verify/verifier.js'
import { verify } from '../../verify/verify.js'
import { eventOrder } from './event-order.js'

const verifier = createVerifier({ checks: [eventOrder], parts: [] })

function run(events: readonly object[], entries?: readonly EventRecord[]) {
  return verify({
    verifier,
    criteria: [{ label: 'x', assertion: { assert: 'event-order', events } }],
    evidence: entries === undefined ? {} : { events: entries },
  }).criterion_runs[0]
}

function ofTypes(...types: readonly string[]) {
  return types.map((type) => ({ type }))
}

it('scores the longest prefix [kinds.event-order, checks.event-prefix]', () => {
  expect(run(ofTypes('a', 'b'), eventLog('a', 'x', 'b'))).toMatchObject({
    passed: true,
    details: 'All 2 events happened in order: a (seq 1), b (seq 3).',
    evidence: { matched: [1, 3], field_results: [] },
  })
  expect(run(ofTypes('a', 'b', 'c'), eventLog('a', 'c', 'b'))).toMatchObject({
    score: 2 / 3,
    details: '2 of 3 events happened in order. No c occurred after b (seq 3); there was one before, c (seq 2).',
  })
  expect(run(ofTypes('a'), eventLog())).toMatchObject({
    score: 0,
    details: '0 of 1 event happened in order. No a occurred. The log is empty.',
  })
  expect(run(ofTypes('a'))).toMatchObject({ outcome: 'unsupported' })
})

it('names acts of the agent that happened out of order', () => {
  const order = ofTypes('a', 'b', 'c')
  expect(run(order, eventLog('b', 'x', 'c'))?.evidence).toMatchObject({ matched: [], out_of_order: [1, 3] })
  expect(run(order, eventLog('a', 'c', 'b'))?.evidence).toMatchObject({ matched: [1, 3], out_of_order: [2] })
  expect(run(order, eventLog('a', 'b'))?.evidence).not.toHaveProperty('out_of_order')
  const others = eventLog('b').map((event) => ({ ...event, actor: 'scenario' as const }))
  expect(run(order, others)?.evidence).not.toHaveProperty('out_of_order')
})

it('names acts of the agent that came at the wrong time', () => {
  const at = { $lte: '2026-01-05T09:00:01Z' }
  const deadline = (n: unknown) => [{ type: 'a' }, { type: 'b', where: { at, 'data.n': n } }]
  const entries = logAt(['a', 0], ['b', 60])
  expect(run(deadline(1), entries)?.evidence).toMatchObject({ matched: [1], out_of_order: [2] })
  expect(run(deadline(9), entries)?.evidence).not.toHaveProperty('out_of_order')
})

it('applies `where` to the whole entry, and names the nearest entry', () => {
  const events = [{ type: 'a', where: { 'data.n': { $gt: 0 }, actor: 'agent' } }]
  expect(run(events, eventLog('a', 'a'))).toMatchObject({ passed: true, evidence: { matched: [2] } })
  expect(run(events, eventLog('a'))?.details).toBe(
    '0 of 1 event happened in order. No a that satisfies "where" occurred. The nearest is a (seq 1), with 1 of 2 ' +
      'conditions. Expected "data.n" to be {"$gt":0}, found 0.',
  )
})

it('scores nothing for events before the agent acted', () => {
  const entries = eventLog('call.received', 'fhir.read').map(
    (event, index): EventRecord => ({
      ...event,
      actor: index === 0 ? 'scenario' : 'agent',
    }),
  )
  const scoreOf = (type: string) =>
    verify({
      verifier,
      criteria: [{ label: 'x', assertion: { assert: 'event-order', events: ofTypes(type) } }],
      evidence: { events: entries, initial: {} },
    }).score
  expect(scoreOf('call.received')).toBe(0)
  expect(scoreOf('fhir.read')).toBe(1)
})

/** Clears `first` on each event whose type occurs earlier in the order, where it would be invalid. */
function acceptable<Wanted extends { readonly type: string; readonly first: boolean }>(
  wanted: readonly Wanted[],
): readonly Wanted[] {
  return wanted.map((event, index) => {
    const isRepeated = wanted.findIndex(({ type }) => type === event.type) < index
    return isRepeated ? { ...event, first: false } : event
  })
}

it('finds the longest prefix over all choices of entries', () => {
  const type = fc.constantFrom('a', 'b', 'c')
  const event = fc.record({ type, first: fc.boolean() })
  type Wanted = { readonly type: string; readonly first: boolean }
  const longest = (wanted: readonly Wanted[], entries: readonly string[], from = 0): number => {
    const [next, ...rest] = wanted
    if (next === undefined) return 0
    const choices = entries.flatMap((entry, index) =>
      index >= from && entry === next.type && !(next.first && entries.indexOf(entry) < index)
        ? [1 + longest(rest, entries, index + 1)]
        : [],
    )
    return Math.max(0, ...choices)
  }
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 1, maxLength: 4 }).map(acceptable),
      fc.array(type, { maxLength: 7 }),
      (wanted, entries) => {
        expect(run(wanted, eventLog(...entries))?.score).toBe(longest(wanted, entries) / wanted.length)
      },
    ),
  )
})

it('does not accept a repetition of an early act if only the first event counts [kinds.event-order-first]', () => {
  const asked = { type: 'a' }
  const done = { type: 'b', where: { 'data.n': { $gte: 0 } } }
  const entries = eventLog('b', 'a', 'b')
  expect(run([asked, done], entries)).toMatchObject({ passed: true, evidence: { matched: [2, 3] } })
  expect(run([asked, { ...done, first: false }], entries)).toMatchObject({ passed: true })
  expect(run([asked, { ...done, first: true }], entries)).toMatchObject({
    score: 0.5,
    details:
      '1 of 2 events happened in order. The first b that satisfies "where" came too early: b (seq 1), not after a ' +
      '(seq 2).',
    evidence: { matched: [2] },
  })
  expect(run([asked, { ...done, first: true }], eventLog('a', 'b', 'b'))).toMatchObject({
    passed: true,
    evidence: { matched: [1, 2] },
  })
  expect(run([asked, { type: 'b', where: { 'data.n': { $gt: 0 } }, first: true }], entries)).toMatchObject({
    passed: true,
  })
})

it('accepts any of several types [kinds.event-order-types]', () => {
  const written = { type: ['b', 'c'], where: { actor: 'agent' } }
  expect(run([{ type: 'a' }, written], eventLog('a', 'c'))).toMatchObject({
    passed: true,
    evidence: { event_results: [{ type: 'a' }, { type: 'b or c', seq: 2 }] },
  })
  expect(run([{ type: 'a' }, { ...written, first: true }], eventLog('b', 'a', 'c'))).toMatchObject({ score: 0.5 })
  expect(run([written], eventLog('a'))?.details).toBe(
    '0 of 1 event happened in order. No b or c occurred. The log has a.',
  )
  expect(verifier.validateAssertion({ assert: 'event-order', events: [{ type: [] }] })).toMatchObject({ ok: false })
})

it('requires an event and valid paths', () => {
  expect(verifier.validateAssertion({ assert: 'event-order', events: [] })).toMatchObject({ ok: false })
  expect(
    verifier.validateAssertion({ assert: 'event-order', events: [{ type: 'a', where: { 'data..n': 1 } }] }),
  ).toMatchObject({
    ok: false,
    errors: [{ path: '/events/0/where/data..n' }],
  })
})

it('rejects `first` on an event that the order has before', () => {
  const validate = (...events: readonly object[]) => verifier.validateAssertion({ assert: 'event-order', events })
  const where = { 'data.n': 1, actor: 'agent' }
  expect(validate({ type: 'a' }, { type: 'a', first: true })).toMatchObject({
    ok: false,
    errors: [
      {
        path: '/events/1/first',
        message: 'expected no such event earlier in the list, found /events/0: remove it, or "first" here',
      },
    ],
  })
  expect(
    validate(
      { type: ['a', 'b'], where, system: 'second' },
      { type: 'c' },
      { type: ['b', 'a'], where: { actor: 'agent', 'data.n': 1 }, system: 'second', first: true },
    ),
  ).toMatchObject({ ok: false, errors: [{ path: '/events/2/first' }] })
  expect(validate({ type: 'a', first: true }, { type: 'a' })).toMatchObject({ ok: true })
  for (const [before, event] of [
    [{ type: ['a', 'b'] }, { type: 'a' }],
    [{ type: 'a' }, { type: 'a', system: 'second' }],
    [{ type: 'a' }, { type: 'a', where }],
  ] as const) {
    expect(validate(before, { ...event, first: true })).toMatchObject({ ok: true })
  }
})

/** Entries some seconds after nine o'clock. */
function logAt(...entries: readonly (readonly [type: string, seconds: number])[]): readonly EventRecord[] {
  const start = Date.parse('2026-01-05T09:00:00.000Z')
  return eventLog(...entries.map(([type]) => type)).map((event, index) => ({
    ...event,
    at: new Date(start + (entries[index]?.[1] ?? 0) * 1000).toISOString(),
  }))
}

it('accepts an event only within these seconds after the previous one [kinds.event-order-seconds]', () => {
  const again = { type: 'b', seconds_after: { at_least: 60, at_most: 120 } }
  expect(run([{ type: 'a' }, again], logAt(['a', 0], ['b', 60]))).toMatchObject({ passed: true })
  expect(run([{ type: 'a' }, again], logAt(['a', 0], ['b', 120]))).toMatchObject({ passed: true })
  expect(run([{ type: 'a' }, again], logAt(['a', 0], ['b', 121]))).toMatchObject({
    score: 0.5,
    details:
      '1 of 2 events happened in order. No b occurred at least 60 and at most 120 seconds after a (seq 1); the ' +
      'last was b (seq 2), 121 seconds after it.',
  })
  // The second a stands for the first event, although the first would do for an order.
  expect(run([{ type: 'a' }, again], logAt(['a', 0], ['a', 200], ['b', 270]))).toMatchObject({
    passed: true,
    evidence: { matched: [2, 3] },
  })
  expect(run([{ type: 'a' }, { ...again, first: true }], logAt(['a', 0], ['b', 1], ['b', 70]))).toMatchObject({
    score: 0.5,
    details:
      '1 of 2 events happened in order. No b occurred at least 60 and at most 120 seconds after a (seq 1); the ' +
      'first was b (seq 2), 1 second after it.',
  })
  expect(verifier.validateAssertion({ assert: 'event-order', events: [{ ...again }, { type: 'a' }] })).toMatchObject({
    ok: false,
    errors: [{ path: '/events/0/seconds_after' }],
  })
  expect(
    verifier.validateAssertion({
      assert: 'event-order',
      events: [{ type: 'a' }, { type: 'b', seconds_after: { at_least: 2, at_most: 1 } }],
    }),
  ).toMatchObject({ ok: false, errors: [{ path: '/events/1/seconds_after/at_most' }] })
})

it('finds the longest prefix of spaced events over all choices of entries, with times in any order', () => {
  const type = fc.constantFrom('a', 'b')
  const bound = fc.option(fc.nat(3), { nil: undefined })
  const spacing = fc
    .record({ least: bound, most: bound })
    .filter(({ least, most }) => least === undefined || most === undefined || least <= most)
  const event = fc.record({ type, first: fc.boolean(), spacing })
  type Wanted = {
    readonly type: string
    readonly first: boolean
    spacing: { least?: number | undefined; most?: number | undefined }
  }
  const longest = (wanted: readonly Wanted[], entries: readonly (readonly [string, number])[], last = -1): number => {
    const [next, ...rest] = wanted
    if (next === undefined) return 0
    const { least = 0, most = 9 } = next.spacing
    const isSpaced = next.spacing.least !== undefined || next.spacing.most !== undefined
    const choices = entries.flatMap(([found, seconds], index) => {
      const isTooEarly = next.first && entries.findIndex(([one]) => one === next.type) < index
      const passed = seconds - (entries[last]?.[1] ?? 0)
      const fits = last < 0 || !isSpaced || (passed >= least && passed <= most)
      return index > last && found === next.type && !isTooEarly && fits ? [1 + longest(rest, entries, index)] : []
    })
    return Math.max(0, ...choices)
  }
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 1, maxLength: 4 }).map(acceptable),
      fc.array(fc.tuple(type, fc.nat(5)), { maxLength: 7 }),
      (wanted, entries) => {
        const events = wanted.map(({ spacing: { least, most }, ...one }, index) =>
          index === 0 || (least === undefined && most === undefined)
            ? one
            : {
                ...one,
                seconds_after: {
                  ...(least !== undefined && { at_least: least }),
                  ...(most !== undefined && { at_most: most }),
                },
              },
        )
        expect(run(events, logAt(...entries))?.score).toBe(longest(wanted, entries) / wanted.length)
      },
    ),
    { numRuns: 200 * inject('scale') },
  )
})
