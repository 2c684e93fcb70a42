import { expect, it } from 'vitest'
import { describeAssertion } from './describe-assertion.js'

it('describes the expected records', () => {
  expect(
    describeAssertion({
      assert: 'fhir-resource-state',
      resource_type: 'Task',
      search: { _id: 't1' },
      fields: [
        { path: 'status', expected: 'completed' },
        { path: 'businessStatus.coding', expected: { $all: [{ $size: 1 }, { $some: { $code: { code: 'done' } } }] } },
      ],
    }),
  ).toEqual({
    sentence: 'One of the FHIR type Task where _id is "t1" exists, with:',
    lines: ['status is "completed"', 'businessStatus.coding has one element and has an element that has the code done'],
  })
  expect(
    describeAssertion({ assert: 'record-state', collection: 'faxes', system: 'two', fields: [], count: { $lte: 1 } }),
  ).toEqual({ sentence: 'The number of faxes (system two) is at most 1.', lines: [] })
})

it('names the portal request that an assertion is about, and shows dates without their precision if \
it is a day', () => {
  const field = { path: 'day', expected: { $date: { value: '2026-03-12', precision: 'day' } } }
  const by = { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'M1' }
  expect(describeAssertion({ assert: 'portal-state-match', correlate_by: by, assertions: [field] })).toEqual({
    sentence: 'One of portal.prior_auth_requests where patient_member_id is "M1" exists, with:',
    lines: ['day is the date 2026-03-12'],
  })
})

it('describes an order of events, and the only allowed changes', () => {
  expect(
    describeAssertion({
      assert: 'event-order',
      events: [
        { type: 'a', where: { 'data.n': { $not: { $oneOf: [1, 2] } } } },
        { type: ['b', 'c'], first: true },
      ],
    }),
  ).toEqual({
    sentence: 'This happens, in this order:',
    lines: ['a where data.n not: is one of 1, 2', 'b or c, the first time'],
  })
  expect(
    describeAssertion({
      assert: 'no-collateral',
      allow: [{ collection: 'fhir.Task', where: { id: 't1' }, fields: ['status'], count: 1 }],
    })?.lines,
  ).toEqual(['fhir.Task where id is "t1": status; the number is 1'])
})

it('describes how often an event happens, and how long after the previous one', () => {
  expect(
    describeAssertion({ assert: 'event-count', type: 'fhir.update', where: { 'data.id': 't1' }, count: { $lte: 1 } }),
  ).toEqual({
    sentence: 'The number of times that this happens, undone since or not, is at most 1:',
    lines: ['fhir.update where data.id is "t1"'],
  })
  const spaced = (seconds_after: unknown) =>
    describeAssertion({ assert: 'event-order', events: [{ type: 'a' }, { type: 'b', first: true, seconds_after }] })
      ?.lines[1]
  expect(spaced({ at_least: 60, at_most: 120 })).toBe(
    'b, the first time, at least 60 and at most 120 seconds after that',
  )
  expect(spaced({ at_least: 1 })).toBe('b, the first time, at least 1 second after that')
  expect(spaced({ at_most: 0 })).toBe('b, the first time, at most 0 seconds after that')
  expect(spaced(5)).toBe('b, the first time')
})

it('describes the places of the same value, and its form', () => {
  const records = [
    { collection: 'portal.requests', path: 'number' },
    { collection: 'voice.calls', path: 'turns[*].text', as: { like: 'PA########' } },
  ]
  expect(describeAssertion({ assert: 'records-agree', records })?.lines).toEqual([
    'number of portal.requests',
    'the one code like PA######## in turns[*].text of voice.calls',
  ])
})

it('describes the only facts that a text may state', () => {
  const facts = [
    'Ada',
    { date: '2026-03-02' },
    { collection: 'fhir.Patient', path: 'name' },
    { collection: 'fhir.Slot' },
  ]
  const expected = { $grounded: { facts, kinds: ['date', 'name'], statuses: { booked: true, paid: false } } }
  expect(describeAssertion({ assert: 'output-match', fields: [{ path: '', expected }] })?.lines).toEqual([
    'the whole value states no date, name but "Ada", the date 2026-03-02, name of fhir.Patient, what is known of ' +
      'fhir.Slot, and no status but booked, not paid',
  ])
})

it('describes the time limits of a value', () => {
  const shown = (within: unknown) =>
    describeAssertion({ assert: 'output-match', fields: [{ path: 'at', expected: { $within: within } }] })?.lines
  expect(shown({ of: { type: ['a', 'b'] }, at_least_seconds: 0, at_most_seconds: 60 })).toEqual([
    'at is at least 0 and at most 60 seconds after a or b',
  ])
  expect(shown({ of: { collection: 'faxes', path: 'at' }, at_most_seconds: -1 })).toEqual([
    'at is at most -1 seconds after at of faxes',
  ])
})

it('describes the facts that a text has to state', () => {
  const said = { $says: { all: [['Ada', 'Ms. Byron'], { date: '2026-03-02' }], none: [['maybe']] } }
  expect(describeAssertion({ assert: 'output-match', fields: [{ path: '', expected: said }] })?.lines).toEqual([
    'the whole value says "Ada" or "Ms. Byron" and the date 2026-03-02, and does not say "maybe"',
  ])
})

it('leaves unknown assertions to JSON, and never throws', () => {
  for (const unknown of [null, 1, [], {}, { assert: 'of-mine' }]) expect(describeAssertion(unknown)).toBeNull()
  expect(describeAssertion({ assert: 'event-order', events: [null, { type: [1] }] })?.lines).toHaveLength(2)
  expect(describeAssertion({ assert: 'output-match', fields: [{ path: 'a', expected: { $new: 1 } }] })?.lines).toEqual([
    'a satisfies {"$new":1}',
  ])
})
