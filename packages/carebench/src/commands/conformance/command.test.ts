import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../serving/local-server.js'
import { runInProcess } from '../../testing/run-in-process.js'

const key = `vk_${'a'.repeat(43)}`

it.each([
  [['conformance'], {}, 'missing required argument'],
  [['conformance', 'nonsense'], {}, 'is not a URL'],
  [['conformance', 'http://localhost:1'], {}, 'must begin with https://'],
  [['conformance', 'https://localhost:1', '--rate', '0'], {}, 'Expected an integer of at least 1'],
  [['conformance', 'https://localhost:1', '--profile', 'all'], {}, 'core'],
  [['conformance', 'https://localhost:1', '--only', 'paging'], {}, 'no requirement or topic "paging"'],
  [['conformance', 'https://localhost:1', '--baseline', '/none.json'], {}, '/none.json cannot be read'],
  [
    ['conformance', 'https://localhost:1'],
    { CAREBENCH_SOLVER_KEY: key },
    'CAREBENCH_SOLVER_KEY must hold a key that begins with vrl_slv_',
  ],
  [['conformance', 'https://localhost:1'], {}, 'CAREBENCH_ORGANIZATION_KEY is not set'],
  [['conformance', 'https://localhost:1'], { CAREBENCH_ORGANIZATION_KEY: '' }, 'CAREBENCH_ORGANIZATION_KEY is not set'],
  [['conformance', 'https://localhost:1'], { CAREBENCH_ORGANIZATION_KEY: key }, 'CAREBENCH_SOLVER_KEY is not set'],
  [['conformance', 'https://localhost:1', '--only', 'pagination'], {}, 'CAREBENCH_ORGANIZATION_KEY is not set'],
  [
    ['conformance', 'https://localhost:1', '--only', 'transport.head'],
    { CAREBENCH_ORGANIZATION_KEY: key },
    'got no response',
  ],
  [['conformance', 'https://localhost:1', '--only', 'transport.https-only'], {}, 'got no response'],
] as const)('exits with 2 for %o', async (argv, environment, words) => {
  const { code, err } = await runInProcess(argv, { environment })
  expect([code, err]).toEqual([2, expect.stringContaining(words)])
  expect(err).not.toContain(key)
})

it('documents its exit codes', async () => {
  const { code, out } = await runInProcess(['conformance', '--help'])
  expect([code, out]).toEqual([0, expect.stringContaining('Exit codes:')])
  expect(out).toContain('except published benchmarks, which the server archives')
})

describe('against a server', () => {
  let server: LocalServer
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carebench-conformance-'))
    server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function check(options: readonly string[], changes: NodeJS.ProcessEnv = {}) {
    const environment = {
      CAREBENCH_CA: server.caFile,
      CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
      CAREBENCH_SOLVER_KEY: server.solverKey,
      ...changes,
    }
    return runInProcess(['conformance', server.url, ...options], { environment })
  }

  it.each([
    [{ CAREBENCH_ORGANIZATION_KEY: key }, 'rejects the organization key (401)'],
    [{ CAREBENCH_SOLVER_KEY: `vrl_slv_${'a'.repeat(43)}` }, 'rejects the Solver key (401)'],
    [{ CAREBENCH_CA: '' }, 'Set CAREBENCH_CA to the PEM file'],
  ] as const)('exits with 2 for %o', async (changes, words) => {
    const { code, err } = await check([], changes)
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
  })

  it('does not require keys that are declared as gaps', async () => {
    const capabilities = join(folder, 'capabilities.json')
    const keyless = { CAREBENCH_ORGANIZATION_KEY: '', CAREBENCH_SOLVER_KEY: '' }
    const options = ['--only', 'pagination', '--capabilities', capabilities]
    writeFileSync(capabilities, '{"gaps": {"organization-key": "None.", "solver-key": "None."}}')
    expect((await check(options, keyless)).code).toBe(0)
    writeFileSync(capabilities, '{"gaps": {"organization-key": "None."}}')
    const { code, err } = await check(options, keyless)
    expect([code, err]).toEqual([2, expect.stringContaining('SOLVER_KEY is not set')])
  })

  it('names the entries of a baseline that the profile does not check', async () => {
    const baseline = join(folder, 'baseline.json')
    writeFileSync(baseline, '{"failures": {"open.healthz": "Ours is /health."}}')
    const { code, err } = await check(['--only', 'transport.https-only', '--baseline', baseline])
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('does not check these entries of the baseline: open.healthz.'),
    ])
  })
})
