import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect, createServer as createNet } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createCertificate } from './certificate.js'
import { createServer } from './server.js'
import { call, echo, gate, readToEnd, readUntil, startServer, textAnswer, tlsTo } from './testing/running-server.js'

describe('plain HTTP on the TLS port', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])(
    'is rejected for %s [transport.https-required, transport.https-only, errors.plain-http]',
    async (method) => {
      const handle = vi.fn(echo)
      const at = await startServer(handle)
      const { status, text, connection } = await new Promise<Record<string, unknown>>((resolve, reject) => {
        const outgoing = httpRequest(
          { port: at.port, method, headers: { 'x-request-id': 'mine', 'content-type': 'text/plain' } },
          (incoming) => {
            let text = ''
            incoming.on('data', (part: Buffer) => {
              text += part.toString()
            })
            incoming.on('end', () =>
              resolve({ status: incoming.statusCode, text, connection: incoming.headers.connection }),
            )
          },
        )
        outgoing.on('error', reject)
        outgoing.end(method === 'GET' || method === 'HEAD' ? undefined : 'x'.repeat(300_000))
      })
      expect(status).toBe(400)
      expect(connection).toBe('close')
      const body = {
        error: { code: 'HTTPS_REQUIRED', message: expect.stringContaining('https://'), request_id: 'mine' },
      }
      if (method === 'HEAD') expect(text).toBe('')
      else expect(JSON.parse(String(text))).toEqual(body)
      expect(handle).not.toHaveBeenCalled()
    },
  )

  it('closes the connection after the response [transport.https-required-closes]', async () => {
    const at = await startServer(echo)
    const socket = connect(at.port, '127.0.0.1')
    const all = readToEnd(socket)
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n')
    expect((await all).match(/HTTP\/1.1 400/g)).toHaveLength(1)
  })

  it.each([
    ['SSH-2.0-client\r\n', 'INVALID_REQUEST'],
    ['\0\x01nonsense\r\n\r\n', 'INVALID_REQUEST'],
    ['BREW / HTTP/1.1\r\nhost: x\r\n\r\n', 'HTTPS_REQUIRED'],
    ['GET / HTTP/1.1\r\nbad header\r\n\r\n', 'HTTPS_REQUIRED'],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 'HTTPS_REQUIRED'],
    ['POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\n\r\n', 'HTTPS_REQUIRED'],
  ])(
    'is rejected as plain HTTP only if it is HTTP: %j [transport.not-http, transport.https-required]',
    async (bytes, code) => {
      const at = await startServer(echo)
      const socket = connect(at.port, '127.0.0.1')
      const all = readToEnd(socket)
      socket.write(bytes)
      expect(await all).toMatch(new RegExp(`^HTTP/1.1 400 Bad Request[\\s\\S]*"code":"${code}"`))
    },
  )
})

describe('a timeout', () => {
  it('ends a connection that sends nothing', async () => {
    const at = await startServer(echo, { timeouts: { firstByteMs: 50 } })
    const socket = connect(at.port, '127.0.0.1')
    expect(await readToEnd(socket)).toBe('')
  })

  it('ends a handshake that stalls', async () => {
    const at = await startServer(echo, { timeouts: { firstByteMs: 50 } })
    const socket = connect(at.port, '127.0.0.1')
    socket.write(new Uint8Array([0x16]))
    await readToEnd(socket)
  })

  it('ends headers that arrive too slowly, also on a kept connection, with a response', async () => {
    const at = await startServer(echo, { timeouts: { headersMs: 200 } })
    const socket = await tlsTo(at)
    socket.write('GET /1 HTTP/1.1\r\nhost: x\r\n\r\n')
    await readUntil(socket, 'GET /1 0')
    const rest = readToEnd(socket)
    const trickle = setInterval(() => socket.write('x'), 20)
    onTestFinished(() => clearInterval(trickle))
    socket.write('GET /2 HTTP/1.1\r\nhost: ')
    expect(await rest).toMatch(/^HTTP\/1.1 400[\s\S]*INVALID_REQUEST[\s\S]*in time/)
  })

  it('ends a request whose body does not arrive', async () => {
    const at = await startServer(echo, { timeouts: { requestMs: 200 } })
    const socket = await tlsTo(at)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc')
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1.1 400[\s\S]*INVALID_REQUEST[\s\S]*in time/)
  })

  it('ends an idle connection', async () => {
    const at = await startServer(echo, { timeouts: { idleMs: 50 } })
    const socket = await tlsTo(at)
    socket.write('GET /1 HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await readToEnd(socket)).toMatch(/GET \/1 0$/)
  })

  it('ends reading the rest of a rejected body', async () => {
    const at = await startServer(echo, { timeouts: { drainMs: 50 } })
    const socket = await tlsTo(at)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 20000000\r\n\r\nabc')
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1.1 413[\s\S]*too large$/)
  })
})

