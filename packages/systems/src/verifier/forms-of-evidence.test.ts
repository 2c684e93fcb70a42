import { type FhirResource, FhirStore } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { EvidenceSource } from '@carebench/verifier'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { prepareEvidence, verify } from './verify.js'

const scale = inject('scale')

const reference = fc.constantFrom(
  'Patient/1',
  'Patient/2',
  'Patient/1/_history/3',
  'http://example.org/fhir/Patient/1',
  'Patient/1|2',
  'urn:uuid:1',
  '#p',
  '',
  'toString',
)
/** Values of the wrong type. */
const odd = fc.constantFrom<JsonValue>(null, 7, '', [], [null], {}, { reference: 5 }, { reference: null })
const resource = fc
  .record(
    {
      resourceType: fc.constantFrom(
        'ServiceRequest',
        'ServiceRequest',
        'ServiceRequest',
        'Task',
        'Nonsense',
        'toString',
      ),
      id: fc.oneof(fc.constantFrom<JsonValue>('1', '2', '3', '', '__proto__'), odd),
      status: fc.oneof(fc.constantFrom('active', 'completed'), odd),
      subject: fc.oneof(
        reference.map((text) => ({ reference: text })),
        fc.array(
          reference.map((text) => ({ reference: text })),
          { maxLength: 3 },
        ),
        reference,
        odd,
      ),
      code: fc.oneof(fc.constant({ coding: [{ system: 's', code: 'a' }, { code: 'b' }] }), odd),
      identifier: fc.oneof(fc.constant([{ system: 's', value: 'v' }]), odd),
    },
    { requiredKeys: ['resourceType'] },
  )
  .map((members) => JSON.parse(JSON.stringify(members)) as FhirResource)

const parameter = fc.constantFrom<readonly [string, string]>(
  ['subject', 'Patient/1'],
  ['subject', 'Patient/1,Patient/2'],
  ['subject', 'Patient/1/_history/3'],
  ['subject', 'toString'],
  ['subject:missing', 'true'],
  ['_id', '1'],
  ['_id', '2,3,2'],
  ['_id', '__proto__'],
  ['status', 'active'],
  ['status:not', 'active'],
  ['code', 's|a'],
  ['identifier', 's|v'],
)
const field = fc.record({
  path: fc.constantFrom('status', 'subject.reference', 'code.coding[*].code', 'id'),
  expected: fc.constantFrom<JsonValue>('active', 'Patient/1', 'b', '1', { $exists: true }),
})
const assertion = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        parameters: fc.array(parameter, { maxLength: 2 }),
        fields: fc.array(field, { maxLength: 3 }),
        more: fc.constantFrom({}, { match: 'first' }, { match: 'all' }, { count: 1 }),
      })
      .map(({ parameters, fields, more }) => ({
        assert: 'fhir-resource-state',
        resource_type: 'ServiceRequest',
        search: Object.fromEntries(parameters),
        fields,
        ...more,
      })),
  },
  { weight: 1, arbitrary: fc.constant({ assert: 'no-collateral', allow: [{ collection: 'fhir.Task' }] }) },
)

it('a snapshot, a prepared one, and stores of the same resources are judged identically, byte for byte', () => {
  let passed = 0
  fc.assert(
    fc.property(
      fc.array(resource, { maxLength: 10 }),
      fc.option(fc.array(resource, { maxLength: 4 }), { nil: undefined }),
      fc.array(assertion, { minLength: 1, maxLength: 8 }),
      (fhir, before, assertions) => {
        const criteria = assertions.map((item, index) => ({ id: String(index), label: `x${index}`, assertion: item }))
        const initial = before && [...before, ...fhir.slice(0, 3)]
        const snapshot: EvidenceSource = { fhir, ...(initial && { initial: { fhir: initial } }) }
        const stores: EvidenceSource = {
          fhir: FhirStore.fromResources(fhir),
          ...(initial && { initial: { fhir: FhirStore.fromResources(initial) } }),
        }
        const text = JSON.stringify(snapshot)
        const result = JSON.stringify(verify({ criteria, evidence: snapshot }))
        const prepared = prepareEvidence(snapshot)
        for (const evidence of [prepared, prepared, stores]) {
          expect(JSON.stringify(verify({ criteria, evidence }))).toBe(result)
        }
        expect(JSON.stringify(snapshot)).toBe(text)
        if (result.includes('"passed":true')) passed++
      },
    ),
    { numRuns: 50 * scale },
  )
  expect(passed).toBeGreaterThan(0)
})

