import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { FhirStore } from '../store/store.js'
import { compileSearch } from './resource-search.js'

const v2 = 'http://terminology.hl7.org/CodeSystem/v2-0203'
const loinc = 'http://loinc.org'

function identified(id: string, type: string, value: string): FhirResource {
  return {
    resourceType: 'Patient',
    id,
    gender: id === 'p1' ? 'female' : 'unknown',
    identifier: [{ system: 'urn:x', value, type: { coding: [{ system: v2, code: type }] } }],
  }
}

function valueSet(id: string, compose: FhirResource['compose']): FhirResource {
  return {
    resourceType: 'ValueSet',
    id,
    url: `http://example.org/ValueSet/${id}`,
    status: 'active',
    compose: compose ?? {},
  }
}

function concepts(...codes: readonly string[]) {
  return [{ system: loinc, concept: codes.map((code) => ({ code })) }]
}

function coded(id: string, code: string): FhirResource {
  return { resourceType: 'Observation', id, status: 'final', code: { coding: [{ system: loinc, code }] } }
}

const store = FhirStore.fromResources([
  identified('p1', 'MR', '446053'),
  identified('p2', 'SS', '446053'),
  identified('p3', 'MR', '446053-x'),
  valueSet('renal', { include: concepts('2160-0', '3094-0') }),
  valueSet('both', { include: [{ valueSet: ['http://example.org/ValueSet/renal'] }, ...concepts('2345-7')] }),
  valueSet('without', { include: concepts('2160-0', '3094-0'), exclude: concepts('3094-0') }),
  valueSet('whole', { include: [{ system: loinc }] }),
  valueSet('long', {
    include: [{ system: loinc, concept: Array.from({ length: 6000 }, (_, at) => ({ code: `l${at}` })) }],
  }),
  valueSet('often', { include: [{ valueSet: Array.from({ length: 9 }, () => 'http://example.org/ValueSet/long') }] }),
  valueSet('round', { include: [{ valueSet: ['http://example.org/ValueSet/round'] }] }),
  coded('o1', '2160-0'),
  coded('o2', '3094-0'),
  coded('o3', '2345-7'),
  coded('o4', '9-9'),
  ...['http://acme.org/fhir/a', 'http://acme.org/fhir', 'http://acme.org/fhirx', 'http://acme.org/fhir/a/b'].map(
    (url, place): FhirResource => ({
      resourceType: 'CodeSystem',
      id: `s${place}`,
      url,
      status: 'active',
      content: 'complete',
    }),
  ),
  { resourceType: 'CarePlan', id: 'c', instantiatesCanonical: ['http://acme.org/fhir/a|2'], subject: {} },
])

function find(type: string, name: string, value: string): readonly unknown[] {
  return store.search(type, [[name, value]]).matches.map(({ resource }) => resource.id)
}

describe(':of-type finds identifiers by type and value (R4 3.1.1.4.10)', () => {
  it.each([
    [`${v2}|MR|446053`, ['p1']],
    [`${v2}|mr|446053`, ['p1']],
    [`${v2}|MR|446053,${v2}|SS|446053`, ['p1', 'p2']],
    [`urn:other|MR|446053`, []],
    [`${v2}|MR|4460`, []],
  ])('%s', (value, ids) => {
    expect(find('Patient', 'identifier:of-type', value)).toEqual(ids)
  })

  it.each(['446053', 'MR|446053', `${v2}||446053`, `${v2}|MR|446053|x`])('rejects %s', (value) => {
    expect(() => find('Patient', 'identifier:of-type', value)).toThrow('expected system|code|value')
  })

  it('reads each type of an identifier once, however many values there are', () => {
    let reads = 0
    const coding = {
      system: v2,
      get code() {
        reads++
        return 'SS'
      },
    }
    const patient = { resourceType: 'Patient', identifier: [{ value: '1', type: { coding: [coding] } }] }
    const values = Array.from({ length: 900 }, (_, place) => `${v2}|T${place}|1`).join(',')
    expect(compileSearch('Patient', [['identifier:of-type', values]]).test(patient)).toBe(false)
    expect(reads).toBeLessThan(5)
  })
})

describe(':in finds codes of a value set (R4 3.1.1.4.5)', () => {
  it.each([
    ['Observation', 'code', 'http://example.org/ValueSet/renal', ['o1', 'o2']],
    ['Observation', 'code', 'ValueSet/renal', ['o1', 'o2']],
    ['Observation', 'code', 'http://example.org/ValueSet/both', ['o1', 'o2', 'o3']],
    ['Observation', 'code', 'http://example.org/ValueSet/without', ['o1']],
    ['Observation', 'status', 'http://hl7.org/fhir/ValueSet/observation-status', ['o1', 'o2', 'o3', 'o4']],
    ['Patient', 'gender', 'http://hl7.org/fhir/ValueSet/administrative-gender|4.0.1', ['p1', 'p2', 'p3']],
    ['Patient', 'gender', 'http://hl7.org/fhir/ValueSet/observation-status', ['p2', 'p3']],
  ])('%s?%s:in=%s', (type, name, url, ids) => {
    // "unknown" is a code of both value sets: an element of type code has no system.
    expect(find(type, `${name}:in`, url)).toEqual(ids)
  })

  it.each([
    ['http://example.org/ValueSet/none', 'There is no value set'],
    ['http://example.org/ValueSet/whole', 'all codes of a system'],
    ['http://example.org/ValueSet/round', 'more than 100 value sets'],
    ['http://example.org/ValueSet/often', 'at most 50000 codes'],
  ])('rejects %s', (url, message) => {
    expect(() => find('Observation', 'code:in', url)).toThrow(message)
  })

  it('reads a value set once that is named often', () => {
    const urls = Array.from({ length: 1000 }, () => 'http://example.org/ValueSet/long').join(',')
    expect(find('Observation', 'code:in', urls)).toEqual([])
  })
})

describe(':below finds URLs below a path (R4 3.1.1.4.5)', () => {
  it.each([
    ['CodeSystem', 'url', 'http://acme.org/fhir', ['s0', 's1', 's3']],
    ['CodeSystem', 'url', 'http://acme.org/fhir/', ['s0', 's1', 's3']],
    ['CodeSystem', 'url', 'http://acme.org/fhir/a', ['s0', 's3']],
    ['CodeSystem', 'url', 'http://acme.org/f', []],
    ['CarePlan', 'instantiates-canonical', 'http://acme.org/fhir', ['c']],
  ])('%s?%s:below=%s', (type, name, url, ids) => {
    expect(find(type, `${name}:below`, url)).toEqual(ids)
    const [only] = store.search(type, [
      [`${name}:below`, url],
      ['_id', String(ids[0])],
    ]).matches
    expect(only?.resource.id).toBe(ids[0])
  })
})
