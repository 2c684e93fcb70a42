import type { CallDescription } from '@carebench/protocol'
import { fhir, sentParameters, sentResource } from './call-bodies.js'

/** A patient, as an example. */
export const patient = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Sample', given: ['Jordan'] }] }
/** The result of a search, as an example. */
export const searchset = {
  resourceType: 'Bundle',
  type: 'searchset',
  total: 1,
  link: [{ relation: 'self', url: 'Patient?family=sample' }],
  entry: [{ fullUrl: 'Patient/p1', resource: patient, search: { mode: 'match' } }],
}
/** The result of a validation without errors, as an example. */
export const outcome = {
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'information', code: 'informational', diagnostics: 'No issues detected.' }],
}

const genders = 'http://hl7.org/fhir/ValueSet/administrative-gender'
const expanded = {
  resourceType: 'ValueSet',
  status: 'active',
  url: genders,
  expansion: {
    timestamp: '2026-01-05T09:00:00.000Z',
    total: 1,
    contains: [{ system: 'http://hl7.org/fhir/administrative-gender', code: 'female' }],
  },
}
const validated = { resourceType: 'Parameters', parameter: [{ name: 'result', valueBoolean: true }] }

const type = 'Such as `Patient`.'
const resource_id = 'The id of the resource.'

/** The operations of the FHIR R4 server. */
export const operationCalls = [
  {
    method: 'GET',
    path: '/Patient/{resource_id}/$everything',
    name: 'readPatientEverything',
    summary: 'Read a patient and everything in the compartment of the patient',
    rare: true,
    params: { resource_id },
    query: {
      _count: 'Number of resources per page.',
      _type: 'Only these types, separated by commas.',
      start: 'The first day of the care: `2026-01-01`.',
      end: 'The last day of the care.',
    },
    reads: true,
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'POST',
    path: '/Patient/{resource_id}/$everything',
    name: 'askPatientEverything',
    summary: 'Read a patient and everything in the compartment of the patient, with a Parameters resource',
    tool: null,
    params: { resource_id },
    body: sentParameters({ resourceType: 'Parameters', parameter: [{ name: '_count', valueInteger: 50 }] }),
    reads: true,
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'GET',
    path: '/DocumentReference/$docref',
    name: 'findDocuments',
    summary: 'Find the documents of a patient: those about care in a time, or the latest of each type',
    rare: true,
    query: {
      patient: { description: 'The id of the patient.', required: true },
      start: 'The first day of the care: `2026-01-01`.',
      end: 'The last day of the care.',
      type: 'Types of documents: `http://loinc.org|34133-9`.',
    },
    reads: true,
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'POST',
    path: '/DocumentReference/$docref',
    name: 'askDocuments',
    summary: 'Find the documents of a patient, with a Parameters resource',
    tool: null,
    body: sentParameters({ resourceType: 'Parameters', parameter: [{ name: 'patient', valueId: 'p1' }] }),
    reads: true,
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'GET',
    path: '/Observation/$lastn',
    name: 'findLastObservations',
    summary: 'Find the latest observations of each code of a patient',
    openQuery: true,
    tool: null,
    query: {
      patient: { description: 'The id of the patient.', required: true },
      category: 'Their category, such as `laboratory`; or give `code`.',
      code: 'Their codes: `http://loinc.org|2345-7`.',
      max: 'How many of each code; 1 without it.',
    },
    reads: true,
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'POST',
    path: '/Observation/$lastn',
    name: 'askLastObservations',
    summary: 'Find the latest observations of each code of a patient, with a Parameters resource',
    tool: null,
    body: sentParameters({
      resourceType: 'Parameters',
      parameter: [
        { name: 'patient', valueString: 'p1' },
        { name: 'category', valueString: 'laboratory' },
      ],
    }),
    reads: true,
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'GET',
    path: '/ValueSet/$expand',
    name: 'expandValueSet',
    summary: 'List the codes of a value set of the record or of FHIR R4',
    tool: null,
    query: {
      url: { description: 'Its URL: `http://hl7.org/fhir/ValueSet/administrative-gender`.', required: true },
      filter: 'A part of a code or of its display.',
      count: 'Number of codes.',
      offset: 'Number of codes before these.',
    },
    reads: true,
    status: 200,
    answer: fhir(expanded),
  },
  {
    method: 'POST',
    path: '/ValueSet/$expand',
    name: 'askExpandedValueSet',
    summary: 'List the codes of a value set, with a Parameters resource',
    tool: null,
    body: sentParameters({ resourceType: 'Parameters', parameter: [{ name: 'url', valueUri: genders }] }),
    reads: true,
    status: 200,
    answer: fhir(expanded),
  },
  {
    method: 'GET',
    path: '/ValueSet/$validate-code',
    name: 'validateCode',
    summary: 'Find out whether a code is in a value set of the record or of FHIR R4',
    tool: null,
    query: {
      url: { description: 'The URL of the value set.', required: true },
      code: { description: 'The code.', required: true },
      system: 'The URL of its system.',
      display: 'Its display, to be compared.',
    },
    reads: true,
    status: 200,
    answer: fhir(validated),
  },
  {
    method: 'POST',
    path: '/ValueSet/$validate-code',
    name: 'askValidatedCode',
    summary: 'Find out whether a code is in a value set, with a Parameters resource',
    tool: null,
    body: sentParameters({
      resourceType: 'Parameters',
      parameter: [
        { name: 'url', valueUri: genders },
        { name: 'code', valueCode: 'female' },
      ],
    }),
    reads: true,
    status: 200,
    answer: fhir(validated),
  },
  {
    method: 'GET',
    path: '/{type}/{resource_id}/$validate',
    name: 'validateStoredResource',
    summary: 'Validate a stored resource',
    rare: true,
    tool: { name: 'validate' },
    params: { type, resource_id },
    status: 200,
    answer: fhir(outcome),
  },
  {
    method: 'POST',
    path: '/{type}/{resource_id}/$validate',
    name: 'validateUpdate',
    summary: 'Validate a resource as a replacement of the stored one, without storing it',
    rare: true,
    tool: { name: 'validate' },
    params: { type, resource_id },
    body: sentResource(patient),
    status: 200,
    answer: fhir(outcome),
  },
] as const satisfies readonly CallDescription[]
