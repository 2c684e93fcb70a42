import { type JsonObject, validatorFor } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import { defaultChecks, defaultParts, regrade } from '@carebench/systems/verifier'
import {
  checkRecord,
  createVerifier,
  defineCheck,
  parseRecord,
  type TaskRunRecord,
  verifierVersion,
} from '@carebench/verifier'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { createServiceUnderTest, type ServiceUnderTest } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'
import { NotReplayableError } from './record-blueprint.js'
import { replayRecord } from './replay-record.js'

const definition = smallBenchmark({ visibility: 'Public', overrides: { seed: 42, pass_threshold: 0.8 } })

/** Returns a run of two tasks: one was worked on, with an output, the other was not. */
async function runBoth(under: ServiceUnderTest, solverKey = under.solverKey) {
  const run = await under.createRun(`${definition.name}@1`, { solverKey })
  const token = run.bearer_token
  const [first, second] = run.task_runs
  if (first === undefined || second === undefined) throw new Error('The small benchmark has two tasks.')
  await under.call(token, 'POST', first.start_url)
  await under.call(token, 'GET', `${run.endpoints.fhir}/Patient?name=okafor`)
  await under.call(token, 'POST', `${run.endpoints.fhir}/Task`, {
    resourceType: 'Task',
    status: 'draft',
    intent: 'plan',
  })
  await under.call(token, 'POST', `${run.endpoints.portal}/prior-auths`, approvableForm)
  under.clock.advance(6_000)
  await under.call(token, 'GET', `${run.endpoints.portal}/prior-auths`)
  const completed = await under.call(token, 'POST', first.complete_url, { output: { summary: 'sent' } })
  expect(completed.status).toBe(200)
  await under.call(token, 'POST', second.start_url)
  await under.call(token, 'POST', second.complete_url)
  return { run, first, second }
}

async function record() {
  const under = await createServiceUnderTest()
  await under.publish(definition)
  const { run, first, second } = await runBoth(under)
  const answer = await under.call(under.organizationKey, 'GET', `/task-runs/${first.id}/record`)
  expect(answer.status).toBe(200)
  return { under, run, first, second, record: parseRecord(answer.body) as TaskRunRecord }
}

const simulators = defaultSystems

type Edited = ReturnType<typeof JSON.parse>

function changed(original: TaskRunRecord, change: (copy: Edited) => void): TaskRunRecord {
  const copy = JSON.parse(JSON.stringify(original))
  change(copy)
  return copy
}