describe('listen', () => {
  it('returns the free port that it uses', async () => {
    const at = await startServer(echo)
    expect(at.url).toBe(`https://127.0.0.1:${at.port}`)
    expect(at.port).toBeGreaterThan(0)
  })

  it('uses the given certificate', async () => {
    const tls = await createCertificate(new Date())
    const at = await startServer(echo, { tls })
    expect(at.caPem).toBe(tls.cert)
    expect((await call(at, { path: '/x' })).text).toBe('GET /x 0')
  })

  it('uses a replaced certificate for new connections, and keeps the current one if the new one is invalid \
[serving.certificate-reload]', async () => {
    const [first, second] = [await createCertificate(new Date()), await createCertificate(new Date())]
    const at = await startServer(echo, { tls: first })
    const before = await tlsTo(at)
    at.server.replaceCertificate(second)
    const after = await tlsTo({ ...at, caPem: second.cert })
    await expect(tlsTo(at)).rejects.toThrow()
    for (const broken of [
      { cert: 'x', key: 'y' },
      { cert: first.cert, key: second.key },
      { cert: '', key: '' },
    ]) {
      expect(() => at.server.replaceCertificate(broken)).toThrow(
        expect.objectContaining({ code: 'CERTIFICATE_REFUSED', message: expect.stringMatching(/PEM/) }),
      )
    }
    for (const socket of [before, after, await tlsTo({ ...at, caPem: second.cert })]) {
      const text = readUntil(socket, 'GET /still')
      socket.write('GET /still HTTP/1.1\r\nhost: x\r\n\r\n')
      await text
    }
  })

  it('rejects if the port is in use', async () => {
    const other = createNet()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const server = createServer({ service: { handle: echo } })
    const message: unknown = expect.stringMatching(/in use/)
    await expect(server.listen({ port })).rejects.toMatchObject({ code: 'ADDRESS_IN_USE', message })
    await server.close()
  })

  it('rejects an invalid certificate, an address of another machine, and a second call', async () => {
    const unusable = createServer({ service: { handle: echo }, tls: { cert: 'x', key: 'y' } })
    await expect(unusable.listen({ port: 0 })).rejects.toMatchObject({ code: 'CERTIFICATE_REFUSED' })
    const elsewhere = createServer({ service: { handle: echo } })
    await expect(elsewhere.listen({ port: 0, host: '192.0.2.1' })).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
    const at = await startServer(echo)
    await expect(at.server.listen({ port: 0 })).rejects.toMatchObject({ code: 'ALREADY_LISTENING' })
  })
})

describe('close', () => {
  it('lets a request in progress finish, answers others with 503, and accepts no new connection', async () => {
    const started = gate()
    const finish = gate()
    const at = await startServer(async (request) => {
      if (request.target === '/slow') {
        started.open()
        await finish.opened
      }
      return textAnswer(`answer ${request.target}`)
    })
    const kept = await tlsTo(at)
    kept.write('GET /1 HTTP/1.1\r\nhost: x\r\n\r\n')
    await readUntil(kept, 'answer /1')
    const slow = call(at, { path: '/slow' })
    await started.opened
    const closed = at.server.close({ graceMs: 60_000 })
    await expect(
      vi.waitFor(() => expect(call(at, {})).rejects.toMatchObject({ code: 'ECONNREFUSED' }), { timeout: 60_000 }),
    ).resolves
    const rest = readToEnd(kept)
    kept.write('GET /2 HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await rest).toMatch(/^HTTP\/1.1 503[\s\S]*retry-after: \d[\s\S]*connection: close[\s\S]*UNAVAILABLE/)
    finish.open()
    expect((await slow).text).toBe('answer /slow')
    await closed
  })

  it('closes connections of requests that take longer than the grace period', async () => {
    const started = gate()
    const at = await startServer(async () => {
      started.open()
      return new Promise(() => {})
    })
    const hanging = call(at, {}).catch((error: Error) => error)
    await started.opened
    await at.server.close({ graceMs: 30 })
    expect(await hanging).toBeInstanceOf(Error)
  })

  it('ends idle and silent connections at once, and may be called twice and before listen', async () => {
    const at = await startServer(echo)
    const idle = await tlsTo(at)
    const silent = connect(at.port, '127.0.0.1')
    const ends = Promise.all([readToEnd(idle), readToEnd(silent)])
    idle.write('GET /1 HTTP/1.1\r\nhost: x\r\n\r\n')
    await readUntil(idle, 'GET /1 0')
    await Promise.all([at.server.close({ graceMs: 60_000 }), at.server.close()])
    await ends
    await createServer({ service: { handle: echo } }).close()
  })
})
