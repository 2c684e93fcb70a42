import { runConformance } from '@carebench/conformance'
import { carebenchMock } from '@carebench/msw'
import { expect, it } from 'vitest'
import { ourGaps } from './gaps.js'

it('the mock conforms as the server does', async () => {
  const mock = await carebenchMock({ benchmark: 'prior-auth', seed: 7 })
  const report = await runConformance({
    baseUrl: mock.baseUrl,
    profile: 'core',
    keys: { organization: mock.organizationKey, solver: mock.solverKey },
    benchmark: mock.benchmark,
    fetch: mock.fetch as never,
    perSecond: Number.POSITIVE_INFINITY,
    gaps: ourGaps,
    cleanUp: false,
  })
  const wrong = report.results.filter(({ outcome }) => outcome === 'failed').map(({ id, cause }) => `${id}: ${cause}`)
  expect(wrong).toEqual([])
  expect(report.counts.passed).toBeGreaterThan(100)
})
