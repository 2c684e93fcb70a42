import { systemClock } from '@carebench/protocol'
import {
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  type Service,
  secureRandom,
  wiredSandboxes,
} from '@carebench/service'
import { expect, it } from 'vitest'
import { createChannels } from './index.js'

it('opens nothing for a sandbox of another type, as in the README', async () => {
  const ports = { from: 40_000, to: 40_100 }
  const wires = await createChannels({ kinds: ['mllp'], address: '127.0.0.1', ports, service: () => service })
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const service: Service = createService({
    store: createMemoryStore(),
    clock: systemClock,
    random: secureRandom,
    ids: createIdSource(systemClock, secureRandom),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
    wires,
  })
  const credentials = { username: 'agent', password: 'x', client_id: 'c', client_secret: 's' }
  const place = { playgroundId: 'pg_1', organizationId: 'org_1', credentials }
  expect(await wires.open({ id: 'sbx_1', type: 'Fax', ...place })).toEqual([])
  expect(await wires.open({ id: 'sbx_2', type: 'HL7', ...place })).toMatchObject([{ kind: 'mllp' }])
  // There is no such sandbox.
  await wires.sweep()
  expect(await service.store.get(wiredSandboxes, 'sbx_2')).toBeUndefined()
  await wires.close()
})
