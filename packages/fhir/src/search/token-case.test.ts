import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { FhirStore } from '../store/store.js'

/*
 * FHIR R4 3.1.1.4.10, token: "Match is case sensitive unless the underlying semantics for the context indicate that
 * the token should be interpreted case-insensitively (see, e.g. CodeSystem.caseSensitive). Note that matches on _id
 * are always case sensitive. If the underlying data type is string then the search is not case sensitive." And: "When
 * in doubt, servers SHOULD treat tokens in a case-insensitive manner".
 */

const icd = 'http://hl7.org/fhir/sid/icd-10-cm'
const status = 'http://terminology.hl7.org/CodeSystem/condition-clinical'

const chart: readonly FhirResource[] = [
  { resourceType: 'Medication', id: 'm', batch: { lotNumber: 'Lot-9X' } },
  { resourceType: 'Questionnaire', id: 'q', status: 'draft', version: '1.0-Beta' },
  {
    resourceType: 'Condition',
    id: 'c',
    clinicalStatus: { coding: [{ system: status, code: 'active' }] },
    code: { coding: [{ system: icd, code: 'M17.11' }, { code: 'Local-1' }] },
    subject: { identifier: { system: 'urn:mrn', value: 'MRN-7a' } },
  },
  {
    resourceType: 'Patient',
    id: 'Ann',
    identifier: [{ system: 'urn:mrn', value: 'MRN-7a' }],
    telecom: [{ system: 'email', value: 'Ann.Doe@Example.org' }],
    gender: 'female',
  },
  {
    resourceType: 'DocumentReference',
    id: 'd',
    status: 'current',
    content: [{ attachment: { contentType: 'application/pdf' } }],
  },
  {
    resourceType: 'Observation',
    id: 'o',
    status: 'final',
    code: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] },
    valueCodeableConcept: { coding: [{ system: 'http://unitsofmeasure.org', code: 'mg' }] },
  },
]
const store = FhirStore.fromResources(chart)

function ids(type: string, name: string, value: string): readonly unknown[] {
  return store.search(type, [[name, value]]).matches.map(({ resource }) => resource.id)
}

describe('case does not count in', () => {
  it.each([
    ['a string', 'Medication', 'lot-number', 'lot-9x', 'm'],
    ['a string that is searched as a token', 'Questionnaire', 'version', '1.0-BETA', 'q'],
    ['a code of a system that is not known', 'Condition', 'code', 'm17.11', 'c'],
    ['a code of such a system, named', 'Condition', 'code', `${icd}|m17.11`, 'c'],
    ['a code without a system', 'Condition', 'code', '|local-1', 'c'],
    ['the value of an identifier', 'Patient', 'identifier', 'mrn-7A', 'Ann'],
    ['the value of an identifier of a system', 'Patient', 'identifier', 'urn:mrn|mrn-7A', 'Ann'],
    ['a reference by identifier', 'Condition', 'subject:identifier', 'urn:mrn|mrn-7A', 'c'],
    ['an email address', 'Patient', 'email', 'ANN.DOE@example.ORG', 'Ann'],
    ['a media type (RFC 2045, 5.1)', 'DocumentReference', 'contenttype', 'Application/PDF', 'd'],
    ['a table of HL7 v2', 'Observation', 'code', 'lab', 'o'],
  ])('%s: %s?%s=%s', (_, type, name, value, id) => {
    expect(ids(type, name, value)).toEqual([id])
    expect(ids(type, `${name}`, `x,${value}`)).toEqual([id])
  })
})

describe('case counts in', () => {
  it.each([
    ['an id', 'Patient', '_id', 'ann'],
    ['a code of an element', 'Patient', 'gender', 'Female'],
    ['a code of a system that R4 defines as case-sensitive', 'Condition', 'clinical-status', 'Active'],
    ['such a code with its system', 'Condition', 'clinical-status', `${status}|Active`],
    ['the URL of a system', 'Patient', 'identifier', 'URN:MRN|MRN-7a'],
    ['UCUM', 'Observation', 'value-concept', 'http://unitsofmeasure.org|MG'],
  ])('%s: %s?%s=%s', (_, type, name, value) => {
    expect(ids(type, name, value)).toEqual([])
    const right = { ann: 'Ann', Female: 'female', 'URN:MRN|MRN-7a': 'urn:mrn|MRN-7a' }[value]
    const exact = right ?? value.replace('Active', 'active').replace('MG', 'mg')
    expect(ids(type, name, exact)).toHaveLength(1)
  })
})

it('finds what a scan finds, for any case of codes and of searches', () => {
  const code = fc.constantFrom('ab', 'Ab', 'aB', '12', 'ΟΣ', 'ος')
  const system = fc.constantFrom(undefined, icd, status)
  const wanted = fc.record({ system: fc.constantFrom(undefined, '', icd, status), code })
  const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ')
  fc.assert(
    fc.property(fc.array(fc.record({ system, code }), { maxLength: 8 }), wanted, fc.boolean(), (codings, one, not) => {
      const resources = codings.map(({ system: own, code: written }, place) => {
        const coding = [own === undefined ? { code: written } : { system: own, code: written }]
        return { resourceType: 'Condition', id: String(place), code: { coding } }
      })
      const expected = codings.flatMap((coding, place) => {
        const isSame = coding.system === status ? coding.code === one.code : fold(coding.code) === fold(one.code)
        const isOfSystem = one.system === undefined || (coding.system ?? '') === one.system
        return (isSame && isOfSystem) === not ? [] : [String(place)]
      })
      const value = one.system === undefined ? one.code : `${one.system}|${one.code}`
      const parameters = [[not ? 'code:not' : 'code', value]] as const
      const searched = FhirStore.fromResources(resources)
      expect(searched.search('Condition', parameters).matches.map(({ resource }) => resource.id)).toEqual(expected)
    }),
    { numRuns: 30 * inject('scale') },
  )
})
