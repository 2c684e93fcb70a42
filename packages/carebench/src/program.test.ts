import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { makeRunRecord, makeTaskRecord } from './testing/make-records.js'
import { runInProcess as run } from './testing/run-in-process.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'carebench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

describe('carebench', () => {
  it('explains itself and each command', async () => {
    const help = await run(['--help'])
    expect(help.code).toBe(0)
    for (const command of [
      'demo',
      'serve',
      'verify',
      'regrade',
      'replay',
      'report',
      'keys create',
      'keys list',
      'keys revoke',
    ]) {
      expect(help.out).toContain(command.split(' ', 1).join(''))
      const { code, out } = await run([...command.split(' '), '--help'])
      expect([code, out.includes('--json')]).toEqual([0, true])
    }
    const listed = [...help.out.matchAll(/^ {2}([a-z]+) /gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'help')
    const page = readFileSync(join(root, 'packages/carebench/README.md'), 'utf8')
    expect(listed.length).toBeGreaterThan(20)
    expect(listed.filter((name) => !page.includes(`carebench ${name}`))).toEqual([])
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  const reading = 'a file cannot be read'
  const calling = 'the server cannot be reached, or refuses the call'
  it.each([
    ['audit', ['1  the audit has errors', 'the files have problems', reading, calling]],
    ['conformance', ['1  something failed', 'the server does not answer']],
    ['demo', ['0  whatever the verdict', '2  usage error']],
    ['init', ['2  usage error, or a file is already there']],
    ['keys create', ['1  the server failed', calling]],
    ['keys list', ['1  the server failed', calling]],
    ['organizations create', ['1  the server failed', calling]],
    ['publish', ['1  the files have problems, the audit has errors', reading, calling]],
    ['regrade', ['1  the record was changed', reading]],
    ['replay', ['1  the record was changed', reading]],
    ['report', ['1  a record was changed', reading]],
    ['serve', ['0  stopped by a signal', 'a port that is in use']],
    ['store export', ['0  success', 'a folder that is in use']],
    ['store import', ['0  success', 'is not empty']],
    ['validate', ['1  the files have problems', reading]],
    ['verify', ['1  another verdict', reading, 'is malformed']],
    ['worker', ['0  interrupted', 'a queue that cannot be reached']],
  ])('%s --help gives the meaning of each exit code', async (command, meanings) => {
    const { out } = await run([...command.split(' '), '--help'])
    const [, codes = ''] = out.split('Exit codes:\n')
    const text = codes.replaceAll(/\s*\n {5,}/g, ' ')
    expect(codes).toMatch(/^ {2}0 {2}.*$/m)
    expect(codes).toMatch(/^ {2}2 {2}.*$/m)
    for (const meaning of meanings) expect(text).toContain(meaning)
  })

  it.each([
    [['nonsense'], 'nonsense'],
    [['serve', '--fixtures', 'nope'], 'prior-auth'],
    [['serve', '--port', '65536'], '65535'],
    [['serve', '--seed', '-1'], 'integer'],
    [['serve', '--cert', 'only.pem'], '--key'],
    [['serve', '--cert', 'none.pem', '--key', 'none.pem'], '--cert: none.pem cannot be read: there is no such file'],
    [['serve', '--secret-file', write('short', 'short')], '32'],
    [['serve', '--secret-file', 'none.secret'], 'none.secret'],
    [['serve', '--secret-file', 'a', '--secret-file', 'b', '--secret-file', 'c'], 'two'],
    [['serve', '--fixtures', 'all', 'nope'], 'prior-auth'],
    [['serve', '--clock', 'sundial'], 'manual'],
    [['serve', '--trust-proxy', 'proxy.example.org'], 'loopback or 10.0.0.0/8'],
    [['serve', '--trust-proxy', '10.0.0.0/99', '--port', '0'], 'a range such as 10.0.0.0/8'],
    [['serve', '--host', '192.0.2.1', '--port', '0', '--fixtures', 'prior-auth'], '192.0.2.1'],
    [['keys', 'list'], 'CAREBENCH_URL'],
    [['keys', 'rotate'], 'rotate'],
    [['keys'], 'revoke'],
    [['demo', '--agent', 'clever'], 'careless'],
    [['verify', 'only-one'], 'evidence'],
  ])('reports the error in %j, and exits 2 [serving.wrong-use]', async (argv, hint) => {
    const { code, out, err } = await run(argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(hint)
    expect(err).not.toMatch(/\n {4}at /)
  })
})

it('reports in one line that a port is in use', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const { code, err } = await run(['serve', '--port', port, '--fixtures', 'prior-auth', '--json'])
  taken.close()
  expect([code, err.trim().split('\n').length]).toEqual([2, 1])
  expect(err).toContain(port)
})

describe('carebench demo', () => {
  it('shows what the page for beginners shows', async () => {
    const { code, out } = await run(['demo', '--agent', 'careless'])
    expect(code).toBe(0)
    const shown = /```text\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/guides/start.md'), 'utf8'))?.[1] ?? ''
    const printed = new Set(out.split('\n'))
    expect(shown.split('\n').length).toBeGreaterThan(20)
    expect(shown.split('\n').filter((line) => line !== '…' && !printed.has(line))).toEqual([])
    expect(out).toContain('\n  npx carebench run prior-auth --agent careless\n')
    expect(out).not.toContain('\u001b')
  })

  it('hides explanations from a scored agent, and shows them to the organization', async () => {
    const machine = await run(['demo', '--agent', 'careless', '--scored', '--json'])
    expect(machine.out).not.toMatch(/details|field_results|expected|actual/)
    const report = JSON.parse(machine.out)
    expect(Object.keys(report)).toEqual(['agent', 'verdict', 'score', 'axes', 'task_runs'])
    expect(report).toMatchObject({ agent: 'careless', verdict: 'partial' })
    for (const taskRun of report.task_runs) {
      expect(Object.keys(taskRun)).toEqual(['name', 'verdict', 'score', 'raw_score', 'capped_by', 'checks'])
      expect(taskRun).toMatchObject({ raw_score: expect.any(Number), capped_by: expect.any(Array) })
    }
    const { out } = await run(['demo', '--agent', 'careless', '--scored'], { isTTY: true })
    expect(out).toContain('to the organization')
    expect(out).toContain('\u001b[')
    const environment = { NO_COLOR: '1', CAREBENCH_COMMAND: 'npx -y pnpm@1 carebench' }
    const plain = await run(['demo', '--agent', 'idle'], { isTTY: true, environment })
    expect(plain.out).not.toContain('\u001b')
    expect(plain.out).toContain('\n  npx -y pnpm@1 carebench run prior-auth --agent idle\n')
  })
})

describe('carebench verify', () => {
  it.each<[string, unknown, unknown, string]>([
    ['a record', [], makeTaskRecord(), 'is a record; use carebench regrade, or pass its "evidence"\n'],
    [
      'the record of a run',
      [],
      makeRunRecord([makeTaskRecord()]),
      'is a record; use carebench regrade, or pass its "evidence" in /task_runs/0\n',
    ],
    [
      'a benchmark',
      { name: 'x', tasks: [{ criteria: [] }] },
      { version: 1 },
      ': this is a benchmark; its criteria are in /tasks/0/criteria\n',
    ],
  ])('says what to do with %s', async (name, criteria, evidence, message) => {
    const { code, err } = await run(['verify', write(`${name}-c.json`, criteria), write(`${name}-e.json`, evidence)])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })

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

  it('scores files, and exits 1 unless it is a pass [evidence.verify-answer]', async () => {
    const file = write('criteria.json', criteria)
    const good = await run(['verify', file, write('good.json', evidence('completed')), '--json'])
    expect(good.code).toBe(0)
    expect(JSON.parse(good.out)).toMatchObject({ verdict: 'pass', score: 1, criterion_runs: [{ outcome: 'passed' }] })
    const bad = await run(['verify', file, write('bad.json', evidence('requested'))])
    expect(bad.code).toBe(1)
    expect(bad.out).toContain('requested')
    const guard = { id: 'c2', label: 'Nobody was told', guard: true, severity: 'critical', harm: 'disclosure' }
    const assertion = { assert: 'output-match', fields: [{ path: 'told', expected: { $exists: false } }] }
    const capped = write('capped.json', [...criteria, { ...guard, assertion }])
    const harmful = await run(['verify', capped, write('told.json', { ...evidence('completed'), output: { told: 1 } })])
    expect(harmful.out).toMatch(/^failed +0\.00 +Nobody was told \(guard, critical, disclosure\)$/m)
    expect(harmful.out).toMatch(/^score +0\.00, capped by “Nobody was told”; 0\.50 before$/m)
    const withOptions = write('options.json', { criteria, options: { pass_threshold: 0.5 } })
    expect((await run(['verify', withOptions, write('good.json', evidence('completed'))])).code).toBe(0)
  })

  it.each([
    ['malformed criteria', [{ assertion: 1 }], { version: 1 }, 'label'],
    [
      'an invalid assertion',
      [{ label: 'x', assertion: { assert: 'nope' } }],
      { version: 1 },
      '/0/assertion/assert unknown kind "nope"',
    ],
    ['criteria of another shape', { criteria: 7 }, { version: 1 }, 'array'],
    ['an option out of range', { criteria, options: { pass_threshold: 2 } }, { version: 1 }, 'pass_threshold'],
    ['evidence of a later version', criteria, { version: 2 }, 'version'],
    ['malformed evidence', criteria, [], 'evidence'],
    ['evidence without a version', criteria, { fhir: [] }, 'version'],
  ])('exits 2 on %s [evidence.version]', async (name, input, snapshot, hint) => {
    const { code, out, err } = await run(['verify', write(`c-${name}`, input), write(`e-${name}`, snapshot)])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(hint)
  })

  it('reads a file with a byte order mark, and reports missing criteria', async () => {
    const marked = join(folder, 'marked.json')
    writeFileSync(marked, `\uFEFF${JSON.stringify(criteria)}`)
    expect((await run(['verify', marked, write('marked-evidence.json', evidence('completed'))])).code).toBe(0)
    const none = await run(['verify', write('none.json', []), write('none-evidence.json', evidence('completed'))])
    expect([none.code, none.out]).toEqual([1, expect.stringContaining('no criteria')])
  })

  it('exits 2 on numbers that the API rejects, and says where they are', async () => {
    const wanted = (number: string) => JSON.stringify(criteria, null, 1).replace('"completed"', number)
    const text = (name: string, content: string) => {
      const file = join(folder, name)
      writeFileSync(file, content)
      return file
    }
    const observed = text('large-evidence.json', '{"version": 1,\n"output": 9007199254740992}')
    const plain = write('plain-evidence.json', evidence('completed'))
    for (const [criteriaFile, evidenceFile, problem] of [
      [text('large.json', wanted('9007199254740993')), plain, 'large.json has the number 9007199254740993 in line 11'],
      [write('plain.json', criteria), observed, 'large-evidence.json has the number 9007199254740992 in line 2'],
      [text('huge.json', wanted('1e999')), plain, 'the number 1e999'],
    ] as const) {
      const { code, out, err } = await run(['verify', criteriaFile, evidenceFile])
      expect([code, out]).toEqual([2, ''])
      expect(err).toContain(problem)
      expect(err).toContain('write it as a string')
    }
    const written = text('written.json', wanted('"9007199254740993"'))
    expect((await run(['verify', written, plain])).code).toBe(1)
  })

  it('exits 2 on files that cannot be read or are not JSON', async () => {
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, '{')
    for (const file of [broken, join(folder, 'missing.json')]) {
      expect((await run(['verify', file, file])).code).toBe(2)
    }
  })
})
