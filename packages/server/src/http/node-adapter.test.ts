import { IncomingMessage } from 'node:http'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { BodyTooLargeError, type ServiceRequest } from '@carebench/service'
import { Agent as UndiciAgent, request as undiciRequest } from 'undici'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { call, echo, gate, readToEnd, readUntil, startServer, textAnswer, tlsTo } from '../testing/running-server.js'

/** A generous timeout for busy machines; the test fails only if the condition is never met. */
const patiently = { timeout: 60_000 }

describe('requests', () => {
  it('reach the service with method, target, joined headers, address and body', async () => {
    const seen: ServiceRequest[] = []
    const bodies: Uint8Array[] = []
    const addresses: (string | null)[] = []
    const at = await startServer(async (request) => {
      seen.push(request)
      addresses.push(request.remoteAddress)
      bodies.push(await request.readBody(100))
      return textAnswer('ok')
    })
    const headers = { 'X-One': ['a', 'b'], 'Set-Cookie': ['c', 'd'], 'content-type': 'text/plain' }
    await call(at, { method: 'PUT', path: '/a%20b?q=%C3%A9', headers }, (write) => write('hé'))
    expect(seen[0]).toMatchObject({ method: 'PUT', target: '/a%20b?q=%C3%A9' })
    expect(addresses).toEqual(['127.0.0.1'])
    expect(seen[0]?.headers).toMatchObject({ 'x-one': 'a, b', 'set-cookie': 'c, d', 'content-type': 'text/plain' })
    expect(Buffer.from(bodies[0] ?? []).toString()).toBe('hé')
    expect(Buffer.isBuffer(bodies[0])).toBe(false)
  })

  it('have an empty address once the peer has disconnected, unlike requests of this process', async () => {
    const arrived = gate()
    const addresses: (string | null)[] = []
    const at = await startServer(async (request) => {
      arrived.open()
      await expect(request.readBody(100)).rejects.toThrow()
      await vi.waitFor(() => expect(request.remoteAddress).not.toBe('127.0.0.1'), patiently)
      addresses.push(request.remoteAddress)
      return textAnswer('nobody reads it')
    })
    const socket = await tlsTo(at)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nx')
    await arrived.opened
    socket.destroy()
    await vi.waitFor(() => expect(addresses).toEqual(['']), patiently)
  })

  it('with a repeated authorization have both joined, so that neither is accepted', async () => {
    const at = await startServer(async (request) => textAnswer(request.headers.authorization ?? ''))
    const socket = await tlsTo(at)
    socket.write(
      'GET / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a\r\nauthorization: Bearer b\r\nconnection: close\r\n\r\n',
    )
    expect(await readToEnd(socket)).toMatch(/Bearer a, Bearer b$/)
  })

  it('in absolute form become origin form', async () => {
    const at = await startServer(echo)
    const socket = await tlsTo(at)
    socket.write('GET https://localhost/a?b=1 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    expect(await readToEnd(socket)).toMatch(/GET \/a\?b=1 0$/)
  })

  it('are verified by undici with the certificate as CA, and by the global fetch with a dispatcher', async () => {
    const at = await startServer(echo)
    const dispatcher = new UndiciAgent({ connect: { ca: at.caPem } })
    for (const host of ['localhost', '127.0.0.1']) {
      const answer = await undiciRequest(`https://${host}:${at.port}/x`, { dispatcher })
      expect(await answer.body.text()).toBe('GET /x 0')
    }
    const init: object = { method: 'POST', body: 'four', dispatcher }
    const fetched = await fetch(`${at.url}/y`, init)
    expect(await fetched.text()).toBe('POST /y 4')
    await expect(fetch(at.url)).rejects.toThrow()
    await dispatcher.close()
  })

  it('share a connection that is kept open', async () => {
    const at = await startServer(echo)
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: at.caPem })
    const ports = new Set<unknown>()
    agent.on('free', (socket) => ports.add(socket.localPort))
    for (let index = 0; index < 3; index++) await call(at, { path: `/${index}`, agent })
    await vi.waitFor(() => expect(ports.size).toBe(1), patiently)
    agent.destroy()
  })

  it('in a pipeline begin and are answered in order', async () => {
    const events: string[] = []
    const at = await startServer(async (request) => {
      events.push(`begin ${request.target}`)
      await new Promise(setImmediate)
      events.push(`end ${request.target}`)
      return textAnswer(`answer ${request.target}`)
    })
    const socket = await tlsTo(at)
    socket.write('GET /1 HTTP/1.1\r\nhost: x\r\n\r\nGET /2 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    const text = await readToEnd(socket)
    expect(events).toEqual(['begin /1', 'end /1', 'begin /2', 'end /2'])
    expect(text.indexOf('answer /1')).toBeGreaterThan(0)
    expect(text.indexOf('answer /2')).toBeGreaterThan(text.indexOf('answer /1'))
  })

  it('before malformed bytes are answered first', async () => {
    const first = gate()
    const at = await startServer(async () => {
      await first.opened
      return textAnswer('the answer')
    })
    const socket = await tlsTo(at)
    const all = readToEnd(socket)
    socket.write('GET /1 HTTP/1.1\r\nhost: x\r\n\r\n')
    socket.write('\0 nonsense\r\n\r\n')
    setTimeout(first.open, 50)
    expect(await all).toMatch(/200 OK[\s\S]*the answerHTTP\/1.1 400 Bad Request[\s\S]*INVALID_REQUEST/)
  })
})

