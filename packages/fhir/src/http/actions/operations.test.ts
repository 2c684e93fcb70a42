import { finish, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { FhirStore } from '../../store/store.js'
import { recordServer } from '../../testing/record-server.js'
import { lastObservations } from './last-observations.js'
import { patientDocuments } from './patient-documents.js'
import { patientEverything } from './patient-everything.js'

const subject = { reference: 'Patient/1' }
const loinc = 'http://loinc.org'

function observation(
  id: string,
  codes: readonly string[],
  day: string,
  more: Partial<FhirResource> = {},
): FhirResource {
  const coding = codes.map((code) => ({ system: loinc, code }))
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { coding },
    subject,
    effectiveDateTime: day,
    ...more,
  }
}

const lab = { category: [{ coding: [{ code: 'laboratory' }] }] }

const { send } = recordServer([
  { resourceType: 'Patient', id: '1', generalPractitioner: [{ reference: 'Practitioner/d' }] },
  { resourceType: 'Practitioner', id: 'd' },
  { resourceType: 'Practitioner', id: 'late' },
  observation('a1', ['a'], '2026-01-01', lab),
  observation('b1', ['b'], '2026-01-05', lab),
  observation('a2', ['a', 'a-local'], '2026-02-01', { ...lab, performer: [{ reference: 'Practitioner/late' }] }),
  observation('a3', ['a-local'], '2026-01-20', lab),
  observation('x', ['a'], '2026-03-01', { ...lab, subject: { reference: 'Patient/2' } }),
  { resourceType: 'AllergyIntolerance', id: 'al', patient: subject },
  {
    resourceType: 'Encounter',
    id: 'e',
    status: 'finished',
    class: { code: 'AMB' },
    subject,
    period: { start: '2026-01-04', end: '2026-01-06' },
  },
  {
    resourceType: 'ValueSet',
    id: 'renal',
    url: 'http://example.org/ValueSet/renal',
    status: 'active',
    compose: { include: [{ system: loinc, concept: [{ code: '2160-0', display: 'Creatinine' }, { code: '3094-0' }] }] },
  },
])

function ids(url: string, body?: JsonValue): readonly unknown[] {
  const response = body === undefined ? send('GET', url) : send('POST', url, body)
  expect(response.status).toBe(200)
  return (response.json.entry ?? []).map(({ resource }) => resource?.id)
}

describe('Observation/$lastn (R4 Observation-lastn)', () => {
  it.each([
    ['patient=1&category=laboratory', ['a2', 'b1']],
    ['patient=Patient/1&category=laboratory&max=2', ['a2', 'a3', 'b1']],
    ['patient=1&category=laboratory&max=9', ['a2', 'a3', 'a1', 'b1']],
    ['subject=Patient/1&code=http://loinc.org%7Cb&max=3', ['b1']],
    ['patient=1&category=laboratory&date=lt2026-01-10', ['b1', 'a1']],
    ['patient=3&code=a', []],
  ])('returns the latest observations of each code: ?%s', (query, expected) => {
    expect(ids(`Observation/$lastn?${query}`)).toEqual(expected)
  })

  it('takes a Parameters resource', () => {
    const parameter = [
      { name: 'patient', valueString: '1' },
      { name: 'code', valueCoding: { system: loinc, code: 'a' } },
      { name: 'max', valuePositiveInt: 2 },
    ]
    expect(ids('Observation/$lastn', { resourceType: 'Parameters', parameter })).toEqual(['a2', 'a1'])
  })

  it.each([
    'patient=1',
    'category=laboratory',
    'patient=1&code=a&max=0',
    'patient=1&code=a&_count=5',
    'patient=1&code=a&x=1',
  ])('rejects ?%s', (query) => {
    expect(send('GET', `Observation/$lastn?${query}`).status).toBe(400)
  })
})

describe('Patient/1/$everything with start and end (R4 Patient-everything)', () => {
  it.each([
    ['start=2026-01-05&end=2026-01-31', ['1', 'd', 'b1', 'a3', 'al', 'e']],
    ['start=2026-02-01', ['1', 'd', 'late', 'a2', 'al']],
    ['end=2026-01-01', ['1', 'd', 'a1', 'al']],
  ])('?%s returns resources about care in that time, and resources without a date', (query, expected) => {
    expect(ids(`Patient/1/$everything?${query}`)).toEqual(expected)
  })

  it('rejects a text that is not a date', () => {
    expect(send('GET', 'Patient/1/$everything?start=soon').status).toBe(400)
  })
})

describe('Patient/1/* (R4 3.1.1.3)', () => {
  it('finds the compartment of all types, page by page', () => {
    const all = ['1', 'a1', 'b1', 'a2', 'a3', 'al', 'e']
    expect(ids('Patient/1/*')).toEqual(all)
    expect(send('GET', 'Patient/1/*?_count=3').json.total).toBe(all.length)
    const next = send('GET', 'Patient/1/*?_count=3').json.link[1]?.url ?? ''
    expect(ids(next)).toEqual(all.slice(3, 6))
    expect(ids('Patient/1/*?_type=Encounter,AllergyIntolerance')).toEqual(['al', 'e'])
    expect(send('GET', 'Patient/9/*').status).toBe(404)
    expect(send('POST', 'Patient/1/*').status).toBe(405)
  })
})

