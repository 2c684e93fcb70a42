import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixtures } from '@carebench/fixtures'
import { validatorFor } from '@carebench/protocol'
import { checkRecord, sealRecord } from '@carebench/verifier'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { type BenchmarkTestbed, createBenchmarkTestbed } from '../benchmark-testbed.js'
import { workAs } from '../scripted-work.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-records-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Data from a file or a response, with unknown structure. */
type Json = ReturnType<typeof JSON.parse>

let testbed: BenchmarkTestbed
let run: Json
let task: Json

async function read(path: string): Promise<Json> {
  const answer = await testbed.fetch(`https://carebench.example.org${path}`, {
    headers: { authorization: `Bearer ${testbed.organizationKey}` },
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** The fixture without the patients that no task is about, so that records are short. */
const { environment, tasks, ...priorAuth } = fixtures['prior-auth']
const datasets = environment.datasets.filter(({ name }) => name !== 'background patients')
// Its solutions refer to a practitioner of those patients.
const simulators = environment.simulators.map((one) =>
  one.type === 'FHIR' ? { ...one, config: { dangling_references: 'accept' } } : one,
)

beforeAll(async () => {
  expect(datasets).toHaveLength(environment.datasets.length - 1)
  testbed = await createBenchmarkTestbed(undefined, {
    ...priorAuth,
    // Without them there is little to audit.
    tasks: tasks.map((one) => ({ ...one, solutions: [], counters: [] })),
    environment: { ...environment, datasets, simulators },
  })
  const { id, tasks: sessions } = await testbed.solver.runs.create({ benchmark: 'prior-auth@1', scored: true })
  for (const session of sessions) await workAs('careless', 'prior-auth', session, testbed.wait)
  run = await read(`/benchmark-runs/${id}/record`)
  task = await read(`/task-runs/${sessions[0]?.id}/record`)
})

function write(value: unknown, name = 'record.json'): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

/** A copy of a record, edited as if by hand. */
function changed(of: Json, change: (copy: Json) => void): string {
  const copy = JSON.parse(JSON.stringify(of))
  change(copy)
  return write(copy)
}

async function asJson(args: readonly string[]) {
  const { code, out } = await runInProcess([...args, '--json'])
  return { code, ...JSON.parse(out) } as Json
}

describe('a record that names its base', () => {
  it('is judged, replayed and reported like a whole record if its base is given, and rejected if not', async () => {
    const { id, name, version } = run.about.benchmark
    expect([name, version]).toEqual(['prior-auth', 1])
    const record = write(
      await read(`/benchmark-runs/${run.about.benchmark_run_id}/record?self_contained=false`),
      'small.json',
    )
    const document = await read(`/benchmarks/${id}/versions/1/base`)
    expect(validatorFor('recordBase')(document)).toBeNull()
    const base = write(document, 'base.json')
    const whole = write(run, 'whole.json')
    expect(JSON.stringify(run).length).toBeGreaterThan(
      3 *
        JSON.stringify(await read(`/benchmark-runs/${run.about.benchmark_run_id}/record?self_contained=false`)).length,
    )
    for (const command of ['regrade', 'replay']) {
      const [small, large] = [await asJson([command, record, '--base', base]), await asJson([command, whole])]
      expect([small.code, small.same]).toEqual([0, true])
      expect(small.task_runs).toEqual(large.task_runs)
      const refused = await runInProcess([command, record])
      expect([refused.code, refused.err]).toEqual([
        2,
        expect.stringMatching(/differences from the base [0-9a-f]{64}.*--base FILE/s),
      ])
    }
    const reported = async (args: readonly string[]) => {
      const { tasks } = (await asJson(['report', ...args])).agents[0].runs[0]
      return tasks.map(({ difference }: Json) => difference)
    }
    expect(await reported([record, '--base', base])).toEqual(await reported([whole]))
    const edited = changed(await read(`/benchmarks/${id}/versions/1/base`), (copy) => copy.datasets.pop())
    expect((await runInProcess(['replay', record, '--base', edited])).err).toContain('The base was changed')
  })
})

describe('the record of a whole run of prior-auth', () => {
  it('fits its schema and its seal, and holds all task runs', () => {
    expect(validatorFor('benchmarkRunRecord')(run)).toBeNull()
    expect(checkRecord(run)).toEqual({ ok: true, changes: [] })
    expect(run.task_runs).toHaveLength(3)
    expect(run.task_runs[0]).toEqual(task)
  })

  it.each(['regrade', 'replay'])('%s has the same result', async (command) => {
    const { code, out } = await runInProcess([command, write(run)])
    expect([code, out.split('\n')[0]]).toEqual([0, 'seal     intact'])
    expect(out.match(/the same: /g)).toHaveLength(3)
    const json = await asJson([command, write(task), '--digest', task.seal.digest])
    expect(json).toMatchObject({ code: 0, same: true, seal: { ok: true }, task_runs: [{ same: true }] })
  })
})

describe('carebench regrade', () => {
  it('reports which criteria differ under other criteria, and why', async () => {
    const criteria = JSON.parse(JSON.stringify(task.criteria))
    const failed = task.result.criterion_runs.findIndex((criterionRun: Json) => !criterionRun.passed)
    criteria[failed].weight = 0
    const file = write({ criteria, options: task.options }, 'criteria.json')
    const { code, out } = await runInProcess(['regrade', write(task), '--criteria', file])
    expect(code).toBe(1)
    expect(out).toContain('seal     intact')
    expect(out).toMatch(/The criterion was changed: \/weight was \d+ and is now 0\./)
    const json = await asJson(['regrade', write(task), '--criteria', file])
    expect(json.task_runs[0].changes.map((change: Json) => change.criterion_id)).toEqual([criteria[failed].id])
    expect(json.task_runs[0].after.raw_score).toBeGreaterThan(json.task_runs[0].before.raw_score)
  })

  it('reports a changed result and a changed record, and where', async () => {
    const file = changed(run, (copy) => {
      copy.task_runs[1].result.score = 1
    })
    const { code, out } = await runInProcess(['regrade', file])
    expect(code).toBe(1)
    expect(out).toContain('seal     broken: one part of the record changed')
    expect(out).toContain('/task_runs/1/result/score was changed after the record was sealed')
    expect(out).toContain('score, verdict or axes')
  })

  it('detects a record that was sealed again, by the digest stored elsewhere', async () => {
    const { code, out } = await runInProcess(['regrade', write(task), '--digest', run.seal.digest])
    expect([code, out.replace(/\s+/g, ' ').includes('the record was sealed again')]).toEqual([1, true])
  })
})

describe('carebench replay', () => {
  it('reports the entry that differs', async () => {
    const at = task.log.findIndex((entry: Json) => entry.effects.length > 0)
    const file = changed(task, (copy) => {
      copy.log[at].response.status = 500
    })
    const { code, out } = await runInProcess(['replay', file])
    expect(code).toBe(1)
    expect(out).toContain(`/log/${at} was changed after the record was sealed`)
    expect(out).toContain(`entry ${at + 1} has different response`)
    expect(out).toContain('"status":500')
    expect(await asJson(['replay', file])).toMatchObject({ same: false, task_runs: [{ divergence: { seq: at + 1 } }] })
  })

  it('detects a record that was sealed again, as regrading does', async () => {
    const forged = JSON.parse(JSON.stringify(task))
    const at = forged.log.findIndex((entry: Json) => entry.effects.length > 0)
    forged.log[at].response.status = 500
    forged.result.score = 1
    const file = write(sealRecord(forged))
    for (const command of ['replay', 'regrade']) {
      const { code, out } = await runInProcess([command, file])
      expect([command, code, out.split('\n')[0]]).toEqual([command, 1, 'seal     intact'])
    }
  })

  it('reports evidence that does not follow from the log', async () => {
    const file = changed(task, (copy) => {
      copy.evidence.portal.prior_auth_requests = []
    })
    const { code, out } = await runInProcess(['replay', file])
    expect([code, out.includes('the evidence differs: /evidence/portal.')]).toEqual([1, true])
  })
})

describe('incorrect use', () => {
  it.each<[string, () => readonly string[], string]>([
    ['of a missing file', () => ['regrade', join(folder, 'none.json')], 'cannot be read'],
    [
      'of a file that is not a record',
      () => ['replay', write({ version: 1 })],
      'Expected /kind to be "task-run" or "benchmark-run"',
    ],
    [
      'of another version',
      () => [
        'regrade',
        changed(task, (copy) => {
          copy.version = 3
        }),
      ],
      'Expected a record of version 1 or 2, got version 3',
    ],
    [
      'of criteria for a run',
      () => ['regrade', write(run), '--criteria', write([], 'criteria.json')],
      '--criteria needs the record of a task run',
    ],
    [
      'of malformed criteria',
      () => ['regrade', write(task), '--criteria', write([{ label: 5, assertion: {} }], 'criteria.json')],
      'must be',
    ],
    [
      'of a record without a log',
      () => [
        'replay',
        changed(task, (copy) => {
          delete copy.log
        }),
      ],
      'it has no log',
    ],
    [
      'of evidence of another version',
      () => [
        'regrade',
        changed(task, (copy) => {
          copy.evidence.version = 2
        }),
      ],
      'Expected evidence of version 1',
    ],
  ])('%s exits 2 and says so', async (_, args, message) => {
    const { code, err } = await runInProcess([...args()])
    expect(err).toContain(message)
    expect(code).toBe(2)
  })
})