describe('bodies', () => {
  it('of HEAD responses are dropped, but their length is kept', async () => {
    const at = await startServer(echo)
    const answer = await call(at, { method: 'HEAD', path: '/x' })
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(answer.headers['content-length']).toBe(String('HEAD /x 0'.length))
  })

  it('are absent from 204, and so is their length', async () => {
    const at = await startServer(async () => ({ status: 204, headers: { 'x-request-id': 'x' }, body: null }))
    const answer = await call(at, { method: 'DELETE' })
    expect(answer.status).toBe(204)
    expect(answer.headers).not.toHaveProperty('content-length')
  })

  it('are bytes or text, with their length in bytes', async () => {
    const at = await startServer(async ({ target }) => ({
      status: 200,
      headers: {},
      body: target === '/text' ? 'é' : new Uint8Array([0xc3, 0xa9]),
    }))
    for (const path of ['/text', '/bytes']) {
      const answer = await call(at, { path })
      expect(answer).toMatchObject({
        text: 'é',
        headers: { 'content-length': '2', 'x-request-id': expect.any(String) },
      })
    }
  })

  it('exactly at the limit pass, and one byte more is rejected, announced or chunked \
[errors.payload-chunked]', async () => {
    const at = await startServer(echo)
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      for (const [size, status] of [
        [1_000, 200],
        [1_001, 413],
      ] as const) {
        const body = 'x'.repeat(size)
        const length = 'transfer-encoding' in headers ? {} : { 'content-length': size }
        const answer = await call(at, { method: 'POST', headers: { ...headers, ...length } }, (write) => write(body))
        expect(answer.status).toBe(status)
      }
    }
  })

  it('that announce too many bytes are rejected before the first byte has arrived', async () => {
    const at = await startServer(echo)
    const socket = await tlsTo(at)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 20000000\r\n\r\n')
    expect(await readUntil(socket, 'too large')).toMatch(/^HTTP\/1.1 413[\s\S]*connection: close/i)
  })

  it('of 17 MiB in chunks are rejected, and the client gets the response', async () => {
    const at = await startServer(echo)
    const chunk = 'x'.repeat(1_048_576)
    const headers = { 'transfer-encoding': 'chunked' }
    const answer = await call(at, { method: 'POST', headers }, (write) => {
      for (let index = 0; index < 17; index++) write(chunk)
    })
    expect(answer).toMatchObject({ status: 413, text: 'too large' })
  })

  it('of 17 MiB are read after the rejection, for clients that read only once they have sent everything', async () => {
    const at = await startServer(echo)
    const socket = await tlsTo(at)
    const send = (text: string) =>
      new Promise<void>((resolve, reject) => {
        socket.write(text, (error) => (error ? reject(error) : resolve()))
      })
    await send('POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
    const chunk = `100000\r\n${'x'.repeat(1_048_576)}\r\n`
    for (let index = 0; index < 17; index++) await send(chunk)
    await send('0\r\n\r\n')
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1.1 413[\s\S]*too large$/)
  })

  it.each([true, false])(
    'in very many chunks of a byte are not parsed to their end, whether read (%s) or not',
    async (reads) => {
      const at = await startServer(async (request) => {
        const body = reads ? request.readBody(1_000_000) : Promise.reject(new Error('Sign in.'))
        return textAnswer(await body.then(String, (error: Error) => error.message), 400)
      })
      const socket = await tlsTo(at)
      const parsed = vi.spyOn(IncomingMessage.prototype, 'push')
      onTestFinished(() => parsed.mockRestore())
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(100_000)}`)
      expect(await readUntil(socket, '.')).toMatch(/^HTTP\/1.1 400/)
      expect(parsed.mock.calls.length).toBeLessThan(20_000)
    },
  )

  it('that the service does not read are read if small, and the connection is kept', async () => {
    const at = await startServer(async () => textAnswer('no', 401))
    const socket = await tlsTo(at)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n')
    await readUntil(socket, 'no')
    socket.write('abcGET /2 HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await readUntil(socket, 'no')).toMatch(/^HTTP\/1.1 401/)
  })

  it('can be read only once', async () => {
    const at = await startServer(async (request) => {
      await request.readBody(10)
      return textAnswer(String(await request.readBody(10).catch((error: Error) => error.message)))
    })
    const answer = await call(at, { method: 'POST' }, (write) => write('x'))
    expect(answer.text).toMatch(/read only once/)
  })

  it('that are too large reject with BodyTooLargeError', async () => {
    const errors: unknown[] = []
    const at = await startServer(async (request) => {
      await request.readBody(2).catch((error) => errors.push(error))
      return textAnswer('seen')
    })
    await call(at, { method: 'POST' }, (write) => write('xyz'))
    expect(errors[0]).toBeInstanceOf(BodyTooLargeError)
  })
})

describe('100-continue', () => {
  const head = (length: number) =>
    `POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\n\r\n`

  it('is sent when the service reads the body', async () => {
    const at = await startServer(echo)
    const socket = await tlsTo(at)
    socket.write(head(4))
    expect(await readUntil(socket, '\r\n\r\n')).toMatch(/^HTTP\/1.1 100 Continue/)
    socket.write('four')
    expect(await readUntil(socket, 'POST / 4')).toMatch(/^HTTP\/1.1 200/)
  })

  it('is not sent for a body that is rejected', async () => {
    const at = await startServer(echo)
    const socket = await tlsTo(at)
    socket.write(head(5_000))
    expect(await readUntil(socket, 'too large')).toMatch(/^HTTP\/1.1 413/)
  })

  it('is the only accepted expectation', async () => {
    const at = await startServer(echo)
    const answer = await call(at, { method: 'POST', headers: { expect: 'miracles' } })
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'INVALID_REQUEST' } })
  })
})

describe('a malformed request', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400, /not a valid HTTP/],
    ['a bad header', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400, /not a valid HTTP/],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      /not a valid HTTP/,
    ],
    ['a bad chunk', 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 400, /not a valid HTTP/],
    ['huge headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`, 431, /16 KiB/],
    ['a huge target', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, /16 KiB/],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400, /Host is missing/],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n', 400, /one header Host; got 2/],
    ['an empty host', 'GET / HTTP/1.1\r\nhost:\r\n\r\n', 400, /Host must be a host/],
    ['a host with a path', 'GET / HTTP/1.1\r\nhost: a/b\r\n\r\n', 400, /Host must be a host.*"a\/b"/],
    ['a host with a user', 'GET / HTTP/1.1\r\nhost: a@b\r\n\r\n', 400, /Host must be a host/],
    ['a list of hosts', 'GET / HTTP/1.1\r\nhost: a,b\r\n\r\n', 400, /Host must be a host/],
    ['a coding that is not chunked', 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\n\r\n', 501, /chunked/],
    [
      'a coding before chunked',
      'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      501,
      /"gzip, chunked"/,
    ],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400, /path/],
    ['a proxy request', 'CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n', 400, /proxy/],
  ])(
    'is rejected with the error body: %s \
[transport.not-http, transport.host, errors.code-headers-too-large, errors.code-not-implemented]',
    async (_name, bytes, status, message) => {
      const handle = vi.fn(echo)
      const at = await startServer(handle)
      const socket = await tlsTo(at)
      const text = readUntil(socket, '"request_id"')
      socket.write(bytes)
      const answer = await text
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`))
      const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
      const code = { 400: 'INVALID_REQUEST', 431: 'HEADERS_TOO_LARGE', 501: 'NOT_IMPLEMENTED' }[status]
      expect(body).toEqual({
        error: { code, message: expect.stringMatching(message), request_id: 'generated-1' },
      })
      if (!bytes.includes('zz')) expect(handle).not.toHaveBeenCalled()
      await vi.waitFor(() => expect(at.lines).toHaveLength(1), patiently)
      expect(at.lines[0]).toMatchObject({ status, request_id: 'generated-1' })
    },
  )

  it.each(['localhost:8443', '127.0.0.1', '[::1]:1', 'my_host.example.org:', 'xn--bcher-kva.example'])(
    'is not one with the host %s',
    async (host) => {
      const at = await startServer(echo)
      const socket = await tlsTo(at)
      socket.write(`GET /x HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
      expect(await readToEnd(socket)).toMatch(/^HTTP\/1.1 200/)
    },
  )
})

