import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTlsTarget, type TlsTarget } from './tls-target.js'

let target: TlsTarget
beforeAll(async () => {
  target = await startTlsTarget()
})
afterAll(() => target.close())

// The same requirements are checked in memory in every run.
it('our server conforms over TLS with the profile extended', async () => {
  const { code, report } = await target.check('--profile', 'extended')
  const wrong = report.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'untestable')
  expect(wrong.map(({ id, cause }) => `${id}: ${cause}`)).toEqual([])
  expect(code).toBe(0)
  expect(report.leftovers.filter((left) => !/^\/(environments|simulators|datasets)\//.test(left))).toEqual([])
})
