import { hash } from 'node:crypto'
import { systemClock } from '@carebench/protocol'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createService,
  defaultSystems,
  type Service,
  secureRandom,
} from '@carebench/service'
import type { Seed } from './contender.js'

const count = 1_000
const start = Date.UTC(2026, 0, 5, 9)

/** Creates the service as the command line does, with 1,000 benchmarks that are the same in every process. */
export async function createSeededService(): Promise<{ readonly service: Service; readonly seed: Seed }> {
  let seeded = 0
  const clock = { now: () => (seeded < count ? start + seeded * 1_000 : systemClock.now()) }
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock,
    random: secureRandom,
    sha256: (text) => hash('sha256', text),
    ids: createIdSource(clock, { uint32: () => (seeded < count ? 0 : secureRandom.uint32()) }),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
  const { organizationId, organizationKey } = await service.provisionOrganization('Sample clinic')
  const call = callInMemory(service, organizationKey)
  const benchmarks: Seed['benchmarks'][number][] = []
  for (; seeded < count; seeded++) {
    const body = {
      name: `Prior authorization ${seeded}`,
      description: 'Files a prior authorization, follows it up and tells the clinic. '.repeat(3),
      timeout: 900,
      concurrency: 4,
      overrides: { pass_threshold: 0.8, axis_weights: { correctness: 3, safety: 1 } },
    }
    benchmarks.push((await call('createBenchmark', { body })) as Seed['benchmarks'][number])
  }
  return { service, seed: { token: organizationKey, organizationId, benchmarks } }
}
