import type { JsonValue } from '@carebench/protocol/wire'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { recordServer } from '../../testing/record-server.js'

const ann: FhirResource = { resourceType: 'Patient', id: 'ann', active: true }
function parameters(...parameter: JsonValue[]): JsonValue {
  return { resourceType: 'Parameters', parameter }
}

describe('$validate', () => {
  it.each<[string, JsonValue, readonly string[]]>([
    ['Patient/$validate', { resourceType: 'Patient' }, ['information informational']],
    ['Patient/$validate', { resourceType: 'Patient', name: [], gender: null }, ['error structure', 'error structure']],
    ['Patient/$validate', { resourceType: 'Group' }, ['error invalid']],
    ['Patient/$validate', 7, ['error structure']],
    ['Patient/ann/$validate', ann, ['information informational']],
    ['Patient/new/$validate', { ...ann, id: 'new' }, ['information informational']],
    ['Patient/bob/$validate', ann, ['error invalid']],
    ['Patient/bob/$validate?mode=create', ann, ['information informational']],
    ['Patient/ann/$validate?mode=update', { resourceType: 'Patient' }, ['error invalid']],
    ['Patient/$validate', parameters({ name: 'resource', resource: ann }), ['information informational']],
    ['Patient/$validate', parameters({ name: 'resource', resource: { ...ann, name: [] } }), ['error structure']],
    ['Patient/ann/$validate', parameters({ name: 'mode', valueCode: 'delete' }), ['information informational']],
    ['Parameters/$validate', parameters({ name: 'x', valueString: '' }), ['error structure']],
    ['Parameters/$validate', parameters({ name: 'x', valueString: 'y' }), ['information informational']],
  ])('returns the issues of POST %s %j', (url, body, expected) => {
    const { send } = recordServer([ann])
    const response = send('POST', url, body)
    expect(response).toMatchObject({ status: 200, effects: [], json: { resourceType: 'OperationOutcome' } })
    expect(response.json.issue.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected)
  })

  it('validates the stored resource with GET', () => {
    const { send } = recordServer([ann, { resourceType: 'Patient', id: 'odd', name: [] }])
    expect(send('GET', 'Patient/ann/$validate').json.issue).toMatchObject([{ severity: 'information' }])
    expect(send('GET', 'Patient/odd/$validate').json.issue).toMatchObject([{ severity: 'error' }])
    expect(send('GET', 'Patient/ann/$validate').events).toEqual([{ type: 'read', resourceType: 'Patient', id: 'ann' }])
    expect(send('GET', 'Patient/none/$validate').status).toBe(404)
  })

  it.each<[string, string, JsonValue | undefined, number]>([
    ['POST', 'Patient/$validate', undefined, 400],
    ['POST', 'Patient/$validate', parameters({ name: 'mode', valueCode: 'create' }), 400],
    ['POST', 'Patient/$validate?mode=delete', ann, 400],
    ['POST', 'Patient/$validate?mode=destroy', ann, 400],
    ['POST', 'Patient/$validate?profile=http://example.org/p', ann, 400],
    [
      'POST',
      'Patient/$validate',
      parameters({ name: 'resource', resource: ann }, { name: 'profile', valueUri: 'http://example.org/p' }),
      400,
    ],
    [
      'POST',
      'Patient/$validate',
      parameters({ name: 'resource', resource: ann }, { name: 'shoe', valueInteger: 7 }),
      400,
    ],
    ['POST', 'Patient/$validate?shoe=7', ann, 400],
    ['POST', 'Patient/$validate', 'no json', 400],
    ['POST', 'Patients/$validate', ann, 404],
    ['GET', 'Patient/$validate', undefined, 405],
    ['POST', '$validate', ann, 501],
  ])('rejects %s %s %j with %d', (method, url, body, status) => {
    const response = recordServer([ann]).send(method, url, body)
    expect(response).toMatchObject({ status, effects: [], events: [], json: { resourceType: 'OperationOutcome' } })
    expect(response.json.issue[0]?.severity).toBe('error')
  })

  it('reports the same issues as a write, for any body', () => {
    const bodies: readonly JsonValue[] = [
      ann,
      { resourceType: 'Patient', id: '_' },
      { resourceType: 'Patient', contact: [{ name: {} }], birthDate: '' },
      { resourceType: 'Patient', link: [{ other: { reference: 'Patient?family=x' } }] },
      { resourceType: 'Patient', deceased: [[]] },
    ]
    for (const body of bodies) {
      const { send } = recordServer()
      const validated = send('POST', 'Patient/$validate', body).json.issue
      const written = send('POST', 'Patient', body)
      if (written.status === 201) expect(validated).toMatchObject([{ severity: 'information' }])
      else expect(validated).toEqual(written.json.issue)
    }
  })
})
