import { expect, it } from 'vitest'
import { createRedact } from '../results/redact.js'
import { holdsSecret } from './secret-calls.js'

const secret = 'sk-live/0123456789'
const redact = createRedact([secret])

function call(members: {
  readonly path?: string
  readonly search?: string
  readonly header?: string
  readonly body?: string
}) {
  const { path = '/v1/x', search = '', header = '', body = '' } = members
  const headers = { 'x-note': header, authorization: `Bearer ${secret}` }
  return holdsSecret({ path, search, headers, body: new TextEncoder().encode(body) }, redact)
}

it.each([
  [{ body: `{"text":"${secret}"}` }],
  [{ body: String.raw`{"text":"sk\u002dlive\/0123456789"}` }],
  [{ body: JSON.stringify({ data: btoa(`key ${secret}`) }) }],
  [{ body: 'name=sk-live%2F0123456789' }],
  [{ search: '?name=%73k-live%2F0123456789' }],
  [{ path: `/v1/x/${encodeURIComponent(secret)}` }],
  [{ header: secret }],
])('finds a secret in %j', (members) => {
  expect(call(members)).toBe(true)
})

it('finds nothing in other calls, including the token of the call', () => {
  expect(call({ body: '{"text":"sk-live/012345678"}', search: '?name=%ff%', header: 'a' })).toBe(false)
})
