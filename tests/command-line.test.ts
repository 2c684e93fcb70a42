import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'carebench-test-'))
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

function write(name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
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

  it('shows what the README shows', async () => {
    const { code, out } = await run('demo', '--agent', 'careless')
    expect(code).toBe(0)
    const shown = /```text\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? ''
    const printed = new Set(out.split('\n'))
    const missing = shown.split('\n').filter((line) => line !== '…' && !printed.has(line))
    expect(shown.split('\n').length).toBeGreaterThan(20)
    expect(missing).toEqual([])
    expect(out).not.toContain('\u001b')
  })

  it('tells a scored agent no reasons', async () => {
    const { out } = await run('demo', '--agent', 'careless', '--scored', '--json')
    expect(out).not.toMatch(/details|field_results|expected|actual/)
    expect(JSON.parse(out).verdict).toBe('partial')
  })
})

describe('carebench serve', () => {
  it('prints one line when ready, serves over TLS, and ends on SIGTERM', async () => {
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

  it('says what is wrong with its use, and exits 2', async () => {
    const runs = await Promise.all([
      run('serve', '--fixtures', 'nope'),
      run('serve', '--port', '65536'),
      run('serve', '--cert', 'only.pem'),
      run('serve', '--secret-file', write('short', 'short')),
      run('nonsense'),
    ])
    expect(runs.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2])
    for (const { err } of runs) expect(err).not.toMatch(/\n {4}at /)
    expect(runs[0]?.err).toContain('prior-auth')
  })
})

describe('carebench verify', () => {
  const criteria = [
    {
      label: 'The task is finished',
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'Task',
        search: {},
        fields: [{ path: 'status', expected: 'completed' }],
      },
    },
  ]
  const evidence = (status: string) => ({ version: 1, fhir: [{ resourceType: 'Task', id: 't1', status }] })

  it('scores files, exits 1 unless it is a pass, and 2 on files that are none', async () => {
    const file = write('criteria.json', criteria)
    const [good, bad, odd, missing, future] = await Promise.all([
      run('verify', file, write('good.json', evidence('completed')), '--json'),
      run('verify', file, write('bad.json', evidence('requested'))),
      run('verify', write('odd.json', [{ assertion: 1 }]), write('good2.json', evidence('completed'))),
      run('verify', file, join(folder, 'missing.json')),
      run('verify', file, write('future.json', { version: 2 })),
    ])
    expect([good?.code, bad?.code, odd?.code, missing?.code, future?.code]).toEqual([0, 1, 2, 2, 2])
    expect(JSON.parse(good?.out ?? '')).toMatchObject({
      verdict: 'pass',
      score: 1,
      criterion_runs: [{ outcome: 'passed' }],
    })
    expect(bad?.out).toContain('requested')
    expect(odd?.err).toContain('label')
    rmSync(folder, { recursive: true, force: true })
  })
})
