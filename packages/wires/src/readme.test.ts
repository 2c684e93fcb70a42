import { expect, it } from 'vitest'
import { createWires } from './index.js'

it('opens nothing for a service that asks for nothing, as in the README', async () => {
  const service = {
    handle: async () => ({ status: 200, headers: {}, body: null }),
    sandboxStatus: async () => undefined,
  }
  const range = { from: 40_000, to: 40_100 }
  const wires = await createWires({ kinds: ['mllp'], address: '127.0.0.1', ports: range, service: () => service })
  const credentials = { username: 'agent', password: 'x', client_id: 'c', client_secret: 's' }
  expect(await wires.open({ id: 'sbx_1', type: 'Fax', credentials })).toEqual([])
  await wires.close()
})
