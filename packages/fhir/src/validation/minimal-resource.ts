import type { JsonObject, JsonValue } from '@carebench/protocol/wire'
import { type ElementRule, findStructure } from '../resource/definitions/structure-table.js'
import type { FhirResource } from '../resource/fhir-resource.js'

/** Returns the elements that the invariants of a type require in addition to its mandatory ones. */
function createAdditions(text: string): Readonly<Record<string, JsonObject>> {
  return {
    AllergyIntolerance: {
      clinicalStatus: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'inactive' }],
      },
    },
    Appointment: { status: 'cancelled', participant: [{ actor: { display: text }, status: 'declined' }] },
    AppointmentResponse: { actor: { display: text } },
    Bundle: { type: 'collection' },
    Consent: { policyRule: { text } },
    CapabilityStatement: { kind: 'requirements', description: text, rest: [{ mode: 'client' }] },
    ImmunizationRecommendation: {
      recommendation: [{ forecastStatus: { text }, targetDisease: { text } }],
    },
    InsurancePlan: { name: text },
    Linkage: {
      item: [
        { type: 'alternate', resource: { display: text } },
        { type: 'alternate', resource: { display: text } },
      ],
    },
    Organization: { name: text },
    StructureDefinition: {
      type: 'Nothing',
      abstract: true,
      differential: { element: [{ id: 'Nothing', path: 'Nothing' }] },
    },
    TerminologyCapabilities: { kind: 'requirements', description: text },
  }
}

/**
 * Returns the smallest resource of a type that FHIR R4 and `checkStructure` accept: its mandatory elements, with `text`
 * as their texts. It is about no person: references have only a display. Throws a RangeError if the type is unknown.
 */
export function minimalResource(resourceType: string, text: string): FhirResource {
  if (findStructure(resourceType) === undefined) {
    throw new RangeError(`Expected a resource type of FHIR R4 such as "Patient", got "${resourceType}".`)
  }
  return { resourceType, ...createMandatory(resourceType, text), ...createAdditions(text)[resourceType] }
}

function createMandatory(type: string, text: string): JsonObject {
  const structure = findStructure(type)
  const members: Record<string, JsonValue> = {}
  for (const { names } of structure?.required ?? []) {
    const rule = structure?.elements.get(names[0] ?? '')
    if (rule !== undefined) members[rule.name] = rule.list ? [createExample(rule, text)] : createExample(rule, text)
  }
  return members
}

function createExample(rule: ElementRule, text: string): JsonValue {
  const { type, codes } = rule
  if (codes !== undefined) {
    const code = codes.codes.has('completed') ? 'completed' : ([...codes.codes][0] ?? '')
    const [system = ''] = codes.systems.keys()
    return type === 'code' ? code : { coding: [{ system, code }] }
  }
  return primitives[type] ?? createObject(type, text)
}

const primitives: Readonly<Record<string, JsonValue>> = {
  base64Binary: 'bm9pc2U=',
  boolean: false,
  canonical: 'http://example.org/fhir/nothing',
  code: 'text/plain',
  date: '2000-01-01',
  dateTime: '2000-01-01',
  decimal: 1,
  id: 'none',
  instant: '2000-01-01T00:00:00Z',
  integer: 1,
  oid: 'urn:oid:2.999',
  positiveInt: 1,
  time: '00:00:00',
  unsignedInt: 1,
  uri: 'http://example.org/nothing',
  url: 'http://example.org/nothing',
  uuid: 'urn:uuid:00000000-0000-4000-8000-000000000000',
}

/** Creates a value of a type. An object without mandatory elements gets one with the text, so that it is not empty. */
function createObject(type: string, text: string): JsonValue {
  if (type === 'string' || type === 'markdown') return text
  if (type === 'Resource') return minimalResource('Basic', text)
  const mandatory = createMandatory(type, text)
  if (Object.keys(mandatory).length > 0) return mandatory
  const elements = findStructure(type)?.elements
  for (const name of ['text', 'display', 'name', 'description', 'value', 'start', 'title']) {
    const rule = elements?.get(name)
    if (rule !== undefined) return { [name]: rule.list ? [createExample(rule, text)] : createExample(rule, text) }
  }
  return { extension: [{ url: 'http://example.org/nothing', valueString: text }] }
}
