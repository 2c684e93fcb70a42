import type { JsonObject, JsonValue } from '@carebench/protocol'
import { type EvidenceSource, InvalidEvidenceError } from '@carebench/verifier'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { prepareEvidence, verify } from './verify.js'

/** One assertion on every collection and of every kind, about the system with this key. */
function assertionsOn(system: string | undefined): readonly object[] {
  const of = system === undefined ? {} : { system }
  const collections = [
    'fhir.Patient',
    'portal.claims',
    'hl7.outbound',
    'hl7.inbound',
    'x12.sent',
    'x12.received',
    'files',
    'voice.calls',
    'faxes',
    'messages',
    'cds',
  ]
  return [
    ...collections.map((collection) => ({ assert: 'record-state', ...of, collection })),
    ...collections.map((collection) => ({
      assert: 'records-agree',
      records: [1, 2].map(() => ({ collection, ...of, path: collection.startsWith('x12') ? 'ST.1' : 'MSH-9' })),
    })),
    {
      assert: 'fhir-resource-state',
      ...of,
      resource_type: 'Patient',
      search: { family: 'x' },
      fields: [{ path: 'a', expected: 1 }],
    },
    { assert: 'fhir-resource-state', ...of, resource_type: 'Patient', search: { _id: 'p' } },
    {
      assert: 'portal-state-match',
      ...of,
      correlate_by: { resource: 'claims', key: 'k' },
      assertions: [{ path: 'a', expected: 1 }],
    },
    {
      assert: 'portal-state-match',
      ...of,
      correlate_by: { resource: 'claims', key: 'k', value: 'v' },
      assertions: [{ path: 'a', expected: 1 }],
    },
    { assert: 'hl7-structural', ...of, correlate_by: { 'PID-3': 'x' } },
    { assert: 'x12-response', ...of, transaction: '271' },
    { assert: 'sftp-file-present', ...of, path: '**', include_seeded: true, text: { $contains: 'x' } },
    { assert: 'sftp-file-present', ...of, path: '**', include_seeded: true, fields: [{ path: 'a', expected: 1 }] },
    { assert: 'voice-transcript', ...of, speaker: 'agent', contains: ['a'], not_contains: ['b'] },
    { assert: 'fax-sent', ...of, correlate_by: { text: 'x' } },
    { assert: 'message-sent', ...of },
    { assert: 'cds-response', ...of, fields: [{ path: 'cards[*].summary', expected: 'x' }] },
    { assert: 'no-collateral', allow: [] },
  ].filter((one) => !('records' in one) || one.records[0]?.path !== 'MSH-9' || /^hl7/.test(one.records[0].collection))
}

const hostile = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    5,
    true,
    '',
    'toString',
    [],
    {},
    [null],
    [5],
    [[]],
    [{}],
    { resources: 5 },
    { rows: 5 },
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue),
)
const member = fc.constantFrom(
  'direction',
  'payload',
  'path',
  'content',
  'turns',
  'text',
  'resourceType',
  'id',
  'k',
  'cards',
)
const word = fc.constantFrom<JsonValue>(
  'outbound',
  'sent',
  'received',
  'agent',
  'Patient',
  'MSH|^~\\&|',
  'ST*271*1~SE*1*1~',
)
const records = fc.array(fc.oneof(fc.dictionary(member, fc.oneof(word, hostile)), hostile), { maxLength: 3 })
const part = fc.constantFrom('fhir', 'portal', 'hl7', 'x12', 'files', 'voice', 'faxes', 'messages', 'cds')
const whole = fc.oneof(hostile, records, fc.record({ claims: fc.oneof(records, hostile) }))
const parts = fc.dictionary(part, whole, { minKeys: 1, maxKeys: 2 })

/** Runs everything that reads evidence; the messages of all errors. */
function listErrors(evidence: JsonObject, system: string | undefined): readonly string[] {
  const criteria = assertionsOn(system).map((assertion) => ({ label: 'x', assertion: assertion as JsonObject }))
  const messages: string[] = []
  for (const prepare of [true, false]) {
    try {
      const source = evidence as unknown as EvidenceSource
      const { criterion_runs } = verify({ criteria, evidence: prepare ? prepareEvidence(source) : source })
      messages.push(...criterion_runs.flatMap(({ outcome, details }) => (outcome === 'errored' ? [details] : [])))
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidEvidenceError)
      messages.push((error as Error).message)
    }
  }
  return messages
}

