import { createHash } from 'node:crypto'
import { type BenchmarkDefinition, finish, systemClock, validatorFor } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { regrade } from '@carebench/systems/verifier'
import { checkRecord, type DifferencesRecord, parseRecord, type TaskRunRecord } from '@carebench/verifier'
import { beforeAll, describe, expect, it } from 'vitest'
import { createServiceUnderTest, type ServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'
import { toSnapshot } from './evidence-snapshot.js'
import { RecordOpener } from './open-record.js'
import { InvalidBaseError, parseBase, type RecordBaseDocument } from './record-base.js'
import { NotReplayableError } from './record-blueprint.js'
import { replayRecord } from './replay-record.js'

const { environment, tasks } = smallBenchmark()
const [last] = tasks
const criteria = last?.criteria ?? []
const bundle = {
  resourceType: 'Bundle',
  type: 'collection',
  entry: [{ resource: { resourceType: 'Patient', id: 'p2' } }],
}
const research = { type: 'FHIR', key: 'research', name: 'Research' }
const definition: BenchmarkDefinition = smallBenchmark({
  overrides: { seed: 3 },
  environment: { ...environment, simulators: [...environment.simulators, research] },
  tasks: [
    {
      name: 'finish the task',
      criteria,
      scenario: {
        steps: [{ type: 'upsert_fhir', resource: { resourceType: 'Basic', id: 'b1', code: { text: 'x' } } }],
      },
      environment: { datasets: [{ type: 'FHIR', name: 'newcomer', config: { bundle } }] },
    },
  ],
})

function sha256(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

let under: ServiceUnderTest
let paths: { readonly taskRun: string; readonly run: string; readonly base: string }

/**
 * Creates a record in which the agent changes one resource, creates another, removes two, creates one of these again,
 * and creates one in the second FHIR server.
 */
beforeAll(async () => {
  under = await createServiceUnderTest()
  const run = await under.createRun(await under.publish(definition, { allowFindings: true }))
  const [taskRun] = run.task_runs
  const token = run.bearer_token
  const system = (method: string, path: string, body?: unknown) =>
    under.call(token, method, `/v1/benchmark-runs/${run.benchmark_run_id}/${path}`, body, {
      'content-type': 'application/fhir+json',
    })
  await under.call(token, 'POST', String(taskRun?.start_url))
  const statuses = [
    await system('PUT', 'fhir/Task/t1', { resourceType: 'Task', id: 't1', status: 'completed', intent: 'order' }),
    await system('POST', 'fhir/Basic', { resourceType: 'Basic', code: { text: 'y' } }),
    await system('DELETE', 'fhir/Basic/b1'),
    await system('DELETE', 'fhir/Patient/p2'),
    await system('PUT', 'fhir/Patient/p2', { resourceType: 'Patient', id: 'p2', active: true }),
    await system('PUT', 'fhir@research/Basic/r1', { resourceType: 'Basic', id: 'r1', code: { text: 'z' } }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 201, 204, 204, 201, 201])
  await under.call(token, 'POST', String(taskRun?.complete_url), { output: { done: true } })
  const [benchmark] = (await under.call(under.organizationKey, 'GET', '/benchmarks')).body.data as { id: string }[]
  paths = {
    taskRun: `/task-runs/${taskRun?.id}/record`,
    run: `/benchmark-runs/${run.benchmark_run_id}/record`,
    base: `/benchmarks/${benchmark?.id}/versions/1/base`,
  }
})

async function read(path: string): Promise<unknown> {
  const { status, body } = await under.call(under.organizationKey, 'GET', path)
  expect(status).toBe(200)
  return body
}

async function readBoth() {
  const small = parseRecord(await read(`${paths.taskRun}?self_contained=false`)) as DifferencesRecord
  const whole = parseRecord(await read(`${paths.taskRun}?self_contained=true`)) as TaskRunRecord
  const base = parseBase(await read(paths.base), sha256)
  return { small, whole, base }
}

describe('a record that names its base', () => {
  it('is sealed, names the environment of its version by digest, and holds differences [records.base]', async () => {
    const { small, base } = await readBoth()
    expect(checkRecord(small)).toEqual({ ok: true, changes: [] })
    expect(small).toMatchObject({
      version: 2,
      base: { digest: base.digest, task_environment: { datasets: [{ type: 'FHIR' }] } },
      evidence: {
        fhir: {
          put: [{ id: 't1' }, { resourceType: 'Basic' }, { id: 'p2', active: true }],
          removed: [{ resourceType: 'Patient', id: 'p2' }],
        },
        initial: { fhir: { put: [{ id: 'b1' }], removed: [] } },
        systems: { research: { fhir: { put: [{ id: 'r1' }], removed: [] } } },
      },
    })
    expect(small).not.toHaveProperty('environment')
    expect(validatorFor('taskRunRecord2')(small)).toBeNull()
    const run = parseRecord(await read(`${paths.run}?self_contained=false`))
    expect(run).toMatchObject({ version: 2, task_runs: [small] })
    expect(validatorFor('benchmarkRunRecord2')(run)).toBeNull()
  })

  it('opens to the evidence of the self-contained record, and is judged and replayed alike', async () => {
    const { small, whole, base } = await readBoth()
    const opened = new RecordOpener(defaultSystems, [base]).open(small)
    expect(JSON.parse(JSON.stringify(finish(toSnapshot(opened.evidence))))).toEqual(whole.evidence)
    expect(opened.environment).toEqual(whole.environment)
    expect([regrade(opened).same, regrade(whole).same]).toEqual([true, true])
    expect(replayRecord(small, defaultSystems, base)).toEqual(replayRecord(whole, defaultSystems))
    expect(replayRecord(small, defaultSystems, base)).toMatchObject({ same: true })
    const changed = JSON.parse(JSON.stringify(small))
    changed.evidence.fhir.put.pop()
    expect(replayRecord(changed, defaultSystems, base)).toMatchObject({ same: false, evidence: ['/evidence/fhir'] })
  })

  it('is rejected without its base, with another, and with one that does not fit', async () => {
    const { small, base } = await readBoth()
    const open = (record: DifferencesRecord, bases: readonly RecordBaseDocument[]) => () =>
      new RecordOpener(defaultSystems, bases).open(record)
    expect(open(small, [])).toThrow(
      `only differences from the base ${base.digest}, which was not given: GET /benchmarks`,
    )
    expect(() => replayRecord(small, defaultSystems)).toThrow(NotReplayableError)
    expect(() => replayRecord(small, defaultSystems, { ...base, digest: '0'.repeat(64) })).toThrow('got the base 000')
    const wrong = { ...small, evidence: { ...small.evidence, fhir: 5 } }
    expect(open(wrong, [base])).toThrow('Expected fhir of the evidence to be {"put"')
    expect(() => replayRecord({ ...small, seed: 0.5 }, defaultSystems, base)).toThrow(
      'The record does not match its schema: /seed',
    )
    expect(() => parseBase({ ...base, datasets: [] }, sha256)).toThrow(InvalidBaseError)
    expect(() => parseBase({}, sha256)).toThrow('Expected the base of records')
    expect(await RecordOpener.readBase(base, systemClock)).toBe(base)
    await expect(RecordOpener.readBase({ ...base, datasets: [] }, systemClock)).rejects.toThrow(InvalidBaseError)
  })

  it('is the default only if the environment has many resources', async () => {
    expect(await read(paths.taskRun)).toMatchObject({ version: 1 })
    const many = await createServiceUnderTest()
    const clinic = { type: 'FHIR', name: 'clinic', config: { generator: { seed: 1, patients: 40 } } }
    const plain = { name: 'plain', criteria: [] }
    const reference = await many.publish(
      smallBenchmark({ environment: { ...environment, datasets: [clinic] }, tasks: [plain] }),
      { allowFindings: true },
    )
    const run = await many.createRun(reference)
    await many.call(run.bearer_token, 'POST', String(run.task_runs[0]?.start_url))
    await many.call(run.bearer_token, 'POST', String(run.task_runs[0]?.complete_url))
    const small = await many.call(many.organizationKey, 'GET', `/task-runs/${run.task_runs[0]?.id}/record`)
    expect(small.body).toMatchObject({ version: 2, evidence: { fhir: { put: [], removed: [] } } })
    expect(small.text.length).toBeLessThan(10_000)
  })
})
