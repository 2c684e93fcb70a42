import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Balancer, startBalancer } from './balancer.js'

const opened: (Server | Balancer)[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** Starts a backend on loopback and returns its port. The server is closed after the test. */
async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(server)
  return (server.address() as AddressInfo).port
}

async function balance(...ports: readonly (number | null)[]): Promise<Balancer> {
  const balancer = await startBalancer(ports.map((port, index) => ({ name: `${index}`, port })))
  opened.push(balancer)
  return balancer
}

it('sends requests to the backends in turn, and skips backends that do not listen', async () => {
  const echo = (name: string) =>
    listen((request, response) => {
      const { 'x-forwarded-proto': proto, host } = request.headers
      request.setEncoding('utf8').once('data', (body) => response.end(JSON.stringify({ name, proto, host, body })))
    })
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const { port: dead } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const balancer = await balance(await echo('a'), dead, null, await echo('b'))
  const names: string[] = []
  for (let count = 0; count < 4; count++) {
    const response = await fetch(balancer.url, { method: 'POST', body: 'sent' })
    const { name, proto, host, body } = await response.json()
    expect([proto, host, body]).toEqual(['https', new URL(balancer.url).host, 'sent'])
    names.push(name)
  }
  expect(names).toEqual(['a', 'b', 'a', 'b'])
  expect(balancer.counts).toMatchObject({ moved: 2, broken: 0 })
})

it('responds 502 if the backend closes the connection without a response, and 503 if no backend listens', async () => {
  const balancer = await balance(await listen((request) => request.socket.destroy()))
  expect((await fetch(balancer.url)).status).toBe(502)
  expect(balancer.counts.broken).toBe(1)
  expect((await fetch((await balance(null)).url)).status).toBe(503)
})
