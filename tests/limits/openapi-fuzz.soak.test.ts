import { hash } from 'node:crypto'
import { fixtureAudits, fixtures } from '@carebench/fixtures'
import { createSeededRandom, systemClock } from '@carebench/protocol'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  publishBenchmark,
  secureRandom,
} from '@carebench/service'
import { expect, inject, it } from 'vitest'
import { fuzzByOpenApi } from './openapi-fuzzer.js'

const operatorKey = `vop_${'0'.repeat(43)}`

it('answers as its OpenAPI document says, whatever is sent', async () => {
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock: systemClock,
    random: secureRandom,
    seeds: createSeededRandom(1),
    ids: createIdSource(systemClock, secureRandom),
    systems: defaultSystems,
    operatorKey,
    secret,
    cursorKeys: [{ id: '1', secret }],
    knownAudits: Object.values(fixtureAudits),
    pause: async () => undefined,
    sleep: async () => undefined,
  })
  const keys = await service.provisionOrganization('Alder Creek')
  for (const name of ['referral', 'prior-auth', 'lab-results', 'claims-followup'] as const) {
    await publishBenchmark(callInMemory(service, keys.organizationKey), fixtures[name])
  }
  const secrets = [Buffer.from(secret).toString('hex'), hash('sha256', keys.organizationKey)]
  const requests = 100 * inject('scale')
  const { findings, statuses } = await fuzzByOpenApi(service, { ...keys, operatorKey, secrets }, { requests, seed: 1 })
  expect(statuses[200] ?? 0).toBeGreaterThan(requests / 20)
  expect(findings).toEqual([])
})
