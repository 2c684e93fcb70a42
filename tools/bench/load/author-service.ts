import { hash } from 'node:crypto'
import { systemClock } from '@carebench/protocol'
import { createIdSource, createService, defaultSystems, type Service, secureRandom } from '@carebench/service'
import { createMemoryStore } from '@carebench/store'

/** Creates a service in memory, on which benchmarks can be published and run. */
export function createAuthorService(knownAudits: Parameters<typeof createService>[0]['knownAudits'] = []): Service {
  const secret = new Uint8Array(32).fill(7)
  return createService({
    store: createMemoryStore(),
    clock: systemClock,
    random: secureRandom,
    sha256: (text) => hash('sha256', text),
    ids: createIdSource(systemClock, secureRandom),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
    knownAudits,
  })
}
