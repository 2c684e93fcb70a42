import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { type LocalServer, startLocalServer } from '../../packages/carebench/src/serving/local-server.js'

const hasPython = spawnSync('python3', ['--version']).status === 0
const stubs = fileURLToPath(new URL('inspect-stubs', import.meta.url))
const integration = fileURLToPath(new URL('../../tools/inspect', import.meta.url))

/** Runs the task against stand-ins for Inspect; what Python compiles goes to a folder of its own. */
async function runTask(server: LocalServer, agent: 'idle' | 'hasty', args: readonly string[]) {
  const cache = mkdtempSync(join(tmpdir(), 'carebench-inspect-'))
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }))
  const child = spawn('python3', [join(stubs, 'run_task.py'), ...args], {
    env: {
      PATH: process.env.PATH,
      PYTHONPATH: `${stubs}:${integration}`,
      PYTHONPYCACHEPREFIX: cache,
      STUB_AGENT: agent,
      SSL_CERT_FILE: server.caFile,
      CAREBENCH_CA: server.caFile,
      CAREBENCH_URL: server.url,
      CAREBENCH_SOLVER_KEY: server.solverKey,
      CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
    },
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (data) => {
    printed.out += data
  })
  child.stderr.on('data', (data) => {
    printed.err += data
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, ...printed }
}

it.skipIf(!hasPython)('the task of Inspect runs a benchmark over HTTP (needs python3)', async () => {
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: ['prior-auth'] })
  onTestFinished(() => server.close())
  const hasty = await runTask(server, 'hasty', ['prior-auth@1'])
  expect(hasty.err).toBe('')
  const { name, version, scores } = JSON.parse(hasty.out)
  expect([name, version]).toEqual(['prior-auth', 1])
  expect(scores).toMatchObject([
    { id: 'Request the ordered MRI', value: { pass: 0 }, verdict: expect.stringMatching(/partial|fail/) },
    { id: 'Answer the request for more information', value: { pass: 0 } },
    { id: 'Clear the open orders of a patient', value: { pass: 0 } },
  ])
  expect(scores[0].explanation).toMatch(/^- (?:not )?passed: .+$/m)

  const idle = await runTask(server, 'idle', ['prior-auth@1', 'Request the ordered MRI'])
  expect(idle.err).toBe('')
  expect(JSON.parse(idle.out).scores).toMatchObject([{ value: { pass: 0 }, status: 'completed' }])

  const unknown = await runTask(server, 'idle', ['prior-auth@1', 'Another task'])
  expect([unknown.code, unknown.out]).toEqual([1, ''])
  expect(unknown.err).toContain("prior-auth@1 has no task 'Another task'")
})