describe('the record of a task run', () => {
  it('is sealed, matches its schema, and is regraded to the same bytes [records.task-run]', async () => {
    const { under, first, record: made } = await record()
    expect(validatorFor('taskRunRecord')(made)).toBeNull()
    expect(checkRecord(made)).toEqual({ ok: true, changes: [] })
    expect(regrade(made)).toMatchObject({ same: true, changes: [], notes: [] })
    const read = await under.call(under.organizationKey, 'GET', `/task-runs/${first.id}`)
    const runs = read.body.criterion_runs as readonly { readonly evidence: unknown; readonly details: unknown }[]
    expect(made.result?.criterion_runs.map(({ details, evidence }) => ({ details, evidence }))).toEqual(
      runs.map(({ details, evidence }) => ({ details, evidence })),
    )
    expect([made.result?.score, made.result?.verdict]).toEqual([read.body.score, read.body.verdict])
  })

  it('contains everything that the result depends on, and no solutions, keys or tokens \
[records.no-secrets]', async () => {
    const { under, run, record: made } = await record()
    expect(made).toMatchObject({
      kind: 'task-run',
      engine: { verifier: verifierVersion, simulators: '2' },
      options: { pass_threshold: 0.8 },
      evidence: { version: 1, output: { summary: 'sent' } },
      environment: { seeded_at: expect.any(String) },
    })
    expect(made.log?.at(-1)?.action).toEqual({ kind: 'seal' })
    expect(made.criteria).toHaveLength(made.result?.criterion_runs.length ?? 0)
    expect(made.task).not.toHaveProperty('solutions')
    const text = JSON.stringify(made)
    for (const secret of [run.bearer_token, under.organizationKey, under.solverKey]) expect(text).not.toContain(secret)
  })

  it('is always the same [records.same]', async () => {
    const { under, first, record: made } = await record()
    under.clock.advance(3_600_000)
    const again = await under.call(under.organizationKey, 'GET', `/task-runs/${first.id}/record`)
    expect(again.text).toBe(JSON.stringify(made))
  })

  it('is only for the organization of the benchmark, no matter who ran it [records.owner-only]', async () => {
    const under = await createServiceUnderTest()
    await under.publish(definition)
    const other = await under.service.provisionOrganization('Other organization')
    const { run, first } = await runBoth(under, other.solverKey)
    for (const path of [`/task-runs/${first.id}/record`, `/benchmark-runs/${run.benchmark_run_id}/record`]) {
      expect((await under.call(under.organizationKey, 'GET', path)).status).toBe(200)
      const hidden = await under.call(other.organizationKey, 'GET', path)
      expect([hidden.status, (hidden.body.error as JsonObject).code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
      expect((await under.call(run.bearer_token, 'GET', path)).status).toBe(401)
    }
    // The Solver's organization may read its own run, but not the record.
    expect((await under.call(other.organizationKey, 'GET', `/task-runs/${first.id}`)).status).toBe(200)
  })

  it('exists only once the task run was verified [records.too-early]', async () => {
    const under = await createServiceUnderTest()
    const run = await under.createRun(await under.publish(definition))
    const [first, second] = run.task_runs
    if (first === undefined || second === undefined) throw new Error('The small benchmark has two tasks.')
    const refused = async (path: string) => {
      const { status, body } = await under.call(under.organizationKey, 'GET', path)
      expect(status).toBe(409)
      return (body.error as JsonObject).message
    }
    const path = `/task-runs/${first.id}/record`
    const endless = (status: string) =>
      `The task run is ${status}: it was not verified and never will be, so it has no record. Start another run to ` +
      'get one.'
    expect(await refused(path)).toContain('The task run is created; its record is available once')
    await under.call(run.bearer_token, 'POST', first.start_url)
    expect(await refused(path)).toContain('The task run is started')
    expect(await refused(`/benchmark-runs/${run.benchmark_run_id}/record`)).toContain('The run is started')
    under.clock.advance(30 * 24 * 3_600_000)
    expect(await refused(path)).toBe(endless('timed_out'))
    const other = await under.createRun(await under.publish({ ...definition, name: 'other' }))
    await under.call(under.organizationKey, 'POST', `/task-runs/${other.task_runs[0]?.id}/cancel`)
    expect(await refused(`/task-runs/${other.task_runs[0]?.id}/record`)).toBe(endless('cancelled'))
    const ended = await under.call(under.organizationKey, 'GET', `/benchmark-runs/${run.benchmark_run_id}/record`)
    expect(ended.body).toMatchObject({ kind: 'benchmark-run', task_runs: [] })
  })

  it.each(['before', 'after'])(
    'returns 404 if the run is deleted while it is made, %s its log is read',
    async (when) => {
      const { under, run, first } = await record()
      const { log } = under.store
      const read = log.read.bind(log)
      const remove = () => under.call(under.organizationKey, 'DELETE', `/benchmark-runs/${run.benchmark_run_id}`)
      log.read = async (...given) => {
        log.read = read
        if (when === 'before') await remove()
        const entries = await read(...given)
        if (when === 'after') await remove()
        return entries
      }
      const answer = await under.call(under.organizationKey, 'GET', `/task-runs/${first.id}/record`)
      expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'RESOURCE_NOT_FOUND' } }])
    },
  )

  it('of a failed verification has no result, and can be regraded', async () => {
    let broken = false
    const breaking = defineCheck({
      kind: 'output-match',
      schema: Type.Object({ assert: Type.Literal('output-match') }, { additionalProperties: true }),
      compile: () => ({
        evaluate() {
          if (broken) throw new Error('out of memory')
          return { outcome: 'failed', score: 0, details: 'Nothing was handed in.', evidence: { field_results: [] } }
        },
      }),
    })
    const checks = [...defaultChecks.filter(({ kind }) => kind !== 'output-match'), breaking]
    const under = await createServiceUnderTest({ verifier: createVerifier({ checks, parts: defaultParts }) })
    const criteria = [{ label: 'Says something', assertion: { assert: 'output-match', expected: { $exists: true } } }]
    const reference = await under.publish(smallBenchmark({ tasks: [{ name: 'break', criteria }] }))
    broken = true
    const run = await under.createRun(reference)
    const [taskRun] = run.task_runs
    await under.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')
    expect((await under.call(run.bearer_token, 'POST', taskRun?.complete_url ?? '', { output: 1 })).status).toBe(500)
    const { body } = await under.call(under.organizationKey, 'GET', `/task-runs/${taskRun?.id}/record`)
    const made = parseRecord(body) as TaskRunRecord
    expect(made).toMatchObject({ result: null, about: { status: 'failed' } })
    expect(regrade(made)).toMatchObject({ same: false, before: null, after: { verdict: expect.any(String) } })
    expect(replayRecord(made, simulators)).toMatchObject({ same: true })
  })
})

