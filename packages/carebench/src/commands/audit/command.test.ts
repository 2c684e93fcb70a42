import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixtures } from '@carebench/fixtures'
import { afterAll, describe, expect, it } from 'vitest'
import { startLocalServer } from '../../serving/local-server.js'
import { runInProcess } from '../../testing/run-in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-audit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = { resourceType: 'Task', id: 't1', status: 'requested', intent: 'order' }
const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: open }] }
const isFinished = {
  label: 'The task is finished',
  assertion: {
    assert: 'fhir-resource-state',
    resource_type: 'Task',
    search: { _id: 't1' },
    fields: [{ path: 'status', expected: 'completed' }],
  },
}
const nothingElse = {
  label: 'Nothing else was changed',
  guard: true,
  assertion: {
    assert: 'no-collateral',
    allow: [{ collection: 'fhir.Task', where: { id: 't1', status: 'completed', intent: 'order' }, fields: ['status'] }],
  },
}
const isThere = {
  label: 'The task \u001b[31mis there',
  assertion: { assert: 'fhir-resource-state', resource_type: 'Task', search: { _id: 't1' } },
}
const solutions = [
  { name: 'finish', calls: [{ method: 'PUT', path: 'fhir/Task/t1', body: { ...open, status: 'completed' } }] },
]

/** Writes a benchmark as files, with its record in a separate file. */
function write(name: string, task: object, dataset: object = { file: 'record.json' }, more: object[] = []): string {
  const target = join(folder, name)
  mkdirSync(target)
  writeFileSync(join(target, 'record.json'), JSON.stringify(bundle))
  const definition = {
    name,
    environment: {
      name: 'Clinic',
      simulators: [{ type: 'FHIR', name: 'Record' }],
      datasets: [{ type: 'FHIR', name: 'record', ...dataset }],
    },
    tasks: [{ name: 'finish it', ...task }, ...more],
  }
  writeFileSync(join(target, 'benchmark.json'), `\uFEFF${JSON.stringify(definition)}`)
  return target
}

describe('carebench audit', () => {
  const good = write('good', { criteria: [isFinished, nothingElse], solutions })
  const weak = write('weak', { criteria: [isFinished] })
  const bad = write('bad', { criteria: [isFinished, isThere], solutions })

  it('finds nothing in a sound benchmark, from its folder or its file', async () => {
    for (const source of [good, join(good, 'benchmark.json')]) {
      const { code, out, err } = await runInProcess(['audit', source])
      expect([code, err]).toEqual([0, 'Auditing 1 task of good …\n'])
      expect(out).toContain('good: 1 task, 0 errors, 0 warnings')
      expect(out).toMatch(/finish it +2 +0\.00 +0\.00 +(\d+) of \1 +(\d+) of \2 +\S+ +finish +1\.00 pass +\d+ of \d+/)
    }
  })

  it('names each of several tasks while auditing it', async () => {
    const task = { criteria: [isFinished, nothingElse], solutions }
    const several = write('several', task, undefined, [{ name: 'finish it again', ...task }])
    expect((await runInProcess(['audit', several])).err).toBe(
      'Auditing 2 tasks of several …\n1/2 Auditing finish it …\n2/2 Auditing finish it again …\n',
    )
  })

  it('exits 1 on errors and prints the fixes, without control characters', async () => {
    const { code, out } = await runInProcess(['audit', bad])
    expect(code).toBe(1)
    expect(out).toContain('error vacuous The task \ufffd[31mis there')
    expect(out).toMatch(/Fix: \S/)
    expect(out).not.toContain('\u001b')
    const coloured = await runInProcess(['audit', bad], { isTTY: true })
    expect(coloured.out).toContain('\u001b[31m')
  })

  it('ignores warnings without --strict', async () => {
    const { code, out } = await runInProcess(['audit', weak])
    expect([code, out]).toEqual([0, expect.stringContaining('warning no-solution')])
    expect((await runInProcess(['audit', weak, '--strict'])).code).toBe(1)
    expect((await runInProcess(['audit', good, '--strict'])).code).toBe(0)
  })

  it('says why it exits 1 for warnings with --strict', async () => {
    const unsolved = write('unsolved', { criteria: [isFinished, nothingElse] })
    const { code, out, err } = await runInProcess(['audit', unsolved, '--strict'])
    expect([code, err]).toEqual([1, expect.stringContaining('carebench: 1 warning, which --strict does not accept\n')])
    expect(out).toContain('0 errors, 1 warning')
  })

  it('counts a missing no-collateral guard as an error with --strict', async () => {
    const { out } = await runInProcess(['audit', weak])
    expect(out).toContain('warning no-collateral-missing')
    const strict = await runInProcess(['audit', weak, '--strict'])
    expect([strict.code, strict.out]).toEqual([1, expect.stringContaining('error no-collateral-missing')])
    const { errors, ok, tasks } = JSON.parse((await runInProcess(['audit', weak, '--strict', '--json'])).out)
    expect([errors, ok, tasks[0].ok]).toEqual([1, false, false])
    expect(tasks[0].findings.map(({ severity }: { severity: string }) => severity)).toEqual(['error', 'warning'])
  })

  it('prints one JSON object', async () => {
    const { code, out } = await runInProcess(['audit', bad, '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ name: 'bad', ok: false, tasks: [{ name: 'finish it', null_floor: 0.5 }] })
  })

  it('reads the audit of a version of a running server', async () => {
    const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: ['prior-auth'] })
    const environment = {
      CAREBENCH_URL: server.url,
      CAREBENCH_CA: server.caFile,
      CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
    }
    try {
      const { code, out, err } = await runInProcess(['audit', 'prior-auth@1', '--json'], { environment })
      expect([code, err]).toEqual([0, ''])
      const audit = JSON.parse(out)
      expect(audit.name).toBe('prior-auth@1')
      expect(audit.tasks.map(({ name }: { name: string }) => name)).toEqual(
        fixtures['prior-auth'].tasks.map(({ name }) => name),
      )
      expect(audit.tasks[0].solutions[0]).toMatchObject({ score: 1, verdict: 'pass', refused_calls: [], left_out: 0 })
      const { out: table } = await runInProcess(['audit', 'prior-auth@1'], { environment })
      expect(table).toMatch(/Answer the request.*mistakes that no criterion notices\n {2}change portal attachments/)
      for (const reference of ['prior-auth@2', 'none@1']) {
        const missing = await runInProcess(['audit', reference], { environment })
        expect([missing.code, missing.out]).toEqual([2, ''])
        expect(missing.err).toMatch(/"prior-auth" has no published version 2|no benchmark "none"/)
      }
    } finally {
      await server.close()
    }
  })

  it.each([
    ['a missing path', () => 'none', 'neither a folder'],
    ['a folder without a benchmark', () => folder, 'benchmark.json'],
    ['an invalid task', () => write('w1', { criteria: 5 }), '/tasks/0/criteria'],
    [
      'an assertion of the wrong shape',
      () => write('w2', { criteria: [{ label: 'x', assertion: { assert: 'fhir-resource-state' } }] }),
      'resource_type',
    ],
    [
      'a dataset outside the folder',
      () => write('w3', { criteria: [] }, { file: '../good/record.json' }),
      'not in the folder',
    ],
    ['a dataset file that is missing', () => write('w4', { criteria: [] }, { file: 'none.json' }), 'none.json'],
    ['a server that is not named', () => 'prior-auth@1', 'CAREBENCH_URL'],
  ])('exits 2 on %s', async (_, source, hint) => {
    const { code, out, err } = await runInProcess(['audit', source()])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(hint)
    expect(err).not.toMatch(/\n {4}at /)
  })
})
