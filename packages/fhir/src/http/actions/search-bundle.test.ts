import { describe, expect, it } from 'vitest'
import { recordServer } from '../../testing/record-server.js'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const ann = { resourceType: 'Patient', id: 'ann', name: [{ family: 'Example' }], birthDate: '1980-01-01' }
const bob = { resourceType: 'Patient', id: 'bob', name: [{ family: 'Other' }], birthDate: '1990-01-01' }

describe('a search parameter without a value', () => {
  it.each([
    ['GET', 'Patient?name=&birthdate=1980', 'Patient?birthdate=1980'],
    ['GET', 'Patient?name&birthdate=1980&_sort=&_count=&_summary=', 'Patient?birthdate=1980'],
    ['GET', 'Patient?name:exact=&general-practitioner.name=&birthdate=1980', 'Patient?birthdate=1980'],
    ['GET', '?_type=Patient&_tag=&_sort=&birthdate=1980', '?_type=Patient&birthdate=1980'],
    ['GET', '?_type=&_id=ann', '?_id=ann'],
    ['POST', 'Patient/_search?name=', 'Patient?birthdate=1980'],
  ])('%s %s ignores it and leaves it out of the self link', (method, url, self) => {
    const { send } = recordServer([ann, bob])
    const { status, json } = send(method, url, method === 'GET' ? undefined : 'gender=&birthdate=1980', form)
    expect(status).toBe(200)
    expect(json.entry.map(({ fullUrl }) => fullUrl)).toEqual(['Patient/ann'])
    expect(json.link).toEqual([{ relation: 'self', url: self }])
  })

  it('is still rejected if the type has no such parameter', () => {
    const { send } = recordServer([ann])
    expect(send('GET', 'Patient?nmae=')).toMatchObject({ status: 400, json: { issue: [{ code: 'not-supported' }] } })
    expect(send('GET', '?_type=Patient&nmae=').status).toBe(400)
  })

  it('is rejected as the condition of a write', () => {
    const { send, patch, store } = recordServer([ann])
    const rejected = { status: 400, json: { issue: [{ diagnostics: expect.stringContaining('expected a value') }] } }
    const body = { resourceType: 'Patient' }
    expect(send('PUT', 'Patient?name=', body)).toMatchObject(rejected)
    expect(send('DELETE', 'Patient?birthdate=1980&name=')).toMatchObject(rejected)
    expect(send('POST', 'Patient', body, { 'if-none-exist': 'identifier=' })).toMatchObject(rejected)
    expect(patch('Patient?name=', [{ op: 'add', path: '/active', value: true }])).toMatchObject(rejected)
    expect(store.size).toBe(1)
  })
})