describe('the record of a run', () => {
  it('contains those of its task runs, and how it ended [records.run]', async () => {
    const { under, run, first, second, record: made } = await record()
    const { status, body } = await under.call(
      under.organizationKey,
      'GET',
      `/benchmark-runs/${run.benchmark_run_id}/record`,
    )
    expect(status).toBe(200)
    expect(validatorFor('benchmarkRunRecord')(body)).toBeNull()
    expect(checkRecord(body).ok).toBe(true)
    expect(body).toMatchObject({
      about: { status: 'completed', task_runs: [{ id: first.id }, { id: second.id }] },
      task_runs: [{ about: { task_run_id: first.id } }, { about: { task_run_id: second.id } }],
    })
    expect((body.task_runs as readonly unknown[])[0]).toEqual(made)
  })
})

describe('the replay of a record', () => {
  it('that was written to a file gives the same results', async () => {
    const { record: made } = await record()
    const read = JSON.parse(JSON.stringify(made)) as TaskRunRecord
    expect(replayRecord(read, simulators)).toEqual({
      same: true,
      entries: made.log?.length,
      divergence: null,
      evidence: [],
      engine: { recorded: '2', replayed: '2' },
    })
  })

  it('reports where it diverges', async () => {
    const { record: made } = await record()
    const replay = (change: (copy: Edited) => void) => replayRecord(changed(made, change), simulators)
    expect(replay((copy) => copy.log.splice(0, 1))).toMatchObject({ same: false })
    const write = made.log?.findIndex(({ effects }) => effects.length > 0) ?? -1
    expect(
      replay((copy) => {
        copy.log[write].effects = []
      }),
    ).toMatchObject({
      same: false,
      divergence: { seq: write + 1, what: 'effects', recorded: [] },
    })
    expect(
      replay((copy) => {
        copy.seed += 1
      }),
    ).toMatchObject({ same: false, divergence: { what: 'effects' } })
    expect(
      replay((copy) => {
        copy.evidence.portal.prior_auth_requests[0].status = 'denied'
      }),
    ).toMatchObject({
      same: false,
      divergence: null,
      evidence: ['/evidence/portal'],
    })
    expect(
      replay((copy) => {
        copy.evidence.initial.fhir.pop()
      }).evidence,
    ).toEqual(['/evidence/initial/fhir'])
    expect(
      replay((copy) => {
        delete copy.evidence.events
      }).evidence,
    ).toEqual(['/evidence/events'])
  })

  it.each<[string, (copy: Edited) => void, string | RegExp]>([
    [
      'no log',
      (copy) => {
        delete copy.log
      },
      'it has no log',
    ],
    [
      'no seed',
      (copy) => {
        delete copy.seed
      },
      'The record has no seed',
    ],
    [
      'no environment',
      (copy) => {
        delete copy.environment
      },
      'no environment',
    ],
    [
      'an unknown simulator',
      (copy) => {
        copy.environment.simulators[0].type = 'Pigeon'
      },
      '/environment/simulators/0/type is "Pigeon"; known are FHIR',
    ],
    [
      'a wrong configuration',
      (copy) => {
        copy.environment.simulators[0].config = { x: 1 }
      },
      '/environment/simulators/0/config',
    ],
    [
      'a wrong log',
      (copy) => {
        copy.log[0].effects = 5
      },
      'The record does not match its schema: /log/0/effects',
    ],
    [
      'a wrong dataset',
      (copy) => {
        for (const dataset of copy.environment.datasets) dataset.config = 5
      },
      /^The environment cannot be built: /,
    ],
    [
      'a wrong call',
      (copy) => {
        copy.log[0].action = { kind: 'call', simulator: 'FHIR', group: 'fhir' }
      },
      /^The log is inconsistent with its environment: /,
    ],
  ])('with %s is rejected', async (_, change, message) => {
    const { record: made } = await record()
    const replay = () => replayRecord(changed(made, change), simulators)
    expect(replay).toThrow(NotReplayableError)
    expect(replay).toThrow(message)
  })
})
