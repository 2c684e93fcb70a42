import { fixtureAudits, fixtureNames, fixtures } from '@carebench/fixtures'
import { createManualClock, type KnownAudit } from '@carebench/protocol'
import { callInMemory, keepAudit, publishBenchmark } from '@carebench/service'
import { expect, inject, it } from 'vitest'
import { createInMemoryService } from '../in-memory-service.js'

/** Publishes a benchmark on a service with fixed random draws, on a different day from that of its audit. */
async function publish(name: (typeof fixtureNames)[number], knownAudits: readonly KnownAudit[]) {
  const clock = createManualClock(Date.parse('2027-08-30T23:59:59.999Z'))
  const service = createInMemoryService(clock, undefined, { seed: 5, knownAudits })
  const { organizationKey } = await service.provisionOrganization('Fixtures')
  return publishBenchmark(callInMemory(service, organizationKey), fixtures[name])
}

// An audit takes many seconds, so CI makes only one.
const audited = inject('scale') < 10 ? (['eligibility'] as const) : fixtureNames

it.each(audited)('a new audit of %s has the findings of its audit.json', async (name) => {
  const fresh = await publish(name, [])
  const known = fixtureAudits[name]
  expect(keepAudit(fresh), 'Run "pnpm fixtures:audit", and read what has changed.').toEqual(known)
  expect(JSON.stringify(await publish(name, Object.values(fixtureAudits)))).toBe(JSON.stringify(fresh))
})
