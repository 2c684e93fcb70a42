import type { EventRecord, JsonValue } from '@carebench/protocol'
import type { EvidenceStateSource } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { verify } from './verify.js'

const people = ['p1', 'p2'].map((id) => ({ resourceType: 'Patient', id, identifier: [{ value: `MRN-1000${id}` }] }))

function note(reference: string, id = 'n1') {
  return { resourceType: 'DocumentReference', id, status: 'current', subject: { reference } }
}

function run(assertion: object, source: EvidenceStateSource, more: object = {}) {
  return verify({ criteria: [{ label: 'x', assertion }], evidence: { ...source, ...more } }).criterion_runs[0]
}

function fields(expected: JsonValue, path: string, written: string) {
  const assertion = { assert: 'fhir-resource-state', resource_type: 'DocumentReference', fields: [{ path, expected }] }
  return run(assertion, { fhir: [note(written)] })
}

const versioned = 'Patient/p1/_history/1'

it.each<[JsonValue, string]>([
  ['Patient/p1', 'subject.reference'],
  [{ $eq: 'Patient/p1' }, '/subject/reference'],
  [{ $oneOf: ['Patient/p1', 'Patient/p2'] }, 'subject.reference'],
  [{ $regex: '^Patient/p1$' }, 'subject.reference'],
  [{ $not: 'Patient/p2' }, 'subject.reference'],
  [{ $eq: { reference: 'Patient/p1' } }, 'subject'],
])(
  'a criterion takes a reference to a version for one to the resource: %j at %s [kinds.versioned-references]',
  (expected, path) => {
    expect(fields(expected, path, versioned)).toMatchObject({ passed: true })
    expect(fields(expected, path, 'Patient/p2/_history/1')?.passed).toBe(
      JSON.stringify(expected).includes('Patient/p2') && !JSON.stringify(expected).includes('$not'),
    )
  },
)

it('a criterion that names a version expects that version, and shows what was written', () => {
  expect(fields(versioned, 'subject.reference', versioned)).toMatchObject({ passed: true })
  for (const written of ['Patient/p1', 'Patient/p1/_history/2']) {
    expect(fields(versioned, 'subject.reference', written)).toMatchObject({ passed: false })
  }
  expect(fields('Patient/p1', 'subject.reference', versioned)).toMatchObject({
    evidence: { field_results: [{ actual: versioned, passed: true }] },
  })
})

it('a reference to another server never matches, with or without a version', () => {
  for (const written of [`https://other.example/fhir/${versioned}`, 'http://other.example/Patient/p1']) {
    expect(fields('Patient/p1', 'subject.reference', written)).toMatchObject({ passed: false })
  }
})

it('allowances judge the resource that a reference names', () => {
  const guard = (where: object) => ({
    assert: 'no-collateral',
    allow: [{ collection: 'fhir.DocumentReference', where }],
  })
  const [before, named, other] = [[...people], note(versioned), note('Patient/p2/_history/1')]
  const initial = { fhir: before }
  const where = { 'subject.reference': 'Patient/p1' }
  expect(run(guard(where), { fhir: [...before, named] }, { initial })).toMatchObject({ passed: true })
  expect(run(guard(where), { fhir: [...before, other] }, { initial })).toMatchObject({ passed: false })
  const moved = (subject: string) =>
    run(guard({ id: 'n1' }), { fhir: [note(subject)] }, { initial: { fhir: [note('Patient/p1')] } })
  expect(moved(versioned)).toMatchObject({ passed: true })
  expect(moved('Patient/p2/_history/1')).toMatchObject({ passed: false })
})

it('an allowance may list the paths that change', () => {
  const assertion = {
    assert: 'no-collateral',
    allow: [{ collection: 'fhir.DocumentReference', where: { 'subject.reference': 'Patient/p1' }, fields: ['status'] }],
  }
  const initial = { fhir: [note(versioned)] }
  const final = { fhir: [{ ...note(versioned), status: 'superseded' }] }
  expect(run(assertion, final, { initial })).toMatchObject({ passed: true })
  const rewritten = { fhir: [{ ...note('Patient/p1/_history/2'), status: 'superseded' }] }
  expect(run(assertion, rewritten, { initial })).toMatchObject({ passed: true })
  const moved = { fhir: [{ ...note('Patient/p2/_history/1'), status: 'superseded' }] }
  expect(run(assertion, moved, { initial })).toMatchObject({ passed: false })
})

it('a disclosure about a version of a person is about the person', () => {
  const record = { collection: 'fhir.DocumentReference', record: note('Patient/p2/_history/1'), key: 'n1' }
  const event: EventRecord = { seq: 1, at: '', actor: 'agent', type: 'sent', data: {}, outward: [record] }
  const assertion = (about: readonly string[]) => ({
    assert: 'no-collateral',
    allow: [{ collection: 'fhir.DocumentReference', about }],
  })
  const judge = (about: readonly string[]) =>
    run(assertion(about), { fhir: people }, { initial: { fhir: people }, events: [event] })
  expect(judge(['Patient/p1'])?.details).toContain('identifies Patient/p2')
  expect(judge(['Patient/p2'])).toMatchObject({ passed: true })
  expect(judge(['Patient/p2/_history/3'])).toMatchObject({ passed: true })
})

it('records agree on the resource that they refer to', () => {
  const assertion = {
    assert: 'records-agree',
    records: ['n1', 'n2'].map((id) => ({
      collection: 'fhir.DocumentReference',
      where: { id },
      path: 'subject.reference',
    })),
  }
  const judge = (reference: string) => run(assertion, { fhir: [note('Patient/p1'), note(reference, 'n2')] })
  expect(judge(versioned)).toMatchObject({ passed: true })
  expect(judge('Patient/p2/_history/1')).toMatchObject({ passed: false })
})
