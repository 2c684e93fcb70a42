import type { CallDescription, JsonValue } from '@carebench/protocol'

const patient = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Sample', given: ['Jordan'] }] }
const newPatient = { resourceType: 'Patient', name: patient.name }
const searchset = {
  resourceType: 'Bundle',
  type: 'searchset',
  total: 1,
  link: [{ relation: 'self', url: 'Patient?family=sample' }],
  entry: [{ fullUrl: 'Patient/p1', resource: patient, search: { mode: 'match' } }],
}
const history = {
  resourceType: 'Bundle',
  type: 'history',
  total: 1,
  entry: [{ resource: patient, request: { method: 'POST', url: 'Patient' }, response: { status: '201' } }],
}
const outcome = {
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'information', code: 'informational', diagnostics: 'No issues detected.' }],
}
const batch = {
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [{ resource: newPatient, request: { method: 'POST', url: 'Patient' } }],
}

function fhir(example: JsonValue) {
  return { 'application/fhir+json': { example } }
}

const ifMatch = { 'if-match': 'The expected version: `W/"1"`; any other is answered 412.' }
const patch = { 'application/json-patch+json': { example: [{ op: 'replace', path: '/active', value: true }] } }
const search = {
  _count: 'Number of matches per page.',
  _sort: 'Search parameters to sort by, with `-` for descending.',
  _include: 'References of the matches whose targets are included: `MedicationRequest:patient`.',
  _elements: 'The elements to return.',
}

const type = 'The type of resource: `Patient`.'
const resource_id = 'The id of the resource.'
const version_id = 'The number of the version of the resource.'

