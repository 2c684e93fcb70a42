import { createServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { computeShare, Ports } from './port-range.js'

const servers: Server[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map(close))
})

function close(server: Server): Promise<unknown> {
  return new Promise((resolve) => server.close(resolve))
}

/** Five ports in a row that are free. */
async function freeRange(): Promise<{ from: number; to: number }> {
  for (;;) {
    const server = createServer()
    const from = (await new Ports('127.0.0.1', 'any', 0).listen(server)) ?? 0
    await close(server)
    const ports = new Ports('127.0.0.1', { from, to: from + 4 }, 0)
    const all = Array.from({ length: 5 }, () => createServer())
    const got: (number | undefined)[] = []
    for (const one of all) got.push(await ports.listen(one))
    await Promise.all(all.filter(({ listening }) => listening).map(close))
    if (!got.includes(undefined)) return { from, to: from + 4 }
  }
}

function begin(range: { from: number; to: number } | 'any') {
  let now = 0
  const ports = new Ports('127.0.0.1', range, 1_000, () => now)
  const open = async (sandboxId: string, organizationId = 'org') => {
    const server = createServer()
    const port = await ports.listen(server, { sandboxId, organizationId })
    if (port !== undefined) servers.push(server)
    return port
  }
  const end = async (port: number | undefined) => {
    const server = servers.find((one) => JSON.stringify(one.address())?.includes(`"port":${port}`))
    if (server === undefined || port === undefined) throw new Error(`Nobody listens on ${port}.`)
    servers.splice(servers.indexOf(server), 1)
    await close(server)
    ports.release(port)
  }
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { ports, open, end, pass }
}

it('reuses a port as late as possible, and only for its own sandbox until it has rested', async () => {
  const { from } = await freeRange()
  const { open, end, pass } = begin({ from, to: from + 2 })
  const first = await open('a')
  await end(first)
  // Another port, although the first one is free.
  const [second, third] = [await open('b'), await open('c')]
  expect([first, second, third]).toEqual([from, from + 1, from + 2])
  expect(await open('d')).toBeUndefined()
  expect(await open('a')).toBe(first)
  await end(first)
  pass(1_000)
  expect(await open('d')).toBe(first)
})

it('reserves a port for a sandbox until the sandbox has ended', async () => {
  const { from } = await freeRange()
  const { ports, open, pass } = begin({ from, to: from })
  ports.reserve(from, 'a', 1_000_000)
  expect(await open('b')).toBeUndefined()
  ports.forget('a')
  expect(await open('b')).toBeUndefined()
  pass(1_000)
  expect(await open('b')).toBe(from)
})

it('draws again if the operating system gives a resting port', async () => {
  const { ports, open } = begin('any')
  const port = await open('a')
  const server = servers.pop()
  if (server === undefined || port === undefined) throw new Error('There must be a port.')
  await close(server)
  ports.release(port)
  expect(await open('b')).not.toBe(port)
  expect(await open('a')).toBe(port)
})

it('gives one organization at most three quarters of a range, or all of a short one', async () => {
  expect([1, 2, 3, 4, 8].map((size) => computeShare({ from: 1, to: size }))).toEqual([1, 2, 3, 3, 6])
  const { ports, open, end } = begin(await freeRange())
  const opened = [await open('a'), await open('b'), await open('c')]
  expect(ports.mayHave('org')).toBe(true)
  await open('d')
  expect([ports.mayHave('org'), ports.mayHave('other')]).toEqual([false, true])
  await end(opened[0])
  expect(ports.mayHave('org')).toBe(true)
})
