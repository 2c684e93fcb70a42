import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openBrowserGate } from './browser-gate.js'

const [digestOfRead, digestOfForm] = ['a'.repeat(64), 'b'.repeat(64)]

function writeHeader(method = ''): string {
  return method === 'POST' ? `201 ${digestOfForm}` : `200 ${digestOfRead}, 999 ${digestOfRead}, nothing`
}

/** A server with pages and more, and a gate to its pages. */
async function openGate() {
  const reached: string[] = []
  const server = createServer((message, response) => {
    reached.push(`${message.method} ${message.url}`)
    const responses = message.url?.includes('responses=') ? { 'carebench-responses': writeHeader(message.method) } : {}
    message.pipe(response.writeHead(200, { 'x-cookie': message.headers.cookie ?? '', ...responses }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gate = await openBrowserGate(`${origin}/workstations/tr_1/`)
  onTestFinished(async () => {
    await gate.close()
    server.close()
  })
  return { gate, origin, reached }
}

/** Sends a request to a proxy, as a browser does: with the whole address in its first line. */
function sendBy(proxy: string, path: string, { method = 'GET', body = '', headers = {} } = {}) {
  const { hostname: host, port } = new URL(proxy)
  return new Promise<{ status: number; text: string; cookie: unknown }>((resolve, reject) => {
    const sent = request({ host, port, path, method, headers, agent: false }, async (response) => {
      let text = ''
      for await (const chunk of response) text += String(chunk)
      resolve({ status: response.statusCode ?? 0, text, cookie: response.headers['x-cookie'] })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('openBrowserGate', () => {
  it('passes on the pages of a trial, with bodies and cookies', async () => {
    const { gate, origin, reached } = await openGate()
    const posted = await sendBy(gate.address, `${origin}/workstations/tr_1/submit`, {
      method: 'POST',
      body: 'output=1',
      headers: { cookie: 'a=b' },
    })
    expect(posted).toEqual({ status: 200, text: 'output=1', cookie: 'a=b' })
    expect(reached).toEqual(['POST /workstations/tr_1/submit'])
  })

  it('returns each response of the pages once, those of forms first', async () => {
    const { gate, origin } = await openGate()
    await sendBy(gate.address, `${origin}/workstations/tr_1/?responses=1`)
    await sendBy(gate.address, `${origin}/workstations/tr_1/?responses=1`, { method: 'POST' })
    expect(gate.takeResponses()).toEqual([
      { status: 201, bodyDigest: digestOfForm },
      { status: 200, bodyDigest: digestOfRead },
    ])
    await sendBy(gate.address, `${origin}/workstations/tr_1/`)
    expect(gate.takeResponses()).toEqual([])
  })

  it('rejects all other requests without forwarding them', async () => {
    const { gate, origin, reached } = await openGate()
    const { port } = new URL(origin)
    const places = [
      `${origin}/workstations/tr_2/`,
      `${origin}/v1/benchmark-runs`,
      `${origin}/workstations/tr_1/../../v1/mcp`,
      `${origin}/workstations/tr_1/%2e%2e/%2E%2E/v1/mcp`,
      `http://localhost:${port}/workstations/tr_1/`,
      `http://127.0.0.1:${port}@example.com/workstations/tr_1/`,
      `http://user@127.0.0.1:${port}/workstations/tr_1/`,
      'https://127.0.0.1/workstations/tr_1/',
      '/workstations/tr_1/',
      '*',
    ]
    for (const place of places) expect((await sendBy(gate.address, place)).status, place).toBe(403)
    expect(reached).toEqual([])
  })

  it('opens no tunnel and no WebSocket', async () => {
    const { gate, origin, reached } = await openGate()
    const { port, host } = new URL(origin)
    for (const head of [
      `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
      `GET ${origin}/workstations/tr_1/ HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    ]) {
      const socket = connect(Number(new URL(gate.address).port), '127.0.0.1')
      socket.write(head)
      let text = ''
      for await (const chunk of socket) text += String(chunk)
      expect(text, port).toMatch(/^HTTP\/1\.1 403 /)
    }
    expect(reached).toEqual([])
  })
})