/** The FHIR R4 server. Search parameters of each type: `metadata`. */
export const fhirCalls = [
  {
    method: 'GET',
    path: '/metadata',
    name: 'readCapabilities',
    summary: 'Read what the FHIR server supports, as a CapabilityStatement',
    status: 200,
    answer: fhir({ resourceType: 'CapabilityStatement', status: 'active', kind: 'instance', fhirVersion: '4.0.1' }),
  },
  {
    method: 'POST',
    path: '',
    name: 'sendBundle',
    summary: 'Execute a batch, or a transaction (all or nothing)',
    body: fhir(batch),
    status: 200,
    answer: fhir({ resourceType: 'Bundle', type: 'transaction-response', entry: [{ response: { status: '201' } }] }),
  },
  {
    method: 'GET',
    path: '',
    name: 'searchSystem',
    summary: 'Search resources of several types by their common parameters',
    query: { _type: 'The types, separated by commas: `Patient,Coverage`.', ...search },
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'POST',
    path: '/_search',
    name: 'searchSystemByForm',
    summary: 'Search resources of several types, with the parameters in a form',
    body: { 'application/x-www-form-urlencoded': { example: '_type=Patient,Coverage&_id=p1' } },
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'GET',
    path: '/_history',
    name: 'readSystemHistory',
    summary: 'Read the history of the record, newest first',
    query: { _count: 'Number of entries per page.', _since: 'Only changes at or after this instant.' },
    status: 200,
    answer: fhir(history),
  },
  {
    method: 'GET',
    path: '/{type}',
    name: 'searchType',
    summary: 'Search resources of a type by its R4 search parameters; unknown parameters are refused',
    params: { type },
    query: search,
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'POST',
    path: '/{type}',
    name: 'createResource',
    summary: 'Create a resource',
    params: { type },
    headers: {
      'if-none-exist': 'A search; if it has one match, that resource is returned and none is created.',
      prefer: '`return=minimal`, `return=representation` or `return=OperationOutcome`.',
    },
    body: fhir(newPatient),
    status: 201,
    answer: fhir(patient),
  },
  {
    method: 'PUT',
    path: '/{type}',
    name: 'updateMatch',
    summary: 'Update the only match of the search in the query, or create a resource',
    params: { type },
    body: fhir(newPatient),
    status: 200,
    answer: fhir(patient),
  },
  {
    method: 'PATCH',
    path: '/{type}',
    name: 'patchMatch',
    summary: 'Patch the only match of the search in the query',
    params: { type },
    body: patch,
    status: 200,
    answer: fhir(patient),
  },
  {
    method: 'DELETE',
    path: '/{type}',
    name: 'deleteMatch',
    summary: 'Delete the only match of the search in the query',
    params: { type },
    status: 204,
  },
  {
    method: 'POST',
    path: '/{type}/_search',
    name: 'searchTypeByForm',
    summary: 'Search resources of a type, with the parameters in a form',
    params: { type },
    body: { 'application/x-www-form-urlencoded': { example: 'family=sample&birthdate=ge1960' } },
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'GET',
    path: '/{type}/_history',
    name: 'readTypeHistory',
    summary: 'Read the history of the resources of a type, newest first',
    params: { type },
    status: 200,
    answer: fhir(history),
  },
  {
    method: 'POST',
    path: '/{type}/$validate',
    name: 'validateResource',
    summary: 'Validate a resource without storing it',
    params: { type },
    body: fhir(newPatient),
    status: 200,
    answer: fhir(outcome),
  },
  {
    method: 'GET',
    path: '/{type}/{resource_id}',
    name: 'readResource',
    summary: 'Read a resource',
    params: { type, resource_id },
    status: 200,
    answer: fhir(patient),
  },
  {
    method: 'PUT',
    path: '/{type}/{resource_id}',
    name: 'updateResource',
    summary: 'Replace a resource, or create it under this id',
    params: { type, resource_id },
    headers: ifMatch,
    body: fhir(patient),
    status: 200,
    answer: fhir(patient),
  },
  {
    method: 'PATCH',
    path: '/{type}/{resource_id}',
    name: 'patchResource',
    summary: 'Change elements of a resource with a JSON Patch',
    params: { type, resource_id },
    headers: ifMatch,
    body: patch,
    status: 200,
    answer: fhir(patient),
  },
  {
    method: 'DELETE',
    path: '/{type}/{resource_id}',
    name: 'deleteResource',
    summary: 'Delete a resource',
    params: { type, resource_id },
    headers: ifMatch,
    status: 204,
  },
  {
    method: 'GET',
    path: '/{type}/{resource_id}/_history',
    name: 'readResourceHistory',
    summary: 'Read the versions of a resource, newest first',
    params: { type, resource_id },
    status: 200,
    answer: fhir(history),
  },
  {
    method: 'GET',
    path: '/{type}/{resource_id}/_history/{version_id}',
    name: 'readResourceVersion',
    summary: 'Read one version of a resource',
    params: { type, resource_id, version_id },
    status: 200,
    answer: fhir(patient),
  },
  {
    method: 'GET',
    path: '/Patient/{resource_id}/$everything',
    name: 'readPatientEverything',
    summary: 'Read a patient and everything in the compartment of the patient',
    params: { resource_id },
    query: { _count: 'Number of resources per page.', _type: 'Only these types, separated by commas.' },
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'POST',
    path: '/Patient/{resource_id}/$everything',
    name: 'askPatientEverything',
    summary: 'Read a patient and everything in the compartment of the patient, with a Parameters resource',
    params: { resource_id },
    body: fhir({ resourceType: 'Parameters', parameter: [{ name: '_count', valueInteger: 50 }] }),
    status: 200,
    answer: fhir(searchset),
  },
  {
    method: 'GET',
    path: '/{type}/{resource_id}/$validate',
    name: 'validateStoredResource',
    summary: 'Validate a stored resource',
    params: { type, resource_id },
    status: 200,
    answer: fhir(outcome),
  },
  {
    method: 'POST',
    path: '/{type}/{resource_id}/$validate',
    name: 'validateUpdate',
    summary: 'Validate a resource as a replacement of the stored one, without storing it',
    params: { type, resource_id },
    body: fhir(patient),
    status: 200,
    answer: fhir(outcome),
  },
] as const satisfies readonly CallDescription[]
