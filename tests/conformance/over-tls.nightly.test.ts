import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFetch } from '@carebench/client/node'
import { runConformance } from '@carebench/conformance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTlsTarget, type TlsTarget } from './tls-target.js'

let target: TlsTarget
beforeAll(async () => {
  target = await startTlsTarget()
})
afterAll(() => target.close())

// Nightly, because CI checks the same requirements in memory, and TLS in the tests of the server.
it('our server conforms over TLS with the profile extended', async () => {
  const { code, report } = await target.check('--profile', 'extended')
  const wrong = report.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'untestable')
  expect(wrong.map(({ id, cause }) => `${id}: ${cause}`)).toEqual([])
  expect(code).toBe(0)
  expect(report.leftovers.filter((left) => !/^\/(environments|simulators|datasets)\//.test(left))).toEqual([])
})

it('our server conforms over TLS with the profile core and a given benchmark, and no token is printed', async () => {
  const files = ['report.xml', 'report.html'].map((name) => join(target.folder, name))
  const { code, report, out } = await target.check(
    '--benchmark',
    'small@1',
    '--junit',
    files[0] ?? '',
    '--html',
    files[1] ?? '',
  )
  expect(report.results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(code).toBe(0)
  expect(report.counts.passed).toBeGreaterThan(100)
  const keys = Object.entries(target.environment).flatMap(([name, value]) => (name.endsWith('_KEY') ? [value] : []))
  expect(keys).toHaveLength(3)
  expect(out).not.toMatch(new RegExp(`${keys.join('|')}|vrl_run_[0-9A-Za-z]{20}`))
})

describe('an interrupted run', () => {
  it('removes everything that it created', async () => {
    const controller = new AbortController()
    const fetch = nodeFetch({ ca: readFileSync(target.environment.CAREBENCH_CA ?? '', 'utf8') })
    const names = async () => {
      const answer = await fetch(`${target.url}/benchmarks?limit=100`, {
        headers: { authorization: `Bearer ${target.environment.CAREBENCH_ORGANIZATION_KEY}` },
      })
      return JSON.stringify(await answer.json())
    }
    const report = await runConformance({
      baseUrl: target.url,
      profile: 'core',
      keys: { organization: target.environment.CAREBENCH_ORGANIZATION_KEY ?? '' },
      fetch: fetch as never,
      perSecond: 10_000,
      only: ['pagination'],
      runId: 'stopped',
      onProgress: ({ requests }) => {
        if (requests > 50) controller.abort(new Error('enough'))
      },
      signal: controller.signal,
    })
    expect([report.interrupted, report.leftovers]).toEqual([true, []])
    expect(await names()).not.toContain('conformance-stopped')
  })
})