describe('a part of a system that was not observed', () => {
  it.each([
    ['faxes', { assert: 'fax-sent' }],
    ['fhir', { assert: 'fhir-resource-state', resource_type: 'Patient', search: {} }],
    ['portal', { assert: 'record-state', collection: 'portal.claims' }],
    ['voice', { assert: 'voice-transcript', speaker: 'agent', contains: ['a'] }],
    ['files', { assert: 'sftp-file-present', path: '**' }],
  ])('is named as in the whole evidence: %s', (part, assertion) => {
    const evidence = { systems: { k: {} } }
    const [run] = verify({
      criteria: [{ label: 'x', assertion: { ...assertion, system: 'k' } }],
      evidence,
    }).criterion_runs
    expect([run?.outcome, run?.details]).toEqual([
      'unsupported',
      `Not verified: the evidence has no part "systems.k.${part}".`,
    ])
  })
})

describe('hostile evidence', () => {
  it('is rejected or judged for a system behind a key, and every error names the place', () => {
    fc.assert(
      fc.property(parts, fc.option(parts, { nil: {} }), (final, initial) => {
        const evidence = { systems: { k: final }, initial: { systems: { k: initial } } }
        for (const message of listErrors(evidence as JsonObject, 'k')) {
          expect(message).toMatch(/Expected \/(initial\/)?systems\/k\/[a-z0-9]+/)
        }
      }),
      { numRuns: 60 * inject('scale') },
    )
  })

  it('is rejected or judged for the first system of a type, and every error names the place', () => {
    fc.assert(
      fc.property(parts, fc.option(parts, { nil: {} }), (final, initial) => {
        for (const message of listErrors({ ...final, initial } as JsonObject, undefined)) {
          expect(message).toMatch(/Expected \/(initial\/)?[a-z0-9]+/)
        }
      }),
      { numRuns: 60 * inject('scale') },
    )
  })

  it.each([
    { content: 5 },
    { content: null },
    { content: {} },
    { content_base64: 5 },
    { content_base64: null },
    { content_base64: '-' },
  ])('has no text in a file without one: %j', (content) => {
    for (const path of ['a.csv', 'a.json', 'a']) {
      const files = [{ path, seeded: false, ...content }]
      expect(listErrors({ systems: { k: { files } } } as never, 'k')).toEqual([])
    }
  })

  it.each([
    [{ fhir: { resources: 5 } }, 'Expected /systems/a~1b/fhir to be'],
    [{ faxes: {} }, 'Expected /systems/a~1b/faxes to be an array of objects'],
    [{ portal: { 'x/y': 5 } }, 'Expected /systems/a~1b/portal/x~1y to be an array of rows'],
    [5, 'Expected /systems/a~1b to be the parts of a system'],
  ])('has its keys escaped in the pointers of messages: %j', (own, message) => {
    expect(() => verify({ criteria: [], evidence: { systems: { 'a/b': own } } as never })).toThrow(message)
  })

  it.each([
    ['faxes', [{}, 5], { assert: 'fax-sent' }, '/systems/k/faxes/1'],
    ['fhir', [{}], { assert: 'fhir-resource-state', resource_type: 'Patient', search: {} }, '/systems/k/fhir/0'],
    [
      'portal',
      { claims: [null] },
      { assert: 'record-state', collection: 'portal.claims' },
      '/systems/k/portal/claims/0',
    ],
  ])('has the place of the item in the whole evidence: %s', (name, own, assertion, place) => {
    const evidence = { systems: { k: { [name]: own } } } as never
    const [run] = verify({
      criteria: [{ label: 'x', assertion: { ...assertion, system: 'k' } }],
      evidence,
    }).criterion_runs
    expect(run?.details).toContain(`Expected ${place} to be`)
  })
})