describe('strict transport', () => {
  it('is required by every response, but not for localhost [transport.hsts]', async () => {
    const at = await startServer(async ({ target }) => textAnswer('x', target === '/ok' ? 200 : 404))
    const headersFor = async (path: string, host: string) => {
      const socket = await tlsTo(at)
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
      return readToEnd(socket)
    }
    for (const path of ['/ok', '/none']) {
      for (const host of ['carebench.example', '127.0.0.1:8443', 'notlocalhost']) {
        expect(await headersFor(path, host)).toMatch(/\r\nstrict-transport-security: max-age=31536000\r\n/)
      }
      for (const host of ['localhost', 'LOCALHOST:8443', 'a.localhost']) {
        expect(await headersFor(path, host)).not.toMatch(/strict-transport-security/)
      }
    }
  })
})

describe('failures', () => {
  it.each([
    ['a rejection', () => Promise.reject(new Error('secret vk_abc', { cause: 'deep' }))],
    [
      'a throw',
      () => {
        throw new Error('secret vk_abc', { cause: 'deep' })
      },
    ],
    ['no value', () => Promise.reject()],
    ['an impossible header', async () => ({ status: 200, headers: { 'x-a': 'b\r\nc' }, body: null })],
    ['an impossible status', async () => ({ status: 7, headers: {}, body: null })],
  ])('of the service cause 500 without their cause: %s', async (_name, handle) => {
    const at = await startServer(handle)
    const answer = await call(at, { headers: { 'x-request-id': 'mine-1' } })
    expect(answer.status).toBe(500)
    expect(JSON.parse(answer.text)).toEqual({
      error: { code: 'INTERNAL', message: expect.not.stringMatching(/secret|deep/), request_id: 'mine-1' },
    })
    expect(answer.headers['x-request-id']).toBe('mine-1')
    await vi.waitFor(() => expect(at.lines).toHaveLength(1), patiently)
    expect(at.lines[0]).toMatchObject({ level: 'error', status: 500, request_id: 'mine-1', error: expect.any(String) })
    expect(JSON.stringify(at.lines)).not.toContain('vk_abc')
  })

  it('of the client during an upload do not affect the server', async () => {
    const reading = gate()
    const outcomes: unknown[] = []
    const at = await startServer(async (request) => {
      if (request.method === 'GET') return textAnswer('well')
      reading.open()
      await request.readBody(1_000).catch((error) => {
        outcomes.push(error)
        throw error
      })
      return textAnswer('never')
    })
    const socket = await tlsTo(at)
    socket.write('POST /gone HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabc')
    await reading.opened
    socket.destroy()
    await vi.waitFor(() => expect(at.lines).toHaveLength(1), patiently)
    expect(outcomes[0]).toMatchObject({ message: expect.stringMatching(/disconnected/) })
    expect(at.lines[0]).toMatchObject({ level: 'info', method: 'POST', aborted: true })
    expect((await call(at, {})).text).toBe('well')
  })

  it('of the client before its response do not affect the server, also in a pipeline', async () => {
    const working = gate()
    const done = gate()
    const begun: string[] = []
    const at = await startServer(async (request) => {
      begun.push(request.target)
      working.open()
      if (request.target !== '/well') await done.opened
      return textAnswer('made')
    })
    const socket = await tlsTo(at)
    socket.write('GET /1 HTTP/1.1\r\nhost: x\r\n\r\nGET /2 HTTP/1.1\r\nhost: x\r\n\r\n')
    await working.opened
    socket.destroy()
    await vi.waitFor(() => expect(at.lines).toHaveLength(2), patiently)
    for (const line of at.lines) expect(line).toMatchObject({ status: null, aborted: true })
    done.open()
    expect((await call(at, { path: '/well' })).text).toBe('made')
    expect(begun).toEqual(['/1', '/well'])
    await at.server.close({ graceMs: 60_000 })
  })
})

