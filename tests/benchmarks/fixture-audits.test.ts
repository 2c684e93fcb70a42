import { fixtureAudits, fixtureNames, fixtures } from '@carebench/fixtures'
import { createManualClock } from '@carebench/protocol'
import { callInMemory, keepAudit, publishBenchmark } from '@carebench/service'
import { describe, expect, it } from 'vitest'
import { createInMemoryService } from '../in-memory-service.js'

// fixture-audits.soak.test.ts audits again, and tests that the findings are the same.

describe.each(fixtureNames)('the audit of %s', (name) => {
  it('was made of the present benchmark by the present engine', async () => {
    const service = createInMemoryService(createManualClock(), undefined, { knownAudits: Object.values(fixtureAudits) })
    const { organizationKey } = await service.provisionOrganization('Fixtures')
    const version = await publishBenchmark(callInMemory(service, organizationKey), fixtures[name])
    const known = fixtureAudits[name]
    const mend =
      `fixtures/${name}/audit.json is not of fixtures/${name}/benchmark.json. Run "pnpm fixtures:audit", and read ` +
      'what has changed in it.'
    expect(known, mend).toEqual(keepAudit(version))
  })

  it('has the tasks and criteria of the benchmark', () => {
    const { tasks } = fixtures[name]
    const known = fixtureAudits[name]
    expect(known.audit.tasks.map((task) => [task.name, task.criteria.map(({ label }) => label)])).toEqual(
      tasks.map((task) => [task.name, task.criteria.map(({ label }) => label)]),
    )
  })
})
