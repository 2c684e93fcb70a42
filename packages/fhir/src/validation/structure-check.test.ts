import type { JsonObject } from '@carebench/protocol/wire'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { recordServer } from '../testing/record-server.js'
import { checkStructure } from './structure-check.js'

function describeIssues(resource: FhirResource): readonly string[] {
  return checkStructure(resource, 50).map(({ code, expression }) => `${code} ${expression?.join()}`)
}

function patient(more: JsonObject): FhirResource {
  return { resourceType: 'Patient', ...more }
}

function observation(more: JsonObject): FhirResource {
  return {
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    ...more,
  }
}

/** A URN of a UUID without its last digit. */
const urn = 'urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e'
const organization: JsonObject = { resourceType: 'Organization', id: 'o', name: 'Example Clinic' }

describe('checkStructure', () => {
  it.each<[string, FhirResource, readonly string[]]>([
    ['nothing but the type', patient({}), []],
    ['a misspelt element', patient({ nmae: [{ family: 'Okafor' }] }), ['structure Patient.nmae']],
    [
      'a name inherited by objects',
      patient({ toString: 1, hasOwnProperty: 1 }),
      ['structure Patient.toString', 'structure Patient.hasOwnProperty'],
    ],
    ['a code that is none', patient({ gender: 'Female' }), ['code-invalid Patient.gender']],
    ...['x  y', 'x ', '\tx', 'x\t y'].map((valueCode): [string, FhirResource, readonly string[]] => [
      `spaces in the code ${JSON.stringify(valueCode)}`,
      patient({ extension: [{ url: 'urn:x', valueCode }] }),
      ['value Patient.extension[0].value.ofType(code)'],
    ]),
    ...['x y', '\u00a0x', 'x\u2003\u2003y', 'x\ufeff'].map((valueCode): [string, FhirResource, readonly string[]] => [
      `single spaces and others than of ASCII in the code ${JSON.stringify(valueCode)}`,
      patient({ extension: [{ url: 'urn:x', valueCode, id: '1' }] }),
      [],
    ]),
    ['a long text', patient({ name: [{ text: 'x'.repeat(9_000_000) }] }), []],
    ['a URL of 1 MiB', patient({ implicitRules: 'x'.repeat(1024 * 1024) }), []],
    ['a longer URL', patient({ implicitRules: 'x'.repeat(1024 * 1024 + 1) }), ['too-long Patient.implicitRules']],
    [
      'a long code, OID and narrative',
      patient({
        text: { status: 'generated', div: `<div>${'<p>a'.repeat(3_000_000)}</div>` },
        extension: [
          { url: 'urn:x', valueCode: 'a '.repeat(7_000_000) },
          { url: 'urn:x', valueOid: `urn:oid:1${'.2'.repeat(7_000_000)}` },
        ],
      }),
      [
        'too-long Patient.text.div',
        'too-long Patient.extension[0].value.ofType(code)',
        'too-long Patient.extension[1].value.ofType(oid)',
      ],
    ],
    ['a day that is none', patient({ birthDate: '1981-02-29' }), ['value Patient.birthDate']],
    ['a leap day', patient({ birthDate: '1980-02-29' }), []],
    [
      'a primitive with extensions alone',
      patient({ _birthDate: { extension: [{ url: 'urn:x', valueCode: 'unknown' }] } }),
      [],
    ],
    ['extensions beside a list', patient({ name: [{ given: ['Ada', null], _given: [null, { id: 'g' }] }] }), []],
    [
      'gaps in both lists',
      patient({ name: [{ given: ['Ada', null], _given: [null, null] }] }),
      ['structure Patient.name[0].given[1]', 'structure Patient.name[0].given[1]'],
    ],
    ['an empty object beside a primitive', patient({ _birthDate: {} }), ['structure Patient.birthDate']],
    ['an id beside an element that is unknown', patient({ _nmae: { id: 'n' } }), ['structure Patient._nmae']],
    [
      'an id beside an element that is not primitive',
      patient({ _maritalStatus: { id: 'm' } }),
      ['structure Patient._maritalStatus'],
    ],
    ['null', patient({ gender: null }), ['structure Patient.gender']],
    [
      'no status and no code',
      { resourceType: 'Observation' },
      ['required Observation.status', 'required Observation.code'],
    ],
    ['two values', observation({ valueString: 'high', valueInteger: 7 }), ['structure Observation.value']],
    [
      'a unit that is no text',
      observation({ valueQuantity: { value: 7, unit: 7 } }),
      ['structure Observation.value.ofType(Quantity).unit'],
    ],
    [
      'a code without a system',
      observation({ valueQuantity: { value: 7, code: 'mg' } }),
      ['invariant Observation.value.ofType(Quantity).system'],
    ],
    [
      'a reason for the absence of a present value',
      observation({ valueString: 'x', dataAbsentReason: { text: 'x' } }),
      ['invariant Observation.dataAbsentReason'],
    ],
    [
      'a component with the code of the whole',
      observation({
        valueInteger: 1,
        component: [{ code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] } }],
      }),
      ['invariant Observation.component'],
    ],
    [
      'a comparator of a SimpleQuantity',
      observation({ referenceRange: [{ low: { value: 1, comparator: '<' } }] }),
      ['structure Observation.referenceRange[0].low.comparator'],
    ],
    [
      'a subject of the wrong type',
      observation({ subject: { reference: 'Encounter/1' } }),
      ['value Observation.subject.reference'],
    ],
    [
      'a reference with the type of another target',
      observation({ subject: { reference: 'Patient/1', type: 'Group' } }),
      ['value Observation.subject.type'],
    ],
    [
      'a text that is no reference',
      observation({ subject: { reference: 'ann' } }),
      ['value Observation.subject.reference'],
    ],
    [
      'a search as a reference',
      observation({ subject: { reference: 'Patient?name=a' } }),
      ['not-supported Observation.subject.reference'],
    ],
    ['an identifier alone', observation({ subject: { identifier: { value: '1' } } }), []],
    [
      'an identifier with the wrong type',
      observation({ subject: { type: 'Encounter', identifier: { value: '1' } } }),
      ['value Observation.subject.type'],
    ],
    ['an identifier with a type', observation({ subject: { type: 'Patient', identifier: { value: '1' } } }), []],
    [
      'an identifier with a type of a logical model',
      observation({ subject: { type: 'http://example.org/Pet', identifier: { value: '1' } } }),
      [],
    ],
    [
      'a malformed UUID',
      observation({ subject: { reference: 'urn:uuid:1' }, implicitRules: `${urn}x` }),
      ['value Observation.subject.reference', 'value Observation.implicitRules'],
    ],
    ['a UUID in capitals', observation({ subject: { reference: `${urn.toUpperCase()}0` } }), []],
    [
      'two values, one of them an extension alone',
      observation({ valueInteger: 7, _valueString: { extension: [{ url: 'urn:x', valueCode: 'masked' }] } }),
      ['structure Observation.value'],
    ],
    ['an id beside the chosen value', observation({ valueInteger: 7, _valueInteger: { id: 'v' } }), []],
    [
      'ids of elements with spaces',
      patient({ name: [{ id: 'a b', text: 'A' }], _birthDate: { id: ' ' }, birthDate: '1980' }),
      ['value Patient.name[0].id', 'value Patient.birthDate.id'],
    ],
    ['ids of elements with other characters', patient({ name: [{ id: 'a/b#c', text: 'A' }] }), []],
    [
      'contained resources with the same id',
      patient({ contained: [organization, organization], managingOrganization: { reference: '#o' } }),
      ['duplicate Patient.contained[1].id'],
    ],
    [
      'half a surrogate pair',
      patient({ name: [{ text: 'A\ud83d' }, { text: '\ude00' }], language: 'e\ud83d' }),
      ['value Patient.name[0].text', 'value Patient.name[1].text', 'value Patient.language'],
    ],
    ['a surrogate pair', patient({ name: [{ text: 'A \ud83d\ude00' }] }), []],
    [
      'a relative URL of an extension',
      patient({
        extension: [{ url: 'race', valueCode: 'x' }],
        modifierExtension: [{ url: '/x', valueCode: 'x' }],
        name: [{ text: 'A', extension: [{ url: 'y', valueCode: 'x' }] }],
        _birthDate: { extension: [{ url: 'z', valueCode: 'x' }] },
      }),
      [
        'value Patient.extension[0].url',
        'value Patient.modifierExtension[0].url',
        'value Patient.name[0].extension[0].url',
        'value Patient.birthDate.extension[0].url',
      ],
    ],
    [
      'a relative URL within an extension',
      patient({ extension: [{ url: 'urn:x', extension: [{ url: 'ombCategory', valueCode: 'x' }] }] }),
      [],
    ],
    [
      'a probability beyond 100',
      {
        resourceType: 'RiskAssessment',
        status: 'final',
        subject: { reference: 'Patient/1' },
        prediction: [{ probabilityDecimal: 100 }, { probabilityDecimal: 100.5 }],
      },
      ['invariant RiskAssessment.prediction[1].probability'],
    ],
    [
      'conditions of a question without how to join them',
      {
        resourceType: 'Questionnaire',
        status: 'draft',
        item: [[1], [1, 2], [1, 2, 3]].map((responses, place) => ({
          linkId: `${place}`,
          type: 'string',
          enableWhen: responses.map((answerInteger) => ({ question: 'x', operator: '=', answerInteger })),
          ...(place === 2 && { enableBehavior: 'all' }),
        })),
      },
      ['invariant Questionnaire.item[1].enableBehavior'],
    ],
    [
      'slicing of the root element',
      {
        resourceType: 'StructureDefinition',
        url: 'http://example.org/s',
        name: 'S',
        status: 'draft',
        kind: 'resource',
        abstract: false,
        type: 'Patient',
        differential: {
          element: [
            { path: 'Patient', slicing: { rules: 'open' } },
            { path: 'Patient.name', slicing: { rules: 'open' } },
          ],
        },
      },
      ['invariant StructureDefinition.differential.element'],
    ],
    ['a URN', observation({ subject: { reference: 'urn:uuid:2b8c1d1e-0c5f-4b5e-9a51-0d3a7f1e6c11' } }), []],
    [
      'a version of another server',
      observation({ subject: { reference: 'https://example.org/fhir/Patient/1/_history/2' } }),
      [],
    ],
    ['a contact without anything', patient({ contact: [{ gender: 'other' }] }), ['invariant Patient.contact[0]']],
    [
      'an end before its start',
      patient({ name: [{ text: 'A', period: { start: '2026', end: '2025-12-31' } }] }),
      ['invariant Patient.name[0].period'],
    ],
    ['an end within its start', patient({ name: [{ text: 'A', period: { start: '2026-03', end: '2026' } }] }), []],
    [
      'an extension with neither a value nor extensions',
      patient({ extension: [{ url: 'urn:x' }] }),
      ['invariant Patient.extension[0]'],
    ],
    ['an extension without url', patient({ extension: [{ valueCode: 'x' }] }), ['required Patient.extension[0].url']],
    ['a contained resource', patient({ contained: [organization], managingOrganization: { reference: '#o' } }), []],
    [
      'a contained resource to which nothing refers',
      patient({ contained: [organization] }),
      ['invariant Patient.contained[0]'],
    ],
    [
      'a contained resource that refers to its container',
      patient({ contained: [{ resourceType: 'RelatedPerson', id: 'r', patient: { reference: '#' } }] }),
      [],
    ],
    [
      'a contained resource to which a canonical URL refers',
      {
        resourceType: 'ServiceRequest',
        status: 'active',
        intent: 'order',
        subject: { reference: 'Patient/1' },
        contained: [{ resourceType: 'ActivityDefinition', id: 'a', status: 'active' }],
        instantiatesCanonical: ['#a'],
      },
      [],
    ],
    [
      'a reference to a missing contained resource',
      patient({ managingOrganization: { reference: '#o' } }),
      ['invariant Patient.managingOrganization.reference'],
    ],
    [
      'a contained resource of the wrong type',
      patient({
        contained: [{ resourceType: 'Basic', id: 'o', code: { text: 'x' } }],
        managingOrganization: { reference: '#o' },
      }),
      ['value Patient.managingOrganization.reference'],
    ],
    [
      'a contained resource with a version and another one within it',
      patient({
        contained: [{ ...organization, contained: [organization], meta: { versionId: '1' } }],
        managingOrganization: { reference: '#o' },
      }),
      ['invariant Patient.contained[0].contained', 'invariant Patient.contained[0].meta.versionId'],
    ],
    [
      'an issue in a contained resource',
      patient({ contained: [{ ...organization, alias: 'EC' }], managingOrganization: { reference: '#o' } }),
      ['structure Patient.contained[0].alias'],
    ],
    [
      'a Bundle of resources, each with its own contained ones',
      {
        resourceType: 'Bundle',
        type: 'collection',
        entry: [
          {
            fullUrl: `${urn}1`,
            resource: patient({ contained: [organization], managingOrganization: { reference: '#o' } }),
          },
          { fullUrl: `${urn}2`, resource: patient({ managingOrganization: { reference: '#o' } }) },
          { fullUrl: `${urn}1`, resource: { resourceType: 'Shoe' } },
        ],
      },
      [
        'invariant Bundle.entry[1].resource.managingOrganization.reference',
        'structure Bundle.entry[2].resource',
        'invariant Bundle',
      ],
    ],
    [
      'a clinical status of another system',
      {
        resourceType: 'Condition',
        subject: { display: 'Ann' },
        clinicalStatus: { coding: [{ system: 'urn:x', code: 'active' }] },
        abatementDateTime: '2026',
      },
      ['code-invalid Condition.clinicalStatus', 'invariant Condition.clinicalStatus'],
    ],
    [
      'a clinical status in words alone',
      { resourceType: 'Condition', subject: { display: 'Ann' }, clinicalStatus: { text: 'active' } },
      ['code-invalid Condition.clinicalStatus'],
    ],
    [
      'a clinical status with the reason why there is none',
      {
        resourceType: 'Condition',
        subject: { display: 'Ann' },
        clinicalStatus: { extension: [{ url: 'urn:x', valueCode: 'unknown' }] },
      },
      [],
    ],
    [
      'words beside the reason why there is no clinical status',
      {
        resourceType: 'Condition',
        subject: { display: 'Ann' },
        clinicalStatus: { text: 'active', extension: [{ url: 'urn:x', valueCode: 'unknown' }] },
      },
      ['code-invalid Condition.clinicalStatus'],
    ],
  ])('returns the issues of %s', (_what, resource, expected) => {
    expect(describeIssues(resource)).toEqual(expected)
  })

  it('states what was expected, what was received, and what may have been intended', () => {
    const [misspelt, code] = checkStructure(patient({ nmae: [], gender: 'Female' }), 50)
    expect(misspelt?.diagnostics).toBe('Patient.nmae: expected "name", got "nmae", which Patient does not have.')
    expect(code?.diagnostics).toBe('Patient.gender: expected one of male, female, other, unknown, got "Female".')
  })

  it('returns no more issues than requested', () => {
    expect(checkStructure(patient({ name: Array.from({ length: 99 }, () => 1) }), 7)).toHaveLength(7)
  })
})

