import { type EvidenceSource, InvalidEvidenceError } from '@carebench/verifier'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { anyJson, garbageState } from '../testing/garbage-states.js'
import { compileCriteria, validateAssertion, verify } from './verify.js'

const scale = inject('scale')
const numRuns = 30 * scale

const assertions: readonly object[] = [
  {
    assert: 'fhir-resource-state',
    resource_type: 'Patient',
    search: { family: 'x' },
    fields: [{ path: 'a', expected: 1 }],
  },
  {
    assert: 'portal-state-match',
    correlate_by: { resource: 'r', key: 'k' },
    assertions: [{ path: 'a[*]', expected: 1 }],
  },
  { assert: 'hl7-structural', correlate_by: { 'PID-3': 'x' }, fields: [{ path: 'MSH-9', expected: 'x' }] },
  { assert: 'x12-response', transaction: '271', fields: [{ path: 'EB.1', expected: { $exists: false } }] },
  { assert: 'sftp-file-present', path: '**', fields: [{ path: 'a', expected: 1 }], text: { $contains: 'x' } },
  { assert: 'voice-transcript', speaker: 'agent', contains: ['a'], not_contains: ['b'] },
  { assert: 'fax-sent', correlate_by: { text: 'x' } },
  { assert: 'message-sent', count: { $gte: 1 } },
  { assert: 'cds-response', match: 'all', fields: [{ path: 'cards[*].summary', expected: 'x' }] },
  { assert: 'output-match', expected: { $size: 1 } },
  { assert: 'event-order', events: [{ type: 'a', where: { 'data.x': 1 } }] },
  { assert: 'no-collateral', allow: [] },
  {
    assert: 'records-agree',
    records: [
      { collection: 'files', path: 'content', as: 'date' },
      { collection: 'voice.calls', path: 'call_id', as: 'code' },
    ],
  },
]

it('every kind of assertion is accepted', () => {
  for (const assertion of assertions) expect(validateAssertion(assertion)).toEqual({ ok: true })
})

it('evidence of any shape is rejected or judged: never an invalid score', () => {
  const criteria = compileCriteria(assertions.map((assertion) => ({ label: 'x', assertion })))
  fc.assert(
    fc.property(garbageState, fc.option(garbageState, { nil: undefined }), (final, initial) => {
      try {
        const evidence = { ...final, ...(initial && { initial }) } as unknown as EvidenceSource
        const { score, criterion_runs } = verify({ criteria, evidence })
        const isErrored = criterion_runs.some(({ outcome }) => outcome === 'errored')
        expect(score === null).toBe(isErrored)
        if (score !== null) expect(score >= 0 && score <= 1).toBe(true)
        for (const run of criterion_runs) expect(run.passed).toBe(run.score === 1)
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidEvidenceError)
      }
    }),
    { numRuns },
  )
})

it('an assertion of any shape is accepted or rejected', () => {
  const key = fc.constantFrom(
    'correlate_by',
    'fields',
    'assertions',
    'events',
    'records',
    'allow',
    'path',
    'contains',
    'count',
  )
  fc.assert(
    fc.property(fc.constantFrom(...assertions), fc.dictionary(key, anyJson), (assertion, more) => {
      const mixed = { ...assertion, ...more }
      const { ok } = validateAssertion(mixed)
      const [run] = verify({ criteria: [{ label: 'x', assertion: mixed }], evidence: {} }).criterion_runs
      expect(run?.outcome).toBe(ok ? run?.outcome : 'unsupported')
      expect(run?.outcome).not.toBe('errored')
    }),
    { numRuns },
  )
})
