import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { generateRecord } from '@carebench/systems/patients'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../packages/fhir/src/resource/fhir-resource.js'
import { isResourceType } from '../../packages/fhir/src/resource/resource-types.js'
import { patientCompartment } from '../../packages/fhir/src/search/parameters/patient-compartment.js'
import { findSearchParameter } from '../../packages/fhir/src/search/parameters/search-parameters.js'
import { recordServer } from '../../packages/fhir/src/testing/record-server.js'

function at(day: number) {
  return { versionId: '1', lastUpdated: `2025-01-0${day}T00:00:00Z` }
}

function ref(reference: string) {
  return { reference }
}

const record: readonly FhirResource[] = [
  { resourceType: 'Practitioner', id: 'doc', meta: at(1) },
  { resourceType: 'Organization', id: 'org', meta: at(1) },
  { resourceType: 'Patient', id: 'ann', meta: at(2), generalPractitioner: [ref('Practitioner/doc')] },
  { resourceType: 'Patient', id: 'bob', meta: at(2) },
  { resourceType: 'Encounter', id: 'e', meta: at(3), status: 'finished', subject: ref('Patient/ann') },
  {
    resourceType: 'Observation',
    id: 'o',
    meta: at(4),
    subject: ref('Patient/ann'),
    encounter: ref('Encounter/e'),
    performer: [ref('Organization/org/_history/1'), ref('Organization/none'), ref('#x'), ref('http://example.org/a')],
  },
  { resourceType: 'Observation', id: 'other', meta: at(4), subject: ref('Patient/bob') },
  {
    resourceType: 'AllergyIntolerance',
    id: 'a',
    meta: at(5),
    patient: ref('Patient/bob'),
    asserter: ref('Patient/ann'),
  },
  { resourceType: 'Organization', id: 'unrelated', meta: at(1) },
]

function ids(entries: readonly { readonly resource: FhirResource }[]) {
  return entries.map(({ resource }) => resource.id)
}

