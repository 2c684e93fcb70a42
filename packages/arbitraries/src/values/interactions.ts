import type {
  CdsRecord,
  EventRecord,
  FaxRecord,
  FileRecord,
  Hl7Record,
  JsonObject,
  JsonValue,
  MessageRecord,
  VoiceRecord,
  X12Record,
} from '@carebench/protocol'
import fc from 'fast-check'
import type { PartGenerators } from './part-values.js'

/** Generates a text that an agent says or writes: one of few, so that criteria and evidence often match. */
function word(): fc.Arbitrary<string> {
  return fc.constantFrom('M-1', 'M-2', 'approved', 'Dr. Núñez', '12.50', '')
}

function hl7(): fc.Arbitrary<Hl7Record> {
  return fc
    .tuple(fc.constantFrom('outbound' as const, 'inbound' as const), word(), fc.integer({ min: 0, max: 9 }))
    .map(([direction, text, noise]) => ({
      direction,
      payload: noise === 0 ? text : `MSH|^~\\&|A|B|C|D|20260105||ADT^A01|${noise}|P|2.5.1\rPID|1||${text}\r`,
    }))
}

function x12(): fc.Arbitrary<X12Record> {
  return fc
    .tuple(fc.constantFrom('received' as const, 'sent' as const), word(), fc.integer({ min: 0, max: 9 }))
    .map(([direction, text, noise]) => ({
      direction,
      transaction: '271',
      payload: noise === 0 ? text : `ST*271*000${noise}~NM1*IL*1*DOE*****MI*${text}~SE*3*000${noise}~`,
    }))
}

function file(): fc.Arbitrary<FileRecord> {
  return fc
    .tuple(fc.constantFrom('outbox/a.csv', 'outbox/a.json', 'notes.txt'), word(), fc.boolean(), fc.boolean())
    .map(([path, text, seeded, bytes]) => ({
      path,
      seeded,
      ...(bytes ? { content_base64: 'bWVtYmVyCk0tMQo=' } : { content: `member\n${text}\n` }),
    }))
}

function call(): fc.Arbitrary<VoiceRecord> {
  return fc.record({
    call_id: fc.constantFrom('call_1', 'call_2'),
    turns: fc.array(fc.record({ speaker: fc.constantFrom('agent', 'ivr'), text: word() }), { maxLength: 3 }),
  })
}

function direction() {
  return fc.constantFrom('outbound' as const, 'inbound' as const)
}

function number() {
  return fc.constantFrom('555-0100', '555-0101')
}

function fax(): fc.Arbitrary<FaxRecord> {
  return fc.record({
    direction: direction(),
    to_number: number(),
    from_number: number(),
    document_type: fc.constant('notes'),
    text: word(),
  })
}

function message(): fc.Arbitrary<MessageRecord> {
  return fc.record({
    direction: direction(),
    channel: fc.constantFrom('sms' as const, 'email' as const),
    to: number(),
    from: number(),
    body: word(),
  })
}

function cds(): fc.Arbitrary<CdsRecord> {
  return fc.record({
    hook: fc.constantFrom('order-sign', 'patient-view'),
    request: fc.record({ patient: word() }),
    cards: fc.array(fc.record({ summary: word() }), { maxLength: 2 }),
    feedback: fc.constant([]),
  })
}

function eventType(): fc.Arbitrary<string> {
  return fc.constantFrom('fhir.read', 'hl7.sent', 'prior_auth.submitted')
}

function event(): fc.Arbitrary<Omit<EventRecord, 'seq'>> {
  return fc.record({
    at: fc.constantFrom('2026-01-05T09:00:00.000Z', '2026-01-05T09:01:00.000Z'),
    actor: fc.constantFrom('agent' as const, 'scenario' as const, 'system' as const),
    type: eventType(),
    data: fc.record({ member: word() }),
  })
}

const few = { maxLength: 3 }

/** Generators of the log, and of the parts in which {@link interactionAssertion} often finds something. */
export const interactions: PartGenerators = {
  hl7: fc.array(hl7(), few),
  x12: fc.array(x12(), few),
  files: fc.uniqueArray(file(), { ...few, selector: ({ path }) => path }),
  voice: fc.array(call(), few),
  faxes: fc.array(fax(), few),
  messages: fc.array(message(), few),
  cds: fc.array(cds(), few),
  events: fc.array(event(), { maxLength: 4 }).map((list) => list.map((drawn, index) => ({ ...drawn, seq: index + 1 }))),
}

