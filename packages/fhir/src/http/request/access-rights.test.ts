import type { JsonValue } from '@carebench/protocol/wire'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { FhirStore } from '../../store/store.js'
import { handleFhir } from '../interactions.js'

const patient = { resourceType: 'Patient', id: 'a' }
const patchType = { 'content-type': 'application/json-patch+json' }
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

function ask(
  rights: string | undefined,
  method: string,
  url: string,
  body?: JsonValue,
  headers: Record<string, string> = {},
  resources: FhirResource[] = [patient],
) {
  const [path = '', query = ''] = url.split('?')
  const request = {
    method,
    path,
    query,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(rights === undefined ? {} : { rights }),
  }
  const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }
  return handleFhir(FhirStore.fromResources(resources), request, context)
}

/** Each interaction, with the right that it needs according to SMART 2. */
const interactions: readonly [string, string, string, JsonValue?, Record<string, string>?][] = [
  ['', 'GET', 'metadata'],
  ['s', 'GET', '?_type=Patient'],
  ['s', 'POST', '_search', '_type=Patient', formType],
  ['s', 'GET', '_history'],
  ['s', 'GET', 'Patient?_id=a'],
  ['s', 'HEAD', 'Patient'],
  ['s', 'POST', 'Patient/_search', '_id=a', formType],
  ['s', 'GET', 'Patient/_history'],
  ['s', 'GET', 'Patient/a/Observation'],
  ['s', 'POST', 'Patient/a/Observation/_search', '_id=x', formType],
  ['r', 'GET', 'Patient/a'],
  ['r', 'HEAD', 'Patient/a'],
  ['r', 'GET', 'Patient/a/_history'],
  ['r', 'GET', 'Patient/a/_history/1'],
  ['r', 'GET', 'Patient/a/$everything'],
  ['r', 'POST', 'Patient/$validate', patient],
  ['c', 'POST', 'Patient', { resourceType: 'Patient' }],
  ['u', 'PUT', 'Patient/a', patient],
  ['u', 'PUT', 'Patient?_id=a', patient],
  ['u', 'PATCH', 'Patient/a', [], patchType],
  ['d', 'DELETE', 'Patient/a'],
  ['d', 'DELETE', 'Patient?_id=a'],
]

describe('a caller with rights', () => {
  it.each(interactions)('needs the right %j to %s %s', (needed, method, url, body, headers) => {
    for (const right of ['', ...'cruds']) {
      const answer = ask(right, method, url, body, headers)
      expect([right, answer.status === 403]).toEqual([right, needed !== '' && right !== needed])
      if (answer.status !== 403) continue
      expect(answer.effects).toEqual([])
      expect(answer.events).toEqual([])
      expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"')
      if (method !== 'HEAD') expect(JSON.parse(answer.body ?? '')).toMatchObject({ issue: [{ code: 'forbidden' }] })
    }
    expect(ask('cruds', method, url, body, headers)).toEqual(ask(undefined, method, url, body, headers))
    expect(ask(undefined, method, url, body, headers).status).toBeLessThan(300)
  })

  it('is rejected per entry in a batch, and as a whole in a transaction', () => {
    const entry = [
      { request: { method: 'GET', url: 'Patient/a' } },
      { resource: { resourceType: 'Basic', code: { text: 'Note' } }, request: { method: 'POST', url: 'Basic' } },
    ]
    const batch = ask('rs', 'POST', '', { resourceType: 'Bundle', type: 'batch', entry })
    expect(batch.effects).toEqual([])
    expect(JSON.parse(batch.body ?? '').entry).toMatchObject([
      { resource: { id: 'a' }, response: { status: '200 OK' } },
      { response: { status: '403 Forbidden', outcome: { issue: [{ code: 'forbidden' }] } } },
    ])
    const transaction = ask('rs', 'POST', '', { resourceType: 'Bundle', type: 'transaction', entry })
    expect([transaction.status, transaction.effects]).toEqual([403, []])
    expect(ask('crs', 'POST', '', { resourceType: 'Bundle', type: 'transaction', entry }).status).toBe(200)
  })

  const secret = 'Sample-Secret'
  const writes: readonly [string, string, JsonValue, Record<string, string>][] = [
    ['PATCH', 'Patient/a', [], patchType],
    ['PATCH', 'Patient?_id=a', [], patchType],
    ['PATCH', 'Patient/a', [{ op: 'test', path: '/name/0/family', value: 'x' }], patchType],
    ['PATCH', 'Patient/a', [{ op: 'move', from: '/name/0/family', path: '/gender' }], patchType],
    ['POST', 'Patient', { resourceType: 'Patient' }, { 'if-none-exist': '_id=a' }],
  ]
  it.each(writes)('gets no data from %s %s %j without the right to read', (method, url, body, headers) => {
    const resources = [{ ...patient, name: [{ family: secret }] }]
    const entry = {
      request: { method, url, ...(headers['if-none-exist'] && { ifNoneExist: '_id=a' }) },
      resource:
        method === 'POST'
          ? body
          : {
              resourceType: 'Binary',
              contentType: 'application/json-patch+json',
              data: btoa(JSON.stringify(body)),
            },
    }
    const whole = { prefer: 'return=representation' }
    for (const right of ['cud', 'u', 'c', 'cudr', 'cuds']) {
      const alone = ask(right, method, url, body, { ...headers, ...whole }, resources)
      const responses = [
        alone,
        ...['batch', 'transaction'].map((type) =>
          ask(right, 'POST', '', { resourceType: 'Bundle', type, entry: [entry] }, whole, resources),
        ),
      ]
      for (const answer of responses) {
        if (answer.status === 403) continue
        expect([right, answer.body?.includes(secret) ?? false]).toEqual([
          right,
          /[rs]/.test(right) && !(answer.body ?? '').includes('403 Forbidden'),
        ])
      }
      if (alone.status < 300) expect(alone.headers.etag).toBeDefined()
    }
  })

  it('receives what it wrote', () => {
    expect(ask('u', 'PUT', 'Patient/a', patient).body).toContain('"Patient"')
    expect(ask('c', 'POST', 'Patient', { resourceType: 'Patient' }).body).toContain('"Patient"')
  })
})

