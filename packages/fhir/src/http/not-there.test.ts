import type { JsonValue } from '@carebench/protocol/wire'
import { expect, it } from 'vitest'
import { recordServer } from '../testing/record-server.js'

const parameters = { resourceType: 'Parameters', parameter: [] }
function bundle(type: string, ...urls: readonly string[]): JsonValue {
  return {
    resourceType: 'Bundle',
    type,
    entry: urls.map((url) => ({ request: { method: 'GET', url } })),
  }
}

/** The features that the guide lists as unsupported. */
it.each<[method: string, url: string, status: number, body?: JsonValue, type?: string]>([
  ['PATCH', 'Patient/1', 415, parameters, 'application/fhir+json'],
  ['PATCH', 'Patient/1', 415, '<diff/>', 'application/xml-patch+xml'],
  ['GET', 'Patient/_history?_at=2026', 400],
  ['GET', '_history?_list=1', 400],
  ['GET', '_history?_sort=_lastUpdated', 400],
  ['GET', '_history?_elements=id', 400],
  ['GET', '_history?_summary=true', 400],
  ['GET', 'Patient/$everything', 501],
  ['GET', 'Encounter/1/$everything', 501],
  ['POST', 'ConceptMap/$translate', 501, parameters],
  ['POST', '$convert', 501, parameters],
  ['POST', 'Patient/$validate?profile=http://example.org/p', 400, { resourceType: 'Patient' }],
  ['GET', 'Practitioner/1/Observation', 501],
  ['GET', 'Patient/1/*/x', 404],
  ['GET', '?_include=Observation:subject', 400],
  ['DELETE', 'Patient?active=true', 412],
  ['POST', '', 400, bundle('document', 'Patient/1')],
  ['POST', '', 400, bundle('message', 'Patient/1')],
  ['GET', 'Patient?_format=xml', 406],
  ...['gender:not-in=x', 'gender:above=x', 'gender:below=x', 'gender:of-type=a%7Cb%7Cc', 'name:in=x'].map(
    (query): [string, string, number] => ['GET', `Patient?${query}`, 400],
  ),
  ...['_text', '_content', '_filter', '_list', '_query', '_contained', '_containedType'].map(
    (name): [string, string, number] => ['GET', `Patient?${name}=a`, 400],
  ),
  ['GET', 'Patient?_sort=_score', 400],
  ['GET', 'Location?near=1%7C1', 400],
  ['GET', 'Bundle?composition=1', 400],
  ['GET', 'Bundle?message=1', 400],
  ['GET', 'MolecularSequence?chromosome-variant-coordinate=1$2', 400],
  ['GET', 'MolecularSequence?referenceseqid-variant-coordinate=1$2', 400],
])('%s %s is rejected with %i', (method, url, status, body, type) => {
  const { send } = recordServer(['1', '2'].map((id) => ({ resourceType: 'Patient', id, active: true })))
  const answer = send(method, url, body, type === undefined ? {} : { 'content-type': type })
  expect([answer.status, answer.json.resourceType, answer.effects]).toEqual([status, 'OperationOutcome', []])
  expect(answer.json.issue[0]?.diagnostics).toMatch(/xpected|upported|use |GET |match|Leave|Paths are/)
})

it.each(['Patient/1/$validate', 'Patient/_search'])('an entry of a batch with %s is rejected', (url) => {
  const { send } = recordServer([{ resourceType: 'Patient', id: '1' }])
  expect(send('POST', '', bundle('batch', url)).json.entry[0]?.response.status).toBe('405 Method Not Allowed')
})