describe('the log', () => {
  it('has one line for each request, without its path, query, headers and tokens', async () => {
    const at = await startServer((request) => {
      request.note?.({ operation: 'keys.get', path: '/keys/{id}' })
      request.note?.({ organizationId: 'org_1', runId: 'run_1' })
      return echo(request)
    })
    const headers = { authorization: 'Bearer vk_secret' }
    await call(at, { path: '/keys/vrl_slv_Abc?token=vk_secret', headers })
    await vi.waitFor(() => expect(at.lines).toHaveLength(1), patiently)
    expect(at.lines[0]).toEqual({
      level: 'info',
      event: 'request',
      request_id: 'from-service',
      client: '127.0.0.1',
      method: 'GET',
      operation: 'keys.get',
      path: '/keys/{id}',
      status: 200,
      ms: expect.any(Number),
      bytes: 39,
      organization_id: 'org_1',
      run_id: 'run_1',
    })
  })

  it('has the code and the client of requests that are rejected before the service', async () => {
    const at = await startServer(echo)
    const plain = connect(at.port, '127.0.0.1')
    plain.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await readToEnd(plain)
    const unparsed = await tlsTo(at)
    unparsed.write(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)
    await readToEnd(unparsed)
    await vi.waitFor(() => expect(at.lines).toHaveLength(2), patiently)
    expect(at.lines).toMatchObject([
      { client: '127.0.0.1', status: 400, code: 'HTTPS_REQUIRED' },
      { client: '127.0.0.1', status: 431, code: 'HEADERS_TOO_LARGE' },
    ])
  })

  it('does not mark a rejected upload as aborted if the client leaves after the response', async () => {
    const at = await startServer(echo)
    const socket = await tlsTo(at)
    const refused = readUntil(socket, 'too large')
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 20000000\r\n\r\nabc')
    await refused
    socket.destroy()
    await vi.waitFor(() => expect(at.lines).toHaveLength(1), patiently)
    expect(at.lines[0]).toMatchObject({ status: 413, bytes: 9 })
    expect(at.lines[0]).not.toHaveProperty('aborted')
  })
})

