import { expect, it } from 'vitest'
import type { ConformanceFetch } from '../exchange/exchange.js'
import { runConformance } from './run-conformance.js'

it('reports a server that stops responding to generated cases as a finding, and keeps the report', async () => {
  let requests = 0
  const fetch: ConformanceFetch = async () => {
    // The first requests show that the keys are accepted.
    if (requests++ < 3) return Response.json({ data: [] })
    throw new TypeError('fetch failed')
  }
  const report = await runConformance({
    baseUrl: 'https://clinic.example',
    profile: 'core',
    keys: { organization: 'vk_1', solver: 'vrl_slv_1', otherOrganization: 'vk_2' },
    fetch,
    only: ['errors.body'],
    scenarios: [],
    perSecond: Number.POSITIVE_INFINITY,
    fuzz: { runs: 2, seed: 1 },
    cleanUp: false,
  })
  expect(report.findings.length).toBeGreaterThan(0)
  for (const { message } of report.findings) expect(message).toContain('got no response: fetch failed')
  expect(report.findings[0]?.script).toContain('curl')
})
