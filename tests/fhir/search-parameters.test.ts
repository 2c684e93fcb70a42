import { generateRecord } from '@carebench/systems/patients'
import fhirpath from 'fhirpath'
import r4 from 'fhirpath/fhir-context/r4'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../packages/fhir/src/resource/fhir-resource.js'
import { resourceTypes } from '../../packages/fhir/src/resource/resource-types.js'
import { r4SearchParameters } from '../../packages/fhir/src/search/parameters/r4-search-parameters.js'
import {
  findSearchParameter,
  listSearchParameters,
} from '../../packages/fhir/src/search/parameters/search-parameters.js'

const record: readonly FhirResource[] = generateRecord({ seed: 7, patients: 4, now: '2026-01-15T12:00:00Z' })

function range(low: number, high: number) {
  return { low: { value: low }, high: { value: high } }
}

/** Elements that generated records lack. */
const others: readonly FhirResource[] = [
  {
    resourceType: 'Patient',
    id: 'a',
    deceasedBoolean: true,
    telecom: [{ value: '1' }, { system: 'phone', value: '2' }],
  },
  { resourceType: 'Patient', id: 'b', deceasedBoolean: false, name: [{ given: ['A', 'B'] }, { family: 'C' }] },
  { resourceType: 'Patient', id: 'c', deceasedDateTime: '2026-01-01', multipleBirthInteger: 2 },
  { resourceType: 'Condition', id: 'a', onsetAge: { value: 4, code: 'a' }, abatementPeriod: { start: '2026' } },
  { resourceType: 'Condition', id: 'b', onsetRange: range(1, 2), abatementString: 'soon' },
  { resourceType: 'Condition', id: 'c', onsetDateTime: '2026' },
  {
    resourceType: 'Observation',
    id: 'a',
    effectiveTiming: { event: ['2026-01-01'] },
    valueCodeableConcept: { text: 'positive', coding: [{ code: 'p' }] },
    component: [{ code: { text: 'x' }, valueQuantity: { value: 1 } }, { valueCodeableConcept: { text: 'y' } }],
  },
  {
    resourceType: 'Observation',
    id: 'b',
    effectivePeriod: { end: '2026' },
    valueString: 'text',
    focus: [{ reference: 'Device/1' }],
  },
  {
    resourceType: 'RiskAssessment',
    id: 'a',
    prediction: [{ probabilityDecimal: 0.4 }, { probabilityRange: range(0, 1) }],
  },
  {
    resourceType: 'ActivityDefinition',
    id: 'a',
    library: ['http://example.org/l'],
    relatedArtifact: [
      { type: 'depends-on', resource: 'http://example.org/a|1' },
      { type: 'composed-of', resource: 'http://example.org/b' },
    ],
    useContext: [{ code: { code: 'age' }, valueRange: range(1, 2) }, { valueCodeableConcept: { text: 'x' } }],
  },
  {
    resourceType: 'Condition',
    id: 'd',
    extension: [
      { url: 'http://hl7.org/fhir/StructureDefinition/condition-assertedDate', valueDateTime: '2026-01-02' },
      { url: 'http://example.org/other', valueDateTime: '2025-01-02' },
    ],
  },
  {
    resourceType: 'Encounter',
    id: 'a',
    hospitalization: { dischargeDisposition: { coding: [{ code: 'home' }] } },
  },
  { resourceType: 'CareTeam', id: 'a', participant: [{ role: [{ coding: [{ code: '446050000' }] }] }] },
  {
    resourceType: 'Goal',
    id: 'a',
    description: { coding: [{ code: '281078001' }] },
    startDate: '2026-01-01',
    target: [{ dueDate: '2026-02-01' }, { dueDuration: { value: 1 } }],
  },
  {
    resourceType: 'MedicationRequest',
    id: 'a',
    medicationReference: { reference: 'Medication/1' },
    dosageInstruction: [{ timing: { event: ['2026-01-01', '2026-01-02'] } }],
  },
]

/**
 * Parameters with the official expressions of R4 and, at the end, of implementation guides; `as` is written as
 * `ofType`, which takes several values.
 */