describe('a record', () => {
  const ann: FhirResource = { resourceType: 'Patient', id: 'ann', active: true }
  const wrong = { ...ann, gender: 'Female' }
  const entry = { resource: wrong, request: { method: 'PUT', url: 'Patient/ann' } }
  const bundle = (type: string): JsonObject => ({ resourceType: 'Bundle', type, entry: [entry] })

  it('rejects content that breaks the rules with 422, and changes nothing', () => {
    const { send, patch, store } = recordServer([ann])
    const responses = [
      send('POST', 'Patient', wrong),
      send('PUT', 'Patient/ann', wrong),
      send('PUT', 'Patient?_id=ann', wrong),
      patch('Patient/ann', [{ op: 'add', path: '/gender', value: 'Female' }]),
      send('POST', '', bundle('transaction')),
    ]
    for (const { status, json, effects } of responses) {
      expect([status, json.issue.map(({ code }) => code), effects]).toEqual([422, ['code-invalid'], []])
    }
    const batch = send('POST', '', bundle('batch'))
    expect(batch).toMatchObject({ status: 200, effects: [] })
    expect(batch.json.entry[0]?.response.status).toBe('422 Unprocessable Entity')
    expect(responses[4]?.json.issue).toMatchObject([{ expression: ['Bundle.entry[0].resource.gender'] }])
    expect(store.read('Patient', 'ann')?.resource).toEqual(ann)
  })

  it('rejects with 400 a body that is not a resource', () => {
    const { send } = recordServer()
    for (const body of [7, [], { name: [] }, { resourceType: 'Group' }, { resourceType: 'Shoe' }]) {
      expect(send('POST', 'Patient', body).status).toBe(400)
    }
  })
})
