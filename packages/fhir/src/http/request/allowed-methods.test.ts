import { describe, expect, it } from 'vitest'
import { recordServer } from '../../testing/record-server.js'
import { allowedMethods } from './allowed-methods.js'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const paths = [
  '',
  '_search',
  'metadata',
  '_history',
  'Patient',
  'Patient/_search',
  'Patient/_history',
  'Patient/$validate',
  'Patient/p',
  'Patient/p/_history',
  'Patient/p/_history/1',
  'Patient/p/$everything',
  'Patient/p/$validate',
  'Patient/p/Observation',
  'Patient/p/Observation/_search',
]

describe('Allow', () => {
  it.each(paths)('names exactly the methods that are not 405: %j', (path) => {
    const { send } = recordServer([{ resourceType: 'Patient', id: 'p' }])
    const responses = methods.map((method) => ({ method, ...send(method, path, {}) }))
    const allow = allowedMethods(path === '' ? [] : path.split('/'))
    expect([...allow].sort()).toEqual(
      responses
        .filter(({ status }) => status !== 405)
        .map(({ method }) => method)
        .sort(),
    )
    for (const { status, headers } of responses)
      expect(headers.allow).toBe(status === 405 ? allow.join(', ') : undefined)
  })

  it('is that of the base if a transaction entry has a method that its URL does not allow', () => {
    const entry = [{ request: { method: 'POST', url: 'Patient/$validate' }, resource: { resourceType: 'Patient' } }]
    const { send } = recordServer([])
    const response = send('POST', '', { resourceType: 'Bundle', type: 'transaction', entry })
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  })
})