const official: readonly (readonly [string, string, string])[] = [
  ['Patient', 'birthdate', 'Patient.birthDate'],
  ['Patient', 'given', 'Patient.name.given'],
  ['Patient', 'email', "Patient.telecom.where(system='email')"],
  ['Patient', 'phone', "Patient.telecom.where(system='phone')"],
  ['Patient', 'deceased', 'Patient.deceased.exists() and Patient.deceased != false'],
  ['Patient', 'death-date', 'Patient.deceased.ofType(dateTime)'],
  ['Patient', 'organization', 'Patient.managingOrganization'],
  ['Patient', 'language', 'Patient.communication.language'],
  ['Condition', 'onset-age', 'Condition.onset.ofType(Age) | Condition.onset.ofType(Range)'],
  ['Condition', 'onset-date', 'Condition.onset.ofType(dateTime) | Condition.onset.ofType(Period)'],
  ['Condition', 'abatement-date', 'Condition.abatement.ofType(dateTime) | Condition.abatement.ofType(Period)'],
  ['Condition', 'abatement-string', 'Condition.abatement.ofType(string)'],
  ['Condition', 'clinical-status', 'Condition.clinicalStatus'],
  ['Observation', 'code', 'Observation.code'],
  ['Observation', 'combo-code', 'Observation.code | Observation.component.code'],
  ['Observation', 'date', 'Observation.effective'],
  ['Observation', 'focus', 'Observation.focus'],
  ['Observation', 'value-quantity', 'Observation.value.ofType(Quantity)'],
  [
    'Observation',
    'combo-value-quantity',
    'Observation.value.ofType(Quantity) | Observation.component.value.ofType(Quantity)',
  ],
  ['Observation', 'component-value-concept', 'Observation.component.value.ofType(CodeableConcept)'],
  ['Observation', 'value-string', 'Observation.value.ofType(string) | Observation.value.ofType(CodeableConcept).text'],
  ['Encounter', 'participant', 'Encounter.participant.individual'],
  ['Encounter', 'location', 'Encounter.location.location'],
  ['Encounter', 'date', 'Encounter.period'],
  ['Coverage', 'class-type', 'Coverage.class.type'],
  ['DocumentReference', 'contenttype', 'DocumentReference.content.attachment.contentType'],
  ['Immunization', 'date', 'Immunization.occurrence'],
  ['MedicationRequest', 'code', 'MedicationRequest.medication.ofType(CodeableConcept)'],
  ['MedicationRequest', 'medication', 'MedicationRequest.medication.ofType(Reference)'],
  ['MedicationRequest', 'date', 'MedicationRequest.dosageInstruction.timing.event'],
  ['Appointment', 'actor', 'Appointment.participant.actor'],
  ['RiskAssessment', 'probability', 'RiskAssessment.prediction.probability'],
  ['Goal', 'target-date', 'Goal.target.due.ofType(date)'],
  ['Goal', 'start-date', 'Goal.start.ofType(date)'],
  ['ActivityDefinition', 'composed-of', "ActivityDefinition.relatedArtifact.where(type='composed-of').resource"],
  [
    'ActivityDefinition',
    'depends-on',
    "ActivityDefinition.relatedArtifact.where(type='depends-on').resource | ActivityDefinition.library",
  ],
  [
    'ActivityDefinition',
    'context-quantity',
    'ActivityDefinition.useContext.value.ofType(Quantity) | ActivityDefinition.useContext.value.ofType(Range)',
  ],
  ['CareTeam', 'role', 'CareTeam.participant.role'],
  [
    'Condition',
    'asserted-date',
    "Condition.extension.where(url='http://hl7.org/fhir/StructureDefinition/condition-assertedDate').value",
  ],
  ['Encounter', 'discharge-disposition', 'Encounter.hospitalization.dischargeDisposition'],
  ['Goal', 'description', 'Goal.description'],
  ['Coverage', 'subscriber-id', 'Coverage.subscriberId'],
]

/** FHIRPath joins alternatives without repetition and in any order. */
function comparable(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.map((value) => JSON.stringify(value)))].sort()
}

describe('the paths of search parameters find what the official expressions find', () => {
  it.each(official)('%s?%s: %s', (resourceType, code, expression) => {
    const evaluate = fhirpath.compile(expression, r4, { async: false })
    const parameter = findSearchParameter(resourceType, code)
    let found = 0
    for (const resource of [...record, ...others]) {
      if (resource.resourceType !== resourceType) continue
      const expected = comparable(evaluate(resource))
      expect(comparable(parameter?.path(resource) ?? [])).toEqual(expected)
      found += expected.length
    }
    expect(found).toBeGreaterThan(0)
  })
})

