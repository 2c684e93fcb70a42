import { systemClock } from '@carebench/protocol'
import { createServer } from '@carebench/server'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  secureRandom,
} from '@carebench/service'
import { environmentName, type Target } from './target.js'

// The server that the contenders call: sends its address and key, and runs until it is disconnected.

const secret = new Uint8Array(32).fill(7)
const service = createService({
  store: createMemoryStore(),
  clock: systemClock,
  random: secureRandom,
  ids: createIdSource(systemClock, secureRandom),
  systems: defaultSystems,
  secret,
  cursorKeys: [{ id: '1', secret }],
})
const { organizationKey: key } = await service.provisionOrganization('Bench')
const { id } = await callInMemory(service, key)('createEnvironment', { body: { name: environmentName } })
const { url, caPem: ca } = await createServer({ service }).listen({ port: 0 })
const target: Target = { url, ca, key, id }
process.on('disconnect', () => process.exit(0))
process.send?.(target)