const gender = 'url=http://hl7.org/fhir/ValueSet/administrative-gender'
const renal = 'url=http://example.org/ValueSet/renal'
const renalSet = { resourceType: 'ValueSet', compose: { include: [{ system: 'urn:s', concept: [{ code: 'x' }] }] } }

describe('ValueSet/$expand (R4 ValueSet-expand)', () => {
  it.each([
    [`ValueSet/$expand?${gender}`, ['male', 'female', 'other', 'unknown'], 4],
    [`ValueSet/$expand?${gender}&filter=male&count=1&offset=1`, ['female'], 2],
    [`ValueSet/$expand?${renal}`, ['2160-0', '3094-0'], 2],
    ['ValueSet/renal/$expand?filter=CREA', ['2160-0'], 1],
  ])('returns the codes of a value set: GET %s', (url, codes, total) => {
    const { json } = send('GET', url)
    expect(json).toMatchObject({
      resourceType: 'ValueSet',
      expansion: { total, contains: codes.map((code) => ({ code })) },
    })
    expect(json).not.toHaveProperty('compose')
  })

  it('expands a value set in the body, and rejects unknown ones', () => {
    const parameter = [
      { name: 'valueSet', resource: renalSet },
      { name: 'count', valueInteger: 1 },
    ]
    const response = send('POST', 'ValueSet/$expand', { resourceType: 'Parameters', parameter })
    expect(response.json).toMatchObject({ expansion: { contains: [{ system: 'urn:s', code: 'x' }] } })
    expect(send('GET', 'ValueSet/$expand?url=http://example.org/none').status).toBe(404)
    expect(send('GET', 'ValueSet/$expand').status).toBe(400)
    const whole = { resourceType: 'ValueSet', compose: { include: [{ system: loinc }] } }
    expect(send('POST', 'ValueSet/$expand', whole).status).toBe(422)
  })
})

describe('ValueSet/$validate-code (R4 ValueSet-validate-code)', () => {
  it.each([
    [`${gender}&code=female`, true],
    [`${gender}&code=female&system=http://hl7.org/fhir/administrative-gender`, true],
    [`${gender}&code=Female&system=http://hl7.org/fhir/administrative-gender`, false],
    [`${gender}&code=female&system=urn:other`, false],
    [`${renal}&system=http://loinc.org&code=2160-0&display=creatinine`, true],
    [`${renal}&system=http://loinc.org&code=2160-0&display=Glucose`, false],
    [`${renal}&code=9-9`, false],
  ])('of ?%s returns %s', (query, result) => {
    const { json } = send('GET', `ValueSet/$validate-code?${query}`)
    expect(json).toMatchObject({ resourceType: 'Parameters' })
    expect(JSON.stringify(json)).toContain(`{"name":"result","valueBoolean":${result}}`)
  })

  it('takes a CodeableConcept, one of whose codings is enough', () => {
    const coding = [
      { system: 'urn:x', code: 'y' },
      { system: loinc, code: '3094-0' },
    ]
    const parameter = [{ name: 'codeableConcept', valueCodeableConcept: { coding } }]
    const response = send('POST', 'ValueSet/renal/$validate-code', { resourceType: 'Parameters', parameter })
    expect(JSON.stringify(response.json)).toContain('{"name":"result","valueBoolean":true}')
    expect(send('GET', `ValueSet/$validate-code?${renal}`).status).toBe(400)
  })
})

describe('Operations on long resources', () => {
  const codes = Array.from({ length: 3000 }, (_, place) => `c${place}`)
  const notes = Array.from({ length: 20 }, (_, place) => observation(`o${place}`, codes, '2026-01-01', lab))
  const type = { coding: codes.slice(0, 1500).map((code) => ({ system: loinc, code })) }
  const documents = notes.map(({ id }) => ({
    resourceType: 'DocumentReference',
    id: `d${id}`,
    status: 'current',
    subject: { reference: 'Patient/1' },
    type,
    date: '2026-01-01',
  }))
  const store = FhirStore.fromResources([{ resourceType: 'Patient', id: '1' }, ...notes, ...documents])

  it('take more steps for longer resources, not only for more of them', () => {
    const steps = (work: Steps<unknown>) => [...work].length
    const query = [
      ['patient', '1'],
      ['category', 'laboratory'],
    ] as const
    finish(store.searchInSteps('Observation', query))
    expect(steps(lastObservations(store, query, false))).toBeGreaterThan(15)
    expect(steps(patientEverything(store, '1', [], false, () => true))).toBeGreaterThan(15)
    finish(
      store.searchInSteps('DocumentReference', [
        ['patient', '1'],
        ['status', 'current'],
      ]),
    )
    for (const care of [[], [['start', '2026']]] as const) {
      const list = patientDocuments(store, [['patient', '1'], ...care], false)
      expect(steps(list)).toBeGreaterThan(8)
    }
  })
})

describe('$validate with the definition of R4 as its profile', () => {
  it.each([
    ['Patient', 200],
    ['Patient%7C4.0.1', 200],
    ['DomainResource', 200],
    ['Observation', 400],
    ['bodyweight', 400],
  ])('%s returns %i', (name, status) => {
    const url = `Patient/$validate?profile=http://hl7.org/fhir/StructureDefinition/${name}`
    expect(send('POST', url, { resourceType: 'Patient' }).status).toBe(status)
  })
})
