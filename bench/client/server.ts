import { systemClock } from '@carebench/protocol'
import { createServer } from '@carebench/server'
import {
  callInMemory,
  createDefaultSimulators,
  createIdSource,
  createMemoryStore,
  createService,
  secureRandom,
} from '@carebench/service'

/** The server that bench/client.ts calls: prints where it is, and answers until it is stopped. */
const secret = new Uint8Array(32).fill(7)
const service = createService({
  store: createMemoryStore(),
  clock: systemClock,
  random: secureRandom,
  ids: createIdSource(systemClock, secureRandom),
  simulators: createDefaultSimulators(),
  secret,
  cursorKeys: [{ id: '1', secret }],
})
const { organizationKey: key } = await service.provisionOrganization('Bench')
const { id } = await callInMemory(service, key)('createEnvironment', { body: { name: 'read by all' } })
const { url, caPem: ca } = await createServer({ service }).listen({ port: 0 })
console.log(JSON.stringify({ url, ca, key, id }))
