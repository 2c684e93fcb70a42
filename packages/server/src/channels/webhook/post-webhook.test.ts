import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { expect, it } from 'vitest'
import { postWebhook } from './post-webhook.js'

/** Returns a name server that returns one list of addresses after another, and counts the look-ups. */
function names(...answers: readonly string[][]) {
  let asked = 0
  const resolve: LookupFunction = (_, options, done) => {
    const found = (answers[asked++] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const [first] = found
    if (options.all) done(null, found)
    else done(null, first?.address ?? '', first?.family)
  }
  return { resolve, count: () => asked }
}

function post(url: string, resolve: LookupFunction, allowsPrivate = false) {
  const { signal } = new AbortController()
  return postWebhook({ url: new URL(url), headers: {}, body: '{}', timeoutMs: 2_000, allowsPrivate, signal, resolve })
}

const refused = { outcome: 'failed', reason: expect.stringContaining('is not a public address') }

it.each([
  '0.0.0.0',
  '0',
  '127.1',
  '0x7f000001',
  '0x7f.0.0.1',
  '017700000001',
  '2852039166',
  '127.0.0.1.',
  '[::]',
  '[::1]',
  '[::127.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[fe80::1]',
  '[fd00:ec2::254]',
])('sends nothing to %s, and looks nothing up', async (host) => {
  const { resolve, count } = names(['8.8.8.8'])
  expect(await post(`http://${host}:1/`, resolve)).toEqual(refused)
  expect(count()).toBe(0)
})

it.each([[['127.0.0.1']], [['::ffff:10.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['2606:4700::1', '::1']], [[]]])(
  'sends nothing to a name with the addresses %j',
  async (addresses) => {
    expect(await post('http://agent.example:1/', names(addresses).resolve)).toEqual(refused)
  },
)

it('looks up a name once, and connects only to the checked addresses', async () => {
  let requests = 0
  const server = createServer((_, response) => {
    requests++
    // The redirect must not be followed.
    response.writeHead(307, { location: 'http://agent.example/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { resolve, count } = names(['127.0.0.1'], ['127.0.0.1'])
  const posted = await post(`http://agent.example:${port}/`, resolve, true)
  expect(posted).toEqual({ outcome: 'failed', reason: 'the response has the status 307', status: 307 })
  expect([requests, count()]).toEqual([1, 1])
  const rebound = names(['127.0.0.1'])
  expect(await post(`http://agent.example:${port}/`, rebound.resolve)).toEqual(refused)
  expect([requests, rebound.count()]).toEqual([1, 1])
  await new Promise((done) => server.close(done))
})
