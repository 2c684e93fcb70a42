import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:https'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(...args: string[]) {
  const child = spawn(
    process.execPath,
    ['--conditions=@carebench/source', '--import', 'tsx', 'packages/carebench/src/main.ts', ...args],
    { cwd: root, env: { ...process.env, NO_COLOR: '1' } },
  )
  children.push(child)
  const printed = { out: '', err: '' }
  child.stdout.on('data', (data) => (printed.out += data))
  child.stderr.on('data', (data) => (printed.err += data))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, printed, ended }
}

async function run(...args: string[]) {
  const { printed, ended } = start(...args)
  return { code: await ended, ...printed }
}

describe('carebench demo', () => {
  it('prints one JSON object for machines, and exits 0 whatever the verdict', async () => {
    const { code, out } = await run('demo', '--agent', 'idle', '--json')
    expect(code).toBe(0)
    const report = JSON.parse(out)
    expect(Object.keys(report)).toEqual(['agent', 'verdict', 'score', 'axes', 'task_runs'])
    expect(report).toMatchObject({ agent: 'idle', verdict: 'fail', score: 0 })
    for (const taskRun of report.task_runs) {
      expect(Object.keys(taskRun)).toEqual(['name', 'verdict', 'score', 'checks'])
      expect(taskRun).toMatchObject({ verdict: 'fail', score: 0 })
    }
  })
})

describe('carebench serve', () => {
  it('prints one line when ready, serves over TLS, and ends on SIGTERM [serving.ready-line, serving.free-port]', async () => {
    const { child, printed, ended } = start('serve', '--port', '0', '--json')
    while (!printed.out.includes('\n')) await new Promise((resolve) => child.stdout.once('data', resolve))
    const ready = JSON.parse(printed.out)
    expect(Object.keys(ready)).toEqual([
      'url',
      'pid',
      'ca_file',
      'organization_id',
      'organization_key',
      'solver_id',
      'solver_key',
    ])
    expect(ready.pid).toBe(child.pid)
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${ready.organization_key}` }
      const options = { ca: readFileSync(ready.ca_file), headers, agent: false }
      request(`${ready.url}/benchmarks`, options, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode))
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(existsSync(ready.ca_file)).toBe(false)
    expect(printed.out.trim().split('\n')).toHaveLength(1)
    expect(printed.err).not.toContain(ready.organization_key)
  })
})
