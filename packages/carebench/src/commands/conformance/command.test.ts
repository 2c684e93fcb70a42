import { expect, it } from 'vitest'
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
  [['conformance', 'https://localhost:1'], { CAREBENCH_ORGANIZATION_KEY: key }, 'got no response'],
] as const)('exits with 2 for %o', async (argv, environment, words) => {
  const { code, err } = await runInProcess(argv, { environment })
  expect([code, err]).toEqual([2, expect.stringContaining(words)])
  expect(err).not.toContain(key)
})

it('documents its exit codes', async () => {
  const { code, out } = await runInProcess(['conformance', '--help'])
  expect([code, out]).toEqual([0, expect.stringContaining('Exit codes:')])
})