describe('$everything', () => {
  it('contains the patient, its compartment, and the resources that these refer to', () => {
    const { send } = recordServer(record)
    const answer = send('GET', 'Patient/ann/$everything')
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ resourceType: 'Bundle', type: 'searchset', total: 4 })
    expect(answer.json.entry.map(({ fullUrl, search }) => [fullUrl, search])).toEqual([
      ['Practitioner/doc', { mode: 'include' }],
      ['Organization/org', { mode: 'include' }],
      ['Patient/ann', { mode: 'match' }],
      ['Patient/bob', { mode: 'include' }],
      ['Encounter/e', { mode: 'match' }],
      ['Observation/o', { mode: 'match' }],
      ['AllergyIntolerance/a', { mode: 'match' }],
    ])
    expect(answer.events).toEqual([{ type: 'read', resourceType: 'Patient', id: 'ann' }])
    expect(send('POST', 'Patient/ann/$everything').body).toBe(answer.body)
  })

  it('is narrowed by _type and _since, in the query or in a Parameters', () => {
    const { send } = recordServer(record)
    expect(ids(send('GET', 'Patient/ann/$everything?_type=Observation,Patient').json.entry)).toEqual([
      'ann',
      'bob',
      'o',
    ])
    expect(ids(send('GET', 'Patient/ann/$everything?_since=2025-01-04').json.entry)).toEqual(['o', 'a'])
    const parameter = [
      { name: '_type', valueCode: 'Observation' },
      { name: '_count', valueInteger: 5 },
    ]
    const { json } = send('POST', 'Patient/ann/$everything', { resourceType: 'Parameters', parameter })
    expect(ids(json.entry)).toEqual(['o'])
    expect(json.link).toEqual([{ relation: 'self', url: 'Patient/ann/$everything?_type=Observation&_count=5' }])
  })

  it('has stable pages while resources are created and deleted', () => {
    const { send, pages } = recordServer(record)
    expect(ids(pages('Patient/ann/$everything?_count=2').entries)).toEqual(
      ids(send('GET', 'Patient/ann/$everything').json.entry),
    )
    expect(pages('Patient/ann/$everything?_count=2').count).toBe(4)
    const first = send('GET', 'Patient/ann/$everything?_count=3')
    send('DELETE', 'Practitioner/doc')
    send('PUT', 'Flag/f', {
      resourceType: 'Flag',
      id: 'f',
      status: 'active',
      code: { text: 'Fall' },
      subject: ref('Patient/ann'),
    })
    const next = first.json.link[1]?.url ?? ''
    expect(ids(send('GET', next).json.entry)).toEqual(['bob', 'e', 'o'])
    expect(ids(pages(next).entries)).toEqual(['bob', 'e', 'o', 'a', 'f'])
    expect(send('GET', 'Patient/ann/$everything?_count=0').json).not.toHaveProperty('entry')
  })

  it('rejects unsupported parameters', () => {
    const { send } = recordServer(record)
    send('DELETE', 'Patient/bob')
    for (const [url, status] of [
      ['Patient/none/$everything', 404],
      ['Patient/bob/$everything', 410],
      ['Patient/ann/$everything?start=soon', 400],
      ['Patient/ann/$everything?_type=Patients', 400],
      ['Patient/ann/$everything?_since=x', 400],
      ['Encounter/e/$everything', 501],
      ['Patient/$everything', 501],
      ['$everything', 501],
      ['Patient/ann/$graph', 501],
    ] as const) {
      const answer = send('GET', url)
      expect([url, answer.status]).toEqual([url, status])
      if (status === 501) expect(answer.json.issue[0]?.diagnostics).toContain('Patient/[id]/$everything')
    }
    expect(send('DELETE', 'Patient/ann/$everything').status).toBe(405)
    for (const body of [
      { resourceType: 'Patient' },
      { resourceType: 'Parameters', parameter: 1 },
      { resourceType: 'Parameters', parameter: [{ name: '_count' }] },
    ]) {
      expect(send('POST', 'Patient/ann/$everything', body).status).toBe(400)
    }
    const entry = [{ request: { method: 'POST', url: 'Patient/ann/$everything' } }]
    const { json } = send('POST', '', { resourceType: 'Bundle', type: 'batch', entry })
    expect(json.entry[0]?.response.status).toBe('405 Method Not Allowed')
  })

  it('finds each resource of a generated record that refers to the patient, \
and none that refers only to another', () => {
    const generated = generateRecord({ seed: 3, patients: 4, now: '2026-01-01T00:00:00Z' })
    const { pages } = recordServer(generated)
    const mentions = (value: JsonValue, target: string): boolean =>
      isJsonObject(value)
        ? value.reference === target || Object.values(value).some((member) => mentions(member, target))
        : Array.isArray(value) && value.some((item: JsonValue) => mentions(item, target))
    const patients = generated.filter(({ resourceType }) => resourceType === 'Patient')
    expect(patients.length).toBe(4)
    for (const patient of patients) {
      const target = `Patient/${patient.id}`
      const own = generated.filter((resource) => resource === patient || mentions(resource, target))
      const { entries } = pages(`${target}/$everything?_count=100`)
      const matches = entries.filter(
        ({ search }) => isJsonObject(search ?? null) && JSON.stringify(search).includes('match'),
      )
      expect(ids(matches).sort()).toEqual(ids(own.map((resource) => ({ resource }))).sort())
      expect(own.length).toBeGreaterThan(5)
    }
  })
})

describe('the compartment of a patient', () => {
  it('is defined by types and search parameters of R4', () => {
    expect([...patientCompartment.keys()].filter((type) => !isResourceType(type))).toEqual([])
    for (const [type, codes] of patientCompartment) {
      for (const code of codes)
        expect([type, code, findSearchParameter(type, code)?.kind]).toEqual([type, code, 'reference'])
    }
    expect(patientCompartment.size).toBe(66)
  })
})
