import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readIndex, readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { startPostgres, whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { workspaceRoot } from '../workspace-sources.js'
import { startServed } from './served.js'

/** An agent that creates the file `begun` at its start, and ends once another file exists. */
const agent = `import { existsSync, writeFileSync } from 'node:fs'
export default async () => {
  writeFileSync(new URL('begun', import.meta.url), '')
  while (!existsSync(new URL('go', import.meta.url))) await new Promise((next) => setTimeout(next, 20))
  return { answer: 42 }
}
`

const skipped = whyNoPostgres()
it.skipIf(skipped !== undefined)(
  `workers run the trials of a run, and one of them is killed${skipped ?? ''}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carebench-workers-'))
    const postgres = await startPostgres()
    onTestFinished(() => {
      postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    const queue = postgres.createDatabase('queue')
    const [secret, module, results] = [join(folder, 'secret'), join(folder, 'agent.mjs'), join(folder, 'results')]
    writeFileSync(secret, randomBytes(32))
    writeFileSync(module, agent)
    const server = await startServed('--database-url', queue, '--secret-file', secret, '--fixtures', 'prior-auth')
    onTestFinished(async () => void (await server.kill()))
    const { url = '', ca_file, solver_key, organization_key } = server.ready
    const env = {
      ...process.env,
      CAREBENCH_CA: ca_file,
      CAREBENCH_SOLVER_KEY: solver_key,
      CAREBENCH_ORGANIZATION_KEY: organization_key,
    }
    const start = (command: string, ...flags: readonly string[]) => {
      const shared = ['prior-auth@1', '--url', url, '--queue', queue, '--agent', `module:${module}`]
      const argv = ['tools/launcher/carebench.mjs', command, ...shared, ...flags]
      const child = spawn(process.execPath, argv, { cwd: workspaceRoot, env, stdio: ['ignore', 'ignore', 'inherit'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      return { child, ended: waitForEnd(child) }
    }

    const run = start('run', '--trials', '3', '--limit', '1', '--folder', results, '--no-pages')
    const killed = start('worker', '-j', '1', '--lease', '1s')
    while (!existsSync(join(folder, 'begun'))) await new Promise((resolve) => setTimeout(resolve, 50))
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(readResults(results)).toEqual([])
    writeFileSync(join(folder, 'go'), '')
    const other = start('worker', '-j', '2')
    expect(await run.ended).toBe(0)
    other.child.kill('SIGTERM')
    expect(await other.ended).toBe(0)

    const scored = readResults(results)
    expect(scored.map(({ key, attempt, verdict }) => [key.trial, attempt, verdict])).toEqual([
      [1, 1, 'fail'],
      [2, 1, 'fail'],
      [3, 1, 'fail'],
    ])
    expect(readIndex(results)).toHaveLength(3)
    expect(readdirSync(join(results, 'bases'))).toHaveLength(1)
    expect(scored.every(({ record_sha256 }) => record_sha256 !== null)).toBe(true)
  },
)

function waitForEnd(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}