describe('limits', () => {
  it('of a caller cause 429 with the seconds to wait, while others are answered \
[errors.code-rate-limited]', async () => {
    const working = gate()
    const done = gate()
    const at = await startServer(
      async (request) => {
        request.accept?.(null)
        if (request.target === '/slow') {
          working.open()
          await done.opened
        }
        return textAnswer('made')
      },
      { limits: { concurrent: 1 } },
    )
    const headers = { authorization: 'Bearer a' }
    const slow = call(at, { path: '/slow', headers })
    await working.opened
    const refused = await call(at, { headers })
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    expect(JSON.parse(refused.text)).toMatchObject({
      error: { code: 'RATE_LIMITED', message: 'At most 1 requests of one caller are answered at a time.' },
    })
    expect((await call(at, { headers: { authorization: 'Bearer b' } })).status).toBe(200)
    done.open()
    expect((await slow).status).toBe(200)
    expect((await call(at, { headers })).status).toBe(200)
  })

  it('of a holder apply to all its tokens together, and unknown tokens have those of their address \
[errors.code-rate-limited]', async () => {
    const at = await startServer(
      async (request) => {
        const token = request.headers.authorization ?? ''
        if (!token.includes('wrong')) request.accept?.('run 1')
        else request.note?.({ code: 'UNAUTHORIZED' })
        return textAnswer('made')
      },
      { limits: { requestsPerSecond: 1, burst: 3 }, now: () => 0 },
    )
    const statusOf = async (token: string) => (await call(at, { headers: { authorization: `Bearer ${token}` } })).status
    const statuses: unknown[] = []
    for (const token of ['run', 'wrong', 'wrong', 'wrong', 'other-wrong', 'run', 'run', 'run']) {
      statuses.push(await statusOf(token))
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429, 200, 200, 429])
  })

  it('name the caller of a request to the service, so that invented tokens give no additional turns', async () => {
    const callers: (string | undefined)[] = []
    const at = await startServer(
      async (request) => {
        callers.push(request.caller)
        const isKnown = !/wrong/i.test(request.headers.authorization ?? 'wrong')
        if (isKnown) request.accept?.('run 1')
        else request.note?.({ code: 'UNAUTHORIZED' })
        return textAnswer('made')
      },
      { limits: {} },
    )
    for (const authorization of ['Bearer run', 'Bearer run', 'bearer\trun', 'Bearer wrong1', 'Bearer wrong2', '']) {
      await call(at, { headers: { authorization } })
    }
    const [address, ...others] = callers
    expect(address).toBe('address 127.0.0.1')
    expect(others).toEqual(['holder run 1', 'holder run 1', address, address, address])
  })

  it('are in the log, with the run of the caller and the limit that it reached', async () => {
    const at = await startServer(
      async (request) => {
        request.note?.({ organizationId: 'org_1', runId: 'run_1' })
        request.accept?.('run 1')
        await request.readBody(1000)
        return textAnswer('made')
      },
      { limits: { requestsPerSecond: 1, burst: 2, bytes: 500 }, now: () => 0 },
    )
    const send = (length: number, authorization: string) => {
      const headers = { authorization, 'content-length': length }
      return call(at, { method: 'POST', headers }, (write) => write('x'.repeat(length)))
    }
    await send(1, 'Bearer first')
    // Tokens of one run are one caller; a new one is an address until it has been accepted.
    await send(600, 'Bearer second')
    expect((await send(1, 'Bearer first')).status).toBe(429)
    expect((await call(at, {})).status).toBe(429)
    await vi.waitFor(() => expect(at.lines).toHaveLength(4), patiently)
    const run = { organization_id: 'org_1', run_id: 'run_1' }
    expect(at.lines.map(({ limit, organization_id, run_id }) => ({ limit, organization_id, run_id }))).toEqual([
      { limit: undefined, ...run },
      { limit: 'bytes', ...run },
      { limit: 'rate', ...run },
      { limit: 'rate', organization_id: undefined, run_id: undefined },
    ])
  })

  it('of bytes in flight count the announced length of a body, or else the maximum', async () => {
    const at = await startServer(
      async (request) => {
        const outcome = await request.readBody(1000).catch((error: unknown) => error)
        return textAnswer(outcome instanceof Error ? outcome.message : 'read')
      },
      { limits: { bytes: 500 } },
    )
    const send = (text: string, headers = {}) => call(at, { method: 'POST', headers }, (write) => write(text))
    expect((await send('x', { 'content-length': 1 })).text).toBe('read')
    expect((await send('x')).text).toBe('The bodies of one caller may have 500 bytes at a time.')
  })

  it('of bytes count unread responses, but never reject the response to a write', async () => {
    const at = await startServer(async () => textAnswer('x'.repeat(20_000_000)), { limits: { bytes: 1000 } })
    const socket = await tlsTo(at)
    const begun = readUntil(socket, '200 OK')
    socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n')
    await begun
    socket.pause()
    const refused = await call(at, {})
    expect(refused.status).toBe(429)
    expect(JSON.parse(refused.text).error.message).toContain('Read the earlier responses first')
    expect((await call(at, { method: 'POST' })).status).toBe(200)
    socket.destroy()
    await vi.waitFor(async () => expect((await call(at, {})).status).toBe(200), patiently)
  })

  it('of callers count a request until the service has finished it, even if its client has disconnected, \
and no longer', async () => {
    const begun = gate()
    const lost = gate()
    const done = gate()
    const at = await startServer(
      async (request) => {
        if (request.target !== '/slow') return textAnswer('made')
        begun.open()
        await request.readBody(1000)
        await vi.waitFor(() => expect(request.remoteAddress).toBe(''), patiently)
        lost.open()
        await done.opened
        return textAnswer('x'.repeat(1000))
      },
      { limits: { concurrent: 1, bytes: 500, totalBytes: 500 } },
    )
    const socket = await tlsTo(at)
    socket.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 400\r\n\r\n')
    socket.write('x'.repeat(400))
    await begun.opened
    socket.destroy()
    await lost.opened
    expect((await call(at, {})).status).toBe(429)
    done.open()
    await vi.waitFor(async () => expect((await call(at, {})).status).toBe(200), patiently)
    // Neither its body nor its response, which no client will read, is counted any more.
    const headers = { 'content-length': 499 }
    await vi.waitFor(async () => {
      const answer = await call(at, { method: 'POST', path: '/body', headers }, (write) => write('x'.repeat(499)))
      expect(answer.status).toBe(200)
    }, patiently)
  })

  it('of bytes also count the response to a POST, so that the next request waits until it is read', async () => {
    const at = await startServer(
      async (request) => {
        const refused = await request.readBody(1000).then(
          () => undefined,
          (error: Error) => error,
        )
        return refused === undefined ? textAnswer('x'.repeat(20_000_000)) : textAnswer(refused.message, 429)
      },
      { limits: { bytes: 1000 } },
    )
    const post = async () => {
      const socket = await tlsTo(at)
      const begun = readUntil(socket, '\r\n\r\n')
      socket.write('POST /search HTTP/1.1\r\nhost: x\r\ncontent-length: 400\r\n\r\n')
      socket.write('x'.repeat(400))
      const text = await begun
      socket.pause()
      return text
    }
    expect(await post()).toContain('200')
    expect(await post()).toContain('429')
  })

  it('do not apply on loopback unless they are set', async () => {
    const at = await startServer(echo)
    const answers = await Promise.all(Array.from({ length: 100 }, () => call(at, {})))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })
})