describe('rights to one type (SMART 2.2, system/Patient.rs)', () => {
  const subject = { reference: 'Patient/a' }
  const observation = { resourceType: 'Observation', id: 'o', status: 'final', code: { text: 'K' }, subject }
  const chart = [patient, observation]
  const send = (rights: string, method: string, url: string, body?: JsonValue) => {
    return ask(rights, method, url, body, {}, chart)
  }

  it.each<[rights: string, method: string, url: string, status: number, body?: JsonValue]>([
    ['Patient.rs', 'GET', 'Patient/a', 200],
    ['Patient.rs', 'GET', 'Patient?_id=a', 200],
    ['Patient.rs', 'GET', 'Observation/o', 403],
    ['Patient.rs', 'GET', 'Observation', 403],
    ['Patient.rs', 'GET', 'Patient/a/Observation', 403],
    ['Patient.rs,Observation.s', 'GET', 'Patient/a/Observation', 200],
    ['Patient.r', 'GET', 'Patient', 403],
    ['Patient.rs', 'GET', '?_type=Patient', 200],
    ['Patient.rs', 'GET', '?_type=Patient,Observation', 403],
    ['Patient.rs', 'GET', '', 403],
    ['Patient.rs', 'GET', '_history', 403],
    ['Patient.rs', 'GET', 'Patient/_history', 200],
    ['Patient.rs', 'GET', 'Patient/a/*?_type=Patient', 200],
    ['Patient.rs', 'GET', 'Patient/a/*', 403],
    ['Patient.rs', 'GET', 'Patient?_has:Observation:patient:status=final', 403],
    ['Observation.rs', 'GET', 'Observation?patient.gender=male', 403],
    ['Observation.rs,Patient.s', 'GET', 'Observation?patient.gender=male', 200],
    ['Observation.rs', 'GET', 'Observation?patient=a', 200],
    ['Observation.rs', 'GET', 'Observation/$lastn?patient=a&category=x&patient.gender=male', 403],
    ['Patient.rs', 'PUT', 'Patient/a', 403, patient],
    ['Patient.u', 'PUT', 'Patient/a', 200, patient],
    ['Patient.u', 'PUT', 'Patient?_has:Observation:patient:status=final', 403, patient],
    ['rs,Patient.u', 'PUT', 'Patient/a', 200, patient],
    ['rs,Patient.u', 'PUT', 'Observation/o', 403, observation],
    ['rs,Patient.u', 'GET', 'Observation/o', 200],
  ])('%s: %s %s is %i', (rights, method, url, status, body) => {
    expect(send(rights, method, url, body).status).toBe(status)
  })

  it('leave resources of other types out of included resources', () => {
    const listIds = (rights: string, url: string) =>
      JSON.parse(send(rights, 'GET', url).body ?? '{}').entry.map((one: { resource: FhirResource }) => one.resource.id)
    for (const url of ['Patient?_revinclude=Observation:subject', 'Patient/a/$everything']) {
      expect(listIds('Patient.rs', url)).toEqual(['a'])
      expect(listIds('Patient.rs,Observation.r', url)).toEqual(['a', 'o'])
    }
    expect(listIds('Observation.rs', 'Observation?_include=Observation:subject')).toEqual(['o'])
  })

  it('apply to each entry of a batch, and not to the resource that a write returns', () => {
    const entry = ['Patient/a', 'Observation/o'].map((url) => ({ request: { method: 'GET', url } }))
    const answer = send('Patient.rs', 'POST', '', { resourceType: 'Bundle', type: 'batch', entry })
    const statuses = JSON.parse(answer.body ?? '{}').entry.map(
      (one: { response: { status: string } }) => one.response.status,
    )
    expect(statuses).toEqual(['200 OK', '403 Forbidden'])
  })
})
