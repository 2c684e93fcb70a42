import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Carebench } from '../carebench.js'
import { undiciFetch } from './undici-fetch.js'

/** Responds with the requested path; paths with `/silent` get no response. */
const server = createServer((request, response) => {
  if (request.url?.includes('/silent')) return
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ target: request.url }))
})
let base: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const fetch = undiciFetch({ connections: 2 })
function send(url: string) {
  return fetch(url, { method: 'GET', headers: {}, redirect: 'manual', signal: new AbortController().signal })
}

it.each([
  '',
  '/',
  '/runs/run_1?limit=2&cursor=a-b_c~d',
  '/a/../b',
  '/a/./b/%2e%2e/c',
  '/a b?c d',
  "/it's?it's",
  '/ä/ö#top',
  '//two',
  '/back\\slash',
  '/x?q=%zz',
])('requests %j as URL normalizes it, the first and the second time', async (path) => {
  const { pathname, search } = new URL(base + path)
  for (let time = 0; time < 2; time++) {
    const answer = await send(base + path)
    expect(JSON.parse(await answer.text())).toEqual({ target: pathname + search })
  }
})

it('requests alternating origins', async () => {
  const other = createServer((_, response) => response.end('other'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const texts = []
  for (const url of [`${base}/a`, `http://127.0.0.1:${port}/a`, `${base}/a`]) texts.push(await (await send(url)).text())
  expect(texts).toEqual(['{"target":"/a"}', 'other', '{"target":"/a"}'])
  other.closeAllConnections()
  other.close()
})

it.each(['timeout', 'aborted'])('a call that ends early, %s, frees its connection', async (code) => {
  const arrived = once(server, 'request') as Promise<[IncomingMessage]>
  const carebench = new Carebench({ baseUrl: `${base}/silent`, apiKey: 'vk_test', fetch, retry: { retries: 0 } })
  const controller = new AbortController()
  const options = code === 'timeout' ? { timeout: 50 } : { signal: controller.signal }
  const call = carebench.call('listBenchmarks', {}, options)
  const [request] = await arrived
  const closed = once(request.socket, 'close')
  controller.abort()
  await expect(call).rejects.toMatchObject({ code })
  await closed
})
