import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createServer } from '../server.js'
import { type RunningServer, readToEnd, startServer, textAnswer } from '../testing/running-server.js'
import { TrustedProxies } from './trusted-proxies.js'

describe('trusted proxies', () => {
  it('are named by range', () => {
    const proxies = TrustedProxies.from(['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.7'])
    for (const address of ['127.9.9.9', '::1', '::ffff:127.0.0.1', '10.255.0.1', '2001:db8::5', '192.0.2.7']) {
      expect(proxies.trusts(address), address).toBe(true)
    }
    for (const address of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '', 'unknown', undefined]) {
      expect(proxies.trusts(address), address).toBe(false)
    }
    for (const range of ['', 'localhost', '10.0.0.0/33', '::/129', '10.0.0/8', '10.0.0.1 ']) {
      expect(() => TrustedProxies.from([range]), range).toThrow('must be loopback, an address, or a range')
    }
    for (const range of ['0.0.0.0/0', '::/0']) {
      expect(() => TrustedProxies.from([range]), range).toThrow('must not be all addresses')
    }
  })

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['127.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9, 127.0.0.1', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, unknown', ''],
    ['127.0.0.1, ::1', '127.0.0.1'],
    [undefined, ''],
  ])('forward the address of the client: %s [transport.forwarded-client]', (forwarded, client) => {
    const headers = { 'x-forwarded-proto': 'https', ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) }
    expect(TrustedProxies.from(['loopback']).clientOf(headers)).toEqual({ client })
  })

  it.each([[undefined], ['http'], ['https, http'], ['http, https'], ['wss']])(
    'get a rejection for requests that did not come over HTTPS: %s [transport.behind-a-proxy]',
    (protocol) => {
      const headers = protocol === undefined ? {} : { 'x-forwarded-proto': protocol }
      expect(TrustedProxies.from(['loopback']).clientOf(headers)).toMatchObject({ code: 'HTTPS_REQUIRED' })
    },
  )
})

describe('behind a proxy, the server', () => {
  /** Returns the response that the proxy gets for a forwarded request. */
  function forward(at: RunningServer, headers: Record<string, string>) {
    return new Promise<{ status: number | undefined; text: string; headers: object }>((resolve, reject) => {
      const outgoing = httpRequest(at.url, { headers, agent: false }, (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        incoming.on('end', () => resolve({ status: incoming.statusCode, text, headers: incoming.headers }))
      })
      outgoing.on('error', reject).end()
    })
  }

  it('answers forwarded HTTPS requests over plain HTTP, with the address of the client \
[transport.forwarded-client]', async () => {
    const addresses: (string | null)[] = []
    const at = await startServer(
      async (request) => {
        addresses.push(request.remoteAddress)
        return textAnswer('made')
      },
      { trustProxy: ['loopback'] },
    )
    expect([at.url, at.caPem]).toEqual([`http://127.0.0.1:${at.port}`, ''])
    const secure = { 'x-forwarded-proto': 'https', host: 'bench.example.org' }
    const answer = await forward(at, { ...secure, 'x-forwarded-for': '127.0.0.1, 203.0.113.9' })
    expect(answer).toMatchObject({ status: 200, headers: { 'strict-transport-security': expect.any(String) } })
    // A forwarded client does not have the rights of this machine.
    await forward(at, { ...secure, 'x-forwarded-for': '127.0.0.1' })
    await forward(at, secure)
    expect(addresses).toEqual(['203.0.113.9', '', ''])
    expect(at.lines.map(({ client }) => client)).toEqual(['203.0.113.9', '127.0.0.1', ''])
    for (const headers of [{}, { 'x-forwarded-proto': 'http' }]) {
      const refused = await forward(at, headers as Record<string, string>)
      expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([400, 'HTTPS_REQUIRED'])
    }
    expect(addresses).toHaveLength(3)
  })

  it('rejects all other peers, and TLS [transport.behind-a-proxy]', async () => {
    const at = await startServer(async () => textAnswer('made'), { trustProxy: ['192.0.2.0/24'] })
    const refused = await forward(at, { 'x-forwarded-proto': 'https' })
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([400, 'HTTPS_REQUIRED'])
    expect(refused.headers).toMatchObject({ connection: 'close' })
    const socket = connect(at.port, '127.0.0.1')
    const all = readToEnd(socket)
    socket.write(Buffer.from('160301007a', 'hex'))
    expect(await all).toMatch(/^HTTP\/1.1 400 /)
  })

  it('limits each client by its address', async () => {
    const limits = { requestsPerSecond: 1, burst: 1 }
    const at = await startServer(async () => textAnswer('made'), { trustProxy: ['loopback'], limits, now: () => 0 })
    const statuses: unknown[] = []
    for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) {
      const { status } = await forward(at, { 'x-forwarded-proto': 'https', 'x-forwarded-for': client })
      statuses.push(status)
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  it('has no certificate', async () => {
    const options = { service: { handle: async () => textAnswer('made') }, trustProxy: ['nonsense'] }
    await expect(createServer(options).listen({ port: 0 })).rejects.toMatchObject({ code: 'PROXY_REFUSED' })
    const tls = { cert: 'x', key: 'y' }
    await expect(createServer({ ...options, trustProxy: ['loopback'], tls }).listen({ port: 0 })).rejects.toMatchObject(
      { code: 'PROXY_REFUSED', message: expect.stringMatching(/certificate/) },
    )
  })
})