/** The types that the elements at a path may have, according to the FHIRPath model. */
function typesAt(context: string, path: string): readonly string[] {
  const [step = '', ...rest] = path.split('.')
  const name = step.replace(/\[.*$/, '')
  const [filtered] = /(?<=\[)[A-Za-z]+(?==)/.exec(step) ?? []
  // Some elements share the definition of another one.
  const elsewhere: unknown = Reflect.get(r4.pathsDefinedElsewhere, `${context}.${name}`)
  const own = typeof elsewhere === 'string' ? elsewhere : `${context}.${name}`
  const written = Object.entries(r4.choiceTypePaths).find(([choice, types]) => {
    return (
      choice.startsWith(`${context}.`) &&
      types.some((type) => own === choice + type.charAt(0).toUpperCase() + type.slice(1))
    )
  })
  const chosen = written?.[1].find((type) => own.toLowerCase() === (written[0] + type).toLowerCase())
  const known: unknown = Reflect.get(r4.path2Type, own)
  const type = chosen ?? (typeof known === 'string' ? known : undefined)
  if (type === undefined) return []
  const inside = type === 'BackboneElement' || type === 'Element' ? own : type
  if (filtered !== undefined && typesAt(inside, filtered).length === 0) return []
  return rest.length === 0 ? [type] : typesAt(inside, rest.join('.'))
}

/** The element types that a parameter of each kind can be compared with. */
const comparableTypes: Readonly<Record<string, RegExp>> = {
  token: /^(CodeableConcept|Coding|Identifier|ContactPoint|code|boolean|string|uri|id|oid)$/i,
  string: /^(string|markdown|HumanName|Address|CodeableConcept)$/i,
  reference: /^(Reference|canonical|uri)$/i,
  date: /^(date|dateTime|instant|Period|Timing)$/i,
  number: /^(decimal|integer|positiveInt|unsignedInt|Range)$/i,
  quantity: /^(Quantity|Age|Count|Distance|Duration|Money|Range|SimpleQuantity)$/i,
  uri: /^(uri|url|canonical|oid|uuid)$/i,
}

describe('the table', () => {
  it('names R4 elements whose types suit the kind of the parameter', () => {
    let paths = 0
    for (const [resourceType, lines] of Object.entries(r4SearchParameters)) {
      for (const line of lines.split('\n')) {
        const [kind = '', code = '', path = ''] = line.split(' > ')[0]?.split(' ') ?? []
        const camel = code.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
        for (const alternative of (path === '' ? camel : path).replace('?', '').split('|')) {
          if (kind === 'composite') continue
          const types = typesAt(resourceType, alternative)
          expect(types, `${resourceType}: ${line}`).toHaveLength(1)
          if (code !== 'deceased') expect(types[0], `${resourceType}: ${line}`).toMatch(comparableTypes[kind] ?? /^$/)
          paths++
        }
      }
    }
    expect(paths).toBeGreaterThan(1700)
  })

  it('has the common parameters for every type, each code once and in order', () => {
    for (const resourceType of resourceTypes) {
      const parameters = listSearchParameters(resourceType)
      const codes = parameters.map(({ code }) => code)
      expect(codes).toEqual([...new Set(codes)].sort())
      expect(codes).toEqual(expect.arrayContaining(['_lastUpdated', '_profile', '_security', '_source', '_tag']))
      expect(parameters.map(({ index }) => index)).toEqual(parameters.map((_, place) => place))
      for (const { targets } of parameters) {
        for (const target of targets) expect(resourceTypes).toContain(target)
      }
    }
  })

  it('has each component of a composite as a separate parameter', () => {
    const composites = resourceTypes.flatMap((type) =>
      listSearchParameters(type)
        .filter(({ kind }) => kind === 'composite')
        .map((parameter) => ({ type, parameter })),
    )
    expect(composites.length).toBeGreaterThan(40)
    for (const { type, parameter } of composites) {
      expect(parameter.components.length).toBeGreaterThan(1)
      for (const { code, index, kind } of parameter.components) {
        expect(listSearchParameters(type)[index]).toMatchObject({ code, kind })
      }
    }
  })

  it.each([
    ['Encounter', 'patient', ['Patient']],
    [
      'Observation',
      'performer',
      ['Practitioner', 'PractitionerRole', 'Organization', 'CareTeam', 'Patient', 'RelatedPerson'],
    ],
    ['Observation', 'focus', []],
    ['Person', 'relatedperson', ['RelatedPerson']],
  ])('lets %s.%s refer to %j', (resourceType, code, targets) => {
    expect(findSearchParameter(resourceType, code)?.targets).toEqual(targets)
  })
})
