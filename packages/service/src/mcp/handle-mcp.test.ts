import { describe, expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('a message', () => {
  it('is answered in JSON, without a session', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const answer = await call(organizationKey, 'POST', '/mcp', ping)
    expect([answer.status, answer.body]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }])
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.headers['mcp-session-id']).toBe(undefined)
    expect(answer.headers['x-request-id']).toBeDefined()
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('that wants no answer is taken', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const answer = await call(organizationKey, 'POST', '/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([answer.status, answer.text]).toEqual([202, ''])
  })

  it('needs the key of an organization', async () => {
    const { call, solverKey } = await createServiceUnderTest()
    for (const token of [null, 'vk_wrong', solverKey]) {
      const answer = await call(token, 'POST', '/mcp', ping)
      expect([answer.status, answer.body]).toMatchObject([401, { error: { code: 'UNAUTHORIZED' } }])
    }
  })

  it.each([
    [[ping, { ...ping, id: 2 }], 200],
    ['text', 400],
    [{ jsonrpc: '1.0', id: 1, method: 'ping' }, 400],
    [{ method: 'ping' }, 400],
    [[], 202],
  ])('%j is answered %i', async (message, status) => {
    const { call, organizationKey } = await createServiceUnderTest()
    expect((await call(organizationKey, 'POST', '/mcp', message)).status).toBe(status)
  })

  it('of a method that is not known is refused in its own terms', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const { body } = await call(organizationKey, 'POST', '/mcp', { ...ping, method: 'sampling/createMessage' })
    expect(body).toMatchObject({ id: 1, error: { code: -32601 } })
  })

  it('of a page of another origin is refused', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    const headers = { host: 'bench.example.org', origin: 'https://evil.example.org' }
    const answer = await call(organizationKey, 'POST', '/mcp', ping, headers)
    expect([answer.status, answer.body]).toMatchObject([
      403,
      { jsonrpc: '2.0', error: { message: expect.any(String) } },
    ])
  })

  it('may only be posted', async () => {
    const { call, organizationKey } = await createServiceUnderTest()
    for (const method of ['GET', 'DELETE']) {
      const answer = await call(organizationKey, method, '/mcp')
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
    }
  })
})
