import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ServiceConnection } from './service-connection.js'

const service = { baseUrl: 'https://service.test', solverKey: 'vrl_slv_1', organizationKey: 'vk_1', retryDelays: [] }

function send(body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) {
  const connection = new ServiceConnection({ ...service, fetch: async () => new Response(body, { headers }) })
  return connection.asOrganization({ method: 'GET', path: '/task-runs/1/record' })
}

it('reads no more of a response of the service than the limit, whatever its headers say', async () => {
  const chunk = new Uint8Array(16 * 1024 * 1024).fill(0x20)
  let sent = 0
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(chunk)
        sent += chunk.length
      },
    })
  const encoded = { 'content-length': String(gzipSync('x').length), 'content-encoding': 'gzip' }
  for (const headers of [{}, encoded]) {
    sent = 0
    await expect(send(endless(), headers)).rejects.toMatchObject({
      ended: { message: expect.stringContaining('The service sent more than 268435456 bytes.') },
    })
    expect(sent).toBeLessThan(400 * 1024 * 1024)
  }
})

it('passes what is within the limit', async () => {
  const body = new Response('{"id":"r1"}').body as ReadableStream<Uint8Array>
  await expect(send(body)).resolves.toEqual({ id: 'r1' })
})
