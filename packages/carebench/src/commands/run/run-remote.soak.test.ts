import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { readIndex, readResults } from '../../runner/results/read-folder.js'
import { startLocalServer } from '../../serving/local-server.js'
import { runInProcess } from '../../testing/run-in-process.js'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))
const benchmark = {
  name: 'answers',
  environment: { name: 'Desk', simulators: [{ type: 'Files', name: 'Inbox' }], datasets: [] },
  tasks: [
    {
      name: 'Report 42',
      task_item: { instruction: 'Report 42.' },
      criteria: [
        { label: 'It is 42', assertion: { assert: 'output-match', fields: [{ path: 'answer', expected: 42 }] } },
      ],
    },
  ],
}

let folder: string
let source: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carebench-run-'))
  source = join(folder, 'benchmark.json')
  writeFileSync(source, JSON.stringify(benchmark))
  // Outputs once a file exists, or when it must end.
  writeFileSync(
    join(folder, 'patient.mjs'),
    `import { existsSync } from 'node:fs'
export default async (trial, { signal }) => {
  while (!signal.aborted && !existsSync(new URL('go', import.meta.url))) await new Promise((next) => \
setTimeout(next, 20))
  return { answer: 42 }
}
`,
  )
  return () => rmSync(folder, { recursive: true, force: true })
})

/** Resolves with the first line that matches. */
async function waitForLine(stream: ChildProcess['stdout'], pattern: RegExp): Promise<void> {
  if (stream === null) throw new TypeError('Expected a pipe.')
  for await (const line of createInterface({ input: stream })) if (pattern.test(line)) return
  throw new Error(`There was no line like ${pattern}.`)
}

it('Ctrl-C lets running trials finish, a second one cancels them, and the same command continues', async () => {
  const results = join(folder, 'results')
  const argv = ['run', source, '--agent', `module:${join(folder, 'patient.mjs')}`, '--trials', '3', '-j', '1']
  const start = () => {
    const child = spawn(process.execPath, ['tools/launcher/carebench.mjs', ...argv, '--folder', results, '--json'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    return { child, ended: new Promise((resolve) => child.once('exit', resolve)) }
  }

  const cancelled = start()
  await waitForLine(cancelled.child.stdout, /"trial_started"/)
  cancelled.child.kill('SIGINT')
  await waitForLine(cancelled.child.stderr, /Press Ctrl-C again to cancel them/)
  cancelled.child.kill('SIGINT')
  expect(await cancelled.ended).toBe(130)
  expect(readIndex(results).map(({ ended }) => ended)).toEqual(['interrupted/signal'])

  const drained = start()
  await waitForLine(drained.child.stdout, /"trial_started"/)
  drained.child.kill('SIGINT')
  await waitForLine(drained.child.stderr, /No further trial starts/)
  writeFileSync(join(folder, 'go'), '')
  expect(await drained.ended).toBe(130)
  expect(readResults(results).map(({ verdict }) => verdict)).toEqual(['pass'])

  const rest = await runInProcess([...argv, '--folder', results])
  expect([rest.code, readResults(results).length]).toEqual([0, 3])
})

it('runs on another server, with both keys', async () => {
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
  onTestFinished(() => server.close())
  const { organizationKey, solverKey, caFile, url } = server
  const environment = {
    CAREBENCH_ORGANIZATION_KEY: organizationKey,
    CAREBENCH_SOLVER_KEY: solverKey,
    CAREBENCH_CA: caFile,
  }
  const published = await runInProcess(['publish', source], { environment: { ...environment, CAREBENCH_URL: url } })
  expect(published.code, published.err).toBe(0)
  writeFileSync(join(folder, 'go'), '')
  const results = join(folder, 'remote')
  const agent = `mine=module:${join(folder, 'patient.mjs')}`
  const argv = ['run', 'answers@1', '--url', url, '--agent', agent, '--folder', results]
  const ran = await runInProcess(argv, { environment })
  expect([ran.code, ran.out], ran.err).toEqual([0, expect.stringMatching(/^mine +1 of 1/m)])
  expect(readResults(results)[0]).toMatchObject({ verdict: 'pass', seal_digest: expect.any(String) })

  const alone = await runInProcess(argv, { environment: { CAREBENCH_SOLVER_KEY: solverKey, CAREBENCH_CA: caFile } })
  expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('only the organization key')])
})