it('a record and its fork with changes are judged like lists of their resources, byte for byte', () => {
  const kept = fc
    .record({
      resourceType: fc.constantFrom('Task', 'ServiceRequest', 'Basic'),
      id: fc.constantFrom('1', '2', '3'),
      status: fc.constantFrom('active', 'completed'),
      subject: fc.constantFrom('Patient/1', 'Patient/2').map((text) => ({ reference: text })),
    })
    .map((members): FhirResource => members)
  const exclusive = fc.record({
    assert: fc.constant('fhir-resource-state'),
    resource_type: fc.constantFrom('Task', 'ServiceRequest'),
    search: fc.constantFrom({}, { _id: '1' }, { subject: 'Patient/1' }),
    fields: fc.constant([{ path: 'status', expected: 'active' }]),
    exclusive: fc.constant({ by: ['subject.reference'] }),
  })
  const collateral = fc.record({
    assert: fc.constant('no-collateral'),
    allow: fc.constantFrom<JsonValue>([], [{ collection: 'fhir.Task' }], [{ collection: 'fhir.Basic', count: 1 }]),
  })
  const about = { status: 'active', subject: { reference: 'Patient/1' } }
  const contradicted: [FhirResource[], [FhirResource, boolean][], JsonObject[]] = [
    [],
    [
      [{ resourceType: 'Task', id: '1', ...about, status: 'completed' }, true],
      [{ resourceType: 'Task', id: '2', ...about }, true],
    ],
    [
      {
        assert: 'fhir-resource-state',
        resource_type: 'Task',
        search: {},
        fields: [{ path: 'status', expected: 'active' }],
        exclusive: { by: ['subject.reference'] },
      },
    ],
  ]
  const outcomes = new Set<string>()
  fc.assert(
    fc.property(
      fc.array(kept, { maxLength: 8 }),
      fc.array(fc.tuple(kept, fc.boolean()), { maxLength: 5 }),
      fc.array(fc.oneof(exclusive, collateral), { minLength: 1, maxLength: 5 }),
      (seeded, writes, assertions) => {
        const initial = FhirStore.fromResources(seeded)
        const final = initial.fork()
        for (const [resource, isPut] of writes) {
          const { resourceType, id } = resource
          final.apply(
            isPut
              ? { op: 'put', resource }
              : { op: 'delete', resourceType, id: String(id), version: 2, at: '2026-01-05T09:00:00Z' },
          )
        }
        const criteria = assertions.map((item, index) => ({ id: String(index), label: `x${index}`, assertion: item }))
        const listOf = (store: FhirStore) =>
          JSON.parse(JSON.stringify([...store.resources()].map(({ resource }) => resource)))
        const lists = verify({ criteria, evidence: { fhir: listOf(final), initial: { fhir: listOf(initial) } } })
        const forks = verify({ criteria, evidence: { fhir: final, initial: { fhir: initial } } })
        expect(JSON.stringify(forks)).toBe(JSON.stringify(lists))
        for (const { outcome, evidence } of forks.criterion_runs) {
          outcomes.add(`${outcome}${evidence && 'contradicted_by' in evidence ? ' contradicted' : ''}`)
        }
      },
    ),
    { numRuns: 100 * scale, examples: [contradicted] },
  )
  expect(outcomes).toContain('failed contradicted')
  expect(outcomes).toContain('passed')
})
