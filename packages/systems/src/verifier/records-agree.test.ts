import type { EvidenceSource } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { validateAssertion, verify } from './verify.js'

const evidence: EvidenceSource = {
  fhir: [
    {
      resourceType: 'Patient',
      id: 'p1',
      birthDate: '1985-10-31',
      name: [{ family: 'Núñez' }],
      telecom: [{ value: '(555) 555-0123' }],
    },
    { resourceType: 'Condition', id: 'c1', code: { coding: [{ code: 'X' }, { code: 'M54.5' }] } },
  ],
  portal: { requests: [{ member_id: 'M-1', diagnosis: 'M54.5', name: 'NUNEZ', birth: '1985-10-30', n: 1 }] },
  hl7: [
    {
      direction: 'outbound',
      payload: 'MSH|^~\\&|A|B|C|D|20260105||ADT^A01|1|P|2.5.1\rPID|1||77||NUNEZ^ANA||19851031|||||5555550123\r',
    },
  ],
}

function run(records: readonly object[], source = evidence) {
  return verify({ criteria: [{ label: 'x', assertion: { assert: 'records-agree', records } }], evidence: source })
    .criterion_runs[0]
}

const birthDate = { collection: 'fhir.Patient', where: { id: 'p1' }, path: 'birthDate', as: 'date' }

it('compares across systems, as configured [kinds.records-agree]', () => {
  expect(run([birthDate, { collection: 'hl7.outbound', path: 'PID-7', as: 'date' }])).toMatchObject({
    passed: true,
    evidence: { values: [{ actual: '1985-10-31', read_as: ['1985-10-31'] }, { actual: '19851031' }] },
  })
  expect(
    run([
      { collection: 'fhir.Patient', path: 'name[0].family', as: 'text' },
      { collection: 'hl7.outbound', path: 'PID-5.1', as: 'text' },
      { collection: 'portal.requests', path: 'name', as: 'text' },
    ]),
  ).toMatchObject({ passed: true })
  expect(
    run([
      { collection: 'fhir.Patient', path: 'telecom.0.value', as: 'digits' },
      { collection: 'hl7.outbound', path: 'PID-12', as: 'digits' },
    ]),
  ).toMatchObject({ passed: true })
  expect(
    run([
      { collection: 'fhir.Condition', path: 'code', as: 'code' },
      { collection: 'portal.requests', path: 'diagnosis', as: 'code' },
    ]),
  ).toMatchObject({ passed: true })
})

it('says which values differ', () => {
  expect(run([birthDate, { collection: 'portal.requests', path: 'birth', as: 'date' }])).toMatchObject({
    score: 0,
    details: 'The values differ: Patient/p1 birthDate is "1985-10-31", but requests row 1 birth is "1985-10-30".',
  })
  expect(
    run(
      [
        { ...birthDate, as: undefined },
        { collection: 'hl7.outbound', path: 'PID-7' },
      ].map(({ ...row }) => JSON.parse(JSON.stringify(row))),
    ),
  ).toMatchObject({ score: 0 })
})

it('names at most fifty values in its evidence', () => {
  const portal = { requests: Array.from({ length: 30 }, (_, k) => ({ k, v: 'a' })) }
  const rows = { collection: 'portal.requests', path: 'v' }
  const run60 = run([rows, rows], { portal })
  expect(run60).toMatchObject({ passed: true, evidence: { more: 10 } })
  expect(run60?.evidence?.values).toHaveLength(50)
})

it('needs every selected record to agree', () => {
  const portal = {
    requests: [
      { k: 1, v: 'a' },
      { k: 2, v: 'b' },
    ],
  }
  const rows = { collection: 'portal.requests', path: 'v' }
  expect(run([rows, rows], { portal })).toMatchObject({ score: 0 })
  const selection = { ...rows, where: { k: 1 } }
  expect(run([selection, selection], { portal })).toMatchObject({ passed: true })
})

it('needs a record and a value for each entry', () => {
  expect(run([birthDate, { ...birthDate, where: { id: 'p2' } }])?.details).toBe(
    'There are no Patient resources that satisfy "where". The nearest is Patient/p1, with 0 of 1 condition. ' +
      'Expected "id" to be "p2", found "p1".',
  )
  expect(run([birthDate, { ...birthDate, path: 'deceased' }])).toMatchObject({
    score: 0,
    evidence: { values: [{}, { actual: null, missing: true }] },
  })
  expect(run([birthDate, { ...birthDate, path: 'id' }])?.details).toBe(
    'Patient/p1 id is "p1", which cannot be read in the form given by "as".',
  )
  expect(run([birthDate, { collection: 'faxes', path: 'text' }])).toMatchObject({ outcome: 'unsupported' })
})

it('rejects an unknown collection', () => {
  const records = [birthDate, { collection: 'shoes', path: 'x' }]
  expect(validateAssertion({ assert: 'records-agree', records })).toMatchObject({
    ok: false,
    errors: [{ path: '/records/1/collection' }],
  })
  expect(validateAssertion({ assert: 'records-agree', records: [birthDate] })).toMatchObject({ ok: false })
})

it('reads the one code of a form that texts say [kinds.records-agree-like]', () => {
  const said = (...texts: readonly string[]): EvidenceSource => ({
    portal: { requests: [{ number: 'PA12345678' }] },
    voice: [
      {
        call_id: 'call_1',
        to_number: '+15555550100',
        status: 'ended',
        turns: texts.map((text) => ({ speaker: 'agent', text, at: '2026-01-05T09:00:00Z' })),
      },
    ],
  })
  const records = [
    { collection: 'portal.requests', path: 'number' },
    { collection: 'voice.calls', path: 'turns[*].text', as: { like: 'PA########' } },
  ]
  const written = [{ ...records[0], as: { like: 'PA########' } }, records[1] ?? {}]
  expect(run(written, said('Hello.', 'It is P A 1 2 3 4 5 6 7 8.', 'PA 1234 5678, yes.'))).toMatchObject({
    passed: true,
    evidence: { values: [{ actual: 'PA12345678' }, { actual: 'PA12345678' }] },
  })
  expect(run(written, said('It is PA12345679.'))).toMatchObject({ passed: false, score: 0 })
  expect(run(written, said('It is PA12345679.', 'It is PA12345678.'))?.details).toBe(
    'call 1 ("call_1") turns[*].text is "PA12345679, PA12345678", which cannot be read in the form given by "as".',
  )
  expect(run(written, said('Hello.'))).toMatchObject({ passed: false })
  expect(
    validateAssertion({ assert: 'records-agree', records: [{ ...written[0], as: { like: '--' } }, records[1]] }),
  ).toMatchObject({ ok: false, errors: [{ path: '/records/0/as/like' }] })
})