it('disconnects a client that does not read', async () => {
  const at = await startServer(async () => textAnswer('x'.repeat(50_000_000)), { timeouts: { readMs: 100 } })
  const socket = await tlsTo(at)
  socket.pause()
  socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n')
  await vi.waitFor(() => expect(at.lines).toHaveLength(1), patiently)
  expect(at.lines[0]).toMatchObject({ method: 'GET', status: 200, aborted: true })
})

it('disconnects a client that reads a long response very slowly', async () => {
  const at = await startServer(async () => textAnswer('x'.repeat(50_000_000)), { timeouts: { readMs: 40 } })
  const socket = await tlsTo(at)
  socket.on('readable', () => undefined)
  const reading = setInterval(() => socket.read(1000), 10)
  onTestFinished(() => clearInterval(reading))
  socket.write('GET /long HTTP/1.1\r\nhost: x\r\n\r\n')
  await vi.waitFor(() => expect(at.lines).toHaveLength(1), patiently)
  expect(at.lines[0]).toMatchObject({ method: 'GET', status: 200, aborted: true })
})

it('adds no listener to a connection for each request of a pipeline', async () => {
  const first = gate()
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  onTestFinished(() => {
    process.off('warning', onWarning)
  })
  const at = await startServer(async (request) => {
    if (request.target === '/first') await first.opened
    return textAnswer('made')
  })
  const socket = await tlsTo(at)
  const all = readToEnd(socket)
  socket.write('GET /first HTTP/1.1\r\nhost: x\r\n\r\n')
  setImmediate(first.open)
  socket.write('GET /next HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(50))
  socket.write('GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect((await all).match(/made/g)).toHaveLength(52)
  expect(warnings).toEqual([])
  expect(at.lines).toHaveLength(52)
})
