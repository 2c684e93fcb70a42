import { readFileSync } from 'node:fs'
import { CarebenchSolver } from '@carebench/client'
import { fixtureAudits } from '@carebench/fixtures'
import { createManualClock } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { createInMemoryService, fetchFrom } from '../in-memory-service.js'
import { publishPriorAuth } from './publish-prior-auth.js'

it('publishes a benchmark that the Solver key can run', async () => {
  const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
  const service = createInMemoryService(clock, undefined, { knownAudits: Object.values(fixtureAudits) })
  const solverKey = await publishPriorAuth(service)
  const solver = new CarebenchSolver({ baseUrl: 'https://carebench.example.org', solverKey, fetch: fetchFrom(service) })
  const run = await solver.runs.create({ benchmark: 'prior-auth@1' })
  expect(run.tasks).toHaveLength(3)
})

it('is the example in the README of the fixtures', () => {
  const readme = readFileSync(new URL('../../fixtures/README.md', import.meta.url), 'utf8')
  const example = readFileSync(new URL('./publish-prior-auth.ts', import.meta.url), 'utf8')
  expect(readme).toContain(`\`\`\`ts\n${example}\`\`\``)
})
