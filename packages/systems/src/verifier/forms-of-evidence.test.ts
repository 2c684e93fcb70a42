import { type FhirResource, FhirStore } from '@carebench/fhir'
import type { JsonValue } from '@carebench/protocol'
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
