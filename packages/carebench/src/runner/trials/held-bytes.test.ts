import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { HeldBytes } from './held-bytes.js'

it('counts a body until its response is sent, and a response until it is sent', async () => {
  const held = new HeldBytes({ body: 10, all: 20 })
  const waiting: ServerResponse[] = []
  const kinds: string[] = []
  const server = createServer(async (message, response) => {
    const { kind } = await held.read(message, response)
    kinds.push(kind)
    if (message.url === '/wait') waiting.push(response)
    else held.send(response, kind)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const post = async (path: string, body: string) => (await fetch(base + path, { method: 'POST', body })).text()

  expect(await post('/', 'x'.repeat(11))).toBe('too-long')
  const slow = [post('/wait', '12345678'), post('/wait', '12345678')]
  await expect.poll(() => kinds.length).toBe(3)
  expect(await post('/', '12345')).toBe('too-many')
  expect(await post('/', '1234')).toBe('read')
  for (const response of waiting) held.send(response, 'done')
  expect(await Promise.all(slow)).toEqual(['done', 'done'])
  await expect.poll(() => post('/', '1234567890')).toBe('read')
})