/** Kinds whose records are in a list, each with a path that exists in these records. */
const listKinds: readonly (readonly [assert: string, path: string, more?: JsonObject])[] = [
  ['hl7-structural', 'PID-3'],
  ['hl7-structural', 'MSH-10', { direction: 'inbound' }],
  ['x12-response', 'NM1[1=IL].9', { transaction: '271' }],
  ['sftp-file-present', 'member', { path: '**/*' }],
  ['fax-sent', 'text'],
  ['message-sent', 'body'],
  ['cds-response', 'cards[*].summary'],
  ['record-state', 'text', { collection: 'faxes' }],
  ['record-state', 'content', { collection: 'files' }],
  ['record-state', 'PID-3', { collection: 'hl7.outbound' }],
]

function listAssertion(): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      kind: fc.constantFrom(...listKinds),
      text: word(),
      fields: fc.array(fc.oneof(word(), fc.constantFrom<JsonObject>({ $exists: true }, { $gt: 3 }, { $text: 'm 1' })), {
        maxLength: 2,
      }),
      match: fc.constantFrom<JsonObject>(
        {},
        { match: 'first' },
        { match: 'all' },
        { count: 0 },
        { count: { $gte: 1 } },
      ),
      correlated: fc.boolean(),
    })
    .map(
      ({ kind: [assert, path, more], text, fields, match, correlated }): JsonObject => ({
        assert,
        ...more,
        ...match,
        ...(correlated && assert !== 'sftp-file-present' && { correlate_by: { [path]: text } }),
        fields: fields.map((expected) => ({ path, expected })),
      }),
    )
}

function orderAssertion(): fc.Arbitrary<JsonObject> {
  const event = fc.record({
    type: eventType(),
    more: fc.constantFrom<JsonObject>({}, {}, { first: true }, { seconds_after: { at_least: 60, at_most: 60 } }),
  })
  return fc.array(event, { minLength: 1, maxLength: 3 }).map(
    (events): JsonObject => ({
      assert: 'event-order',
      // Nothing precedes the first event, and an event that is already in the order cannot be the first of its type.
      events: events.map(({ type, more }, at) => {
        const isRepeated = events.slice(0, at).some((other) => other.type === type)
        const isAllowed = more.first === true ? !isRepeated : at > 0
        return { type, ...(isAllowed && more) }
      }),
    }),
  )
}

function countAssertion(): fc.Arbitrary<JsonObject> {
  return fc.record({
    assert: fc.constant('event-count'),
    type: fc.uniqueArray(eventType(), { minLength: 1, maxLength: 2 }),
    where: fc.constantFrom<JsonObject>({}, { 'data.member': 'M-1' }),
    count: fc.constantFrom<JsonValue>(0, 1, { $lte: 1 }, { $gte: 1 }),
  })
}

function otherAssertion(): fc.Arbitrary<JsonObject> {
  return fc.constantFrom<JsonObject>(
    { assert: 'voice-transcript', speaker: 'agent', contains: ['approved'], not_contains: ['M-2'] },
    { assert: 'voice-transcript', speaker: 'agent', not_contains: ['nunez'] },
    { assert: 'no-collateral', allow: [] },
    { assert: 'access-scope', allow: [{ collection: 'fhir.Patient' }] },
    { assert: 'no-collateral', allow: [{ collection: 'portal.requests', where: { key: 1 } }, { collection: 'faxes' }] },
    {
      assert: 'no-collateral',
      allow: [
        { collection: 'files', members: ['member'] },
        { collection: 'faxes', members: ['text'] },
      ],
    },
    {
      assert: 'records-agree',
      records: [
        { collection: 'hl7.outbound', path: 'PID-3', as: 'text' },
        { collection: 'x12.received', path: 'NM1.9', as: 'text' },
      ],
    },
    {
      assert: 'records-agree',
      records: [
        { collection: 'messages', path: 'body' },
        { collection: 'faxes', path: 'text' },
      ],
    },
    {
      assert: 'records-agree',
      records: [
        { collection: 'voice.calls', path: 'turns[*].text', as: { like: '@#' } },
        { collection: 'faxes', path: 'text', as: { like: '@#' } },
      ],
    },
    { assert: 'output-match', expected: { $exists: true } },
  )
}

/** Generates assertions of the kinds that read {@link interactions}. */
export function interactionAssertion(): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    { weight: 3, arbitrary: listAssertion() },
    { weight: 1, arbitrary: orderAssertion() },
    { weight: 1, arbitrary: countAssertion() },
    { weight: 2, arbitrary: otherAssertion() },
  )
}
