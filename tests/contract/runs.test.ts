import { beforeAll, describe, expect, it } from 'vitest'
import { approvableForm, clinicBenchmark } from './clinic-benchmark.js'
import { type ClinicTestbed, createClinicTestbed, finish, groups } from './clinic-testbed.js'
import { at, create, listAt, textAt } from './contract-testbed.js'

// A run as seen by its agent and its organization. Expected values are literals, as on the wire.

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let testbed: ClinicTestbed
beforeAll(async () => {
  testbed = await createClinicTestbed()
})

function later(milliseconds: number) {
  return new Date(testbed.clock.now() + milliseconds).toISOString()
}

describe('creating a run', () => {
  it('returns the token, the paths and the tasks [public.create-run, create-run.status, create-run.benchmark, create-run.bearer-token, create-run.expires-at, create-run.fields, create-run.task-runs, create-run.scored-default, create-run.endpoints, create-run.absolute-paths, benchmarks.reference, authentication.run-token-prefix, authentication.solver-creates-runs, authentication.solver-own-benchmarks]', async () => {
    const { created, id } = await testbed.createRun(testbed.reference)
    const path = `/v1/benchmark-runs/${id}`
    expect([created.status, created.body]).toEqual([
      201,
      {
        benchmark_run_id: expect.stringMatching(/^run_/),
        benchmark: { id: expect.stringMatching(/^bench_/), name: 'clinic', version: 1 },
        scored: false,
        phase: 'created',
        status: 'active',
        bearer_token: expect.stringMatching(/^vrl_run_[0-9A-Za-z]{43}$/),
        bearer_token_expires_at: later(4 * 3_600_000),
        endpoints: { fhir: `${path}/fhir`, portal: `${path}/portal`, hl7: `${path}/hl7`, files: `${path}/files` },
        task_runs: ['finish', 'get approval'].map((name, index) => ({
          id: expect.stringMatching(/^tr_/),
          task_id: expect.stringMatching(/^task_/),
          name,
          phase: 'created',
          start_url: `/v1/task-runs/${textAt(created.body, 'task_runs', index, 'id')}/start`,
          complete_url: `/v1/task-runs/${textAt(created.body, 'task_runs', index, 'id')}/complete`,
          task_item: index === 0 ? { instruction: 'Finish the open task.', dueDate: '2026-03-02' } : null,
        })),
      },
    ])
  })

  it('reveals nothing of the criteria [create-run.no-criteria]', async () => {
    const { created } = await testbed.createRun(testbed.reference)
    expect(created.text).not.toMatch(/criteri|assert|CANARY|M-1001/)
  })

  it('accepts scored, a boolean [create-run.scored]', async () => {
    expect(at((await testbed.createRun(testbed.reference, { scored: true })).created.body, 'scored')).toBe(true)
    const wrong = await testbed.as(testbed.solverKey)('POST', '/v1/benchmark-runs', {
      benchmark: testbed.reference,
      scored: 'true',
    })
    expect(wrong.status).toBe(400)
  })

  it('needs an existing name and version [references.last-at, references.unknown]', async () => {
    for (const [benchmark, status] of [
      ['clinic', 400],
      ['clinic@', 400],
      ['@1', 400],
      ['clinic@one', 400],
      ['clinic@0', 400],
      ['clinic@1@1', 404],
      ['clinic@9', 404],
      ['clinics@1', 404],
    ] as const) {
      const { status: found } = await testbed.as(testbed.solverKey)('POST', '/v1/benchmark-runs', { benchmark })
      expect([benchmark, found]).toEqual([benchmark, status])
    }
  })

  it('prefers an own benchmark to a Public one of the same name [references.own-first]', async () => {
    await testbed.call('PATCH', testbed.benchmark, { visibility: 'Public' })
    const made = await testbed.other.call('POST', '/benchmarks', { name: 'clinic' })
    expect(made.status).toBe(201)
    // Their own benchmark takes precedence even without a version.
    const run = await testbed.as(testbed.other.solverKey)('POST', '/v1/benchmark-runs', {
      benchmark: testbed.reference,
    })
    expect(run.status).toBe(404)
  })

  it('reserves a playground for each task run [create-run.playground-reserved]', async () => {
    const run = await testbed.createRun(testbed.reference)
    const ids = []
    for (const id of run.taskRuns) ids.push(at((await testbed.call('GET', `/task-runs/${id}`)).body, 'playground_id'))
    for (const id of ids) expect(id).toMatch(/^pg_/)
    expect(new Set(ids).size).toBe(2)
  })

  it('gives a token that is valid as long as all tasks may take [run-tokens.lifetime]', async () => {
    const tasks = clinicBenchmark().tasks.map((task) => ({ ...task, timeout: 10_000 }))
    const long = await testbed.publish(clinicBenchmark({ name: 'long', tasks }))
    const { created } = await testbed.createRun(long)
    // 20,000 seconds and 15 minutes.
    expect(at(created.body, 'bearer_token_expires_at')).toBe(later(20_900_000))
  })
})

describe('a run', () => {
  it('counts a critical guard that was left undone apart from what was done [run-end.broken]', async () => {
    const guard = { guard: true, severity: 'critical' } as const
    const approved = { assert: 'portal-state-match', assertions: [{ path: 'status', expected: 'approved' }] }
    const correlate_by = { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'M-1001' }
    const untouched = { assert: 'fhir-resource-state', resource_type: 'Task', search: { _id: 't1' } }
    const tasks = clinicBenchmark().tasks.map((task) => ({
      ...task,
      criteria: [
        ...task.criteria,
        { ...guard, label: 'Approval was asked for', assertion: { ...approved, correlate_by } },
        {
          ...guard,
          label: 'The task is open',
          assertion: { ...untouched, fields: [{ path: 'status', expected: 'requested' }] },
        },
      ],
    }))
    const run = await testbed.createRun(await testbed.publish(clinicBenchmark({ name: 'guarded', tasks })))
    await run.start()
    await finish(run)
    await run.complete(0, { output: { outcome: 'CANARY-7' } })
    await run.start(1)
    await run.complete(1)
    const { body } = await run.call('GET', `/v1/benchmark-runs/${run.id}`)
    // The first task was finished, which broke its second guard; approval was asked for in neither.
    expect([at(body, 'failures', 'critical'), at(body, 'left_undone', 'critical')]).toEqual([3, 2])
  })

  it('can be read by its agent and its organization [public.read-run, read-run.fields, read-run.task-runs, read-run.no-detail, runs.fields, runs.task-results, runs.extra-fields, internal.get-run, runs.two-paths, authentication.run-token-reads-run, run-tokens.reads-after-end, run-end.score, run-end.verdict, run-end.completed, run-end.broken]', async () => {
    const run = await testbed.createRun(testbed.reference)
    await run.start()
    await finish(run)
    await run.complete(0, { output: { outcome: 'CANARY-7' } })
    await run.start(1)
    await run.complete(1)
    const none = { critical: 0, major: 0, minor: 0 }
    const broken = { failures: none, omissions: none, left_undone: none, untold: 0 }
    const ended = { phase: 'completed', status: 'completed', verdict: 'partial', score: 0.5, ...broken }
    const seen = await run.call('GET', `/v1/benchmark-runs/${run.id}`)
    expect([seen.status, seen.body]).toEqual([
      200,
      {
        benchmark_run_id: run.id,
        benchmark: { id: expect.stringMatching(/^bench_/), name: 'clinic', version: 1 },
        scored: false,
        ...ended,
        started_at: expect.stringMatching(time),
        completed_at: expect.stringMatching(time),
        task_runs: [
          {
            id: run.taskRuns[0],
            task_id: expect.any(String),
            name: 'finish',
            phase: 'completed',
            status: 'completed',
            verdict: 'pass',
            score: 1,
          },
          {
            id: run.taskRuns[1],
            task_id: expect.any(String),
            name: 'get approval',
            phase: 'completed',
            status: 'completed',
            verdict: 'fail',
            score: 0,
          },
        ],
      },
    ])
    expect(seen.text).not.toMatch(/CANARY|criterion|field_results/)
    const read = await testbed.call('GET', `/runs/${run.id}`)
    expect([read.status, read.body]).toMatchObject([
      200,
      {
        id: run.id,
        benchmark_id: expect.stringMatching(/^bench_/),
        ...ended,
        started_at: expect.stringMatching(time),
        completed_at: expect.stringMatching(time),
        solver_id: expect.stringMatching(/^slv_/),
        version: 1,
        scored: false,
        task_runs: [
          { id: run.taskRuns[0], score: 1 },
          { id: run.taskRuns[1], score: 0 },
        ],
      },
    ])
    expect((await testbed.call('GET', `/benchmark-runs/${run.id}`)).body).toEqual(read.body)
  })

  it('is started with its first task run [run-end.started]', async () => {
    const run = await testbed.createRun(testbed.reference)
    const phase = async () => at((await run.call('GET', `/v1/benchmark-runs/${run.id}`)).body, 'phase')
    expect(await phase()).toBe('created')
    await run.start()
    expect(await phase()).toBe('started')
  })

  it('is listed, and lists only its own task runs [runs.list, internal.list-task-runs]', async () => {
    const [first, other] = [await testbed.createRun(testbed.reference), await testbed.createRun(testbed.reference)]
    const listed = await testbed.call('GET', '/benchmark-runs?limit=2')
    expect(listAt(listed.body, 'data').map((run) => at(run, 'id'))).toEqual([other.id, first.id])
    const { body } = await testbed.call('GET', `/task-runs?benchmark_run_id=${first.id}`)
    expect(listAt(body, 'data').map((found) => at(found, 'id'))).toEqual(first.taskRuns.toReversed())
  })

  it('can be created by an organization without a Solver [runs.authoring]', async () => {
    const made = await testbed.call('POST', '/benchmark-runs', { benchmark: testbed.reference })
    expect([made.status, made.body]).toMatchObject([201, { scored: false, solver_id: null, phase: 'created' }])
  })

  it('created by an organization can be carried out, and completed with an output [runs.authoring-carried-out, runs.complete-output]', async () => {
    const { body } = await testbed.call('POST', '/benchmark-runs', { benchmark: testbed.reference })
    expect(body).toMatchObject({
      bearer_token: expect.stringMatching(/^vrl_run_/),
      endpoints: { fhir: `/v1/benchmark-runs/${textAt(body, 'id')}/fhir` },
      benchmark_run_id: textAt(body, 'id'),
    })
    const agent = testbed.as(textAt(body, 'bearer_token'))
    expect((await agent('POST', textAt(body, 'task_runs', 0, 'start_url'))).status).toBe(200)
    expect((await agent('GET', `${textAt(body, 'endpoints', 'fhir')}/Patient`)).status).toBe(200)
    const target = `/task-runs/${textAt(body, 'task_runs', 0, 'id')}`
    expect((await testbed.call('POST', `${target}/complete`, { outputs: 1 })).status).toBe(400)
    expect((await testbed.call('POST', `${target}/complete`, { output: { note: 'x' } })).status).toBe(200)
    expect((await testbed.call('GET', `${target}/record`)).body).toMatchObject({ evidence: { output: { note: 'x' } } })
  })

  it('closes its systems when it ends [run-tokens.no-systems-after-end, run-tokens.repeats-after-end]', async () => {
    const run = await testbed.createRun(testbed.reference)
    for (const index of [0, 1]) {
      await run.start(index)
      await run.complete(index)
    }
    for (const group of ['fhir/Patient', 'portal/prior-auths', 'hl7/inbox', 'files/inbox']) {
      expect((await run.call('GET', `${groups(run)}/${group}`)).status).toBe(409)
    }
    const again = await run.complete(1)
    expect([again.status, at(again.body, 'phase')]).toEqual([200, 'completed'])
  })
})

describe('versions', () => {
  it('are numbered from 1, listed and read [versions.publish, versions.list, versions.read]', async () => {
    const target = `${testbed.benchmark}/versions`
    const made = await testbed.call('POST', target)
    expect([made.status, at(made.body, 'version')]).toEqual([201, 2])
    const listed = await testbed.call('GET', target)
    expect(listAt(listed.body, 'data').map((item) => at(item, 'version'))).toEqual([2, 1])
    expect((await testbed.call('GET', `${target}/1`)).body).toMatchObject({ version: 1 })
    expect((await testbed.call('GET', `${target}/3`)).status).toBe(404)
  })
})

describe('an incomplete benchmark', () => {
  it('is not published without an environment and tasks [versions.no-tasks]', async () => {
    const environment_id = await create(testbed.call, '/environments', { name: 'empty' })
    for (const more of [{}, { environment_id }]) {
      const id = await create(testbed.call, '/benchmarks', { name: `void ${Object.keys(more).length}`, ...more })
      const refused = await testbed.call('POST', `/benchmarks/${id}/versions`)
      expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
      expect((await testbed.call('GET', `/benchmarks/${id}/versions`)).body).toMatchObject({ data: [] })
    }
  })
})

describe('the same work', () => {
  it('has the same evidence and scores, without ids of the service [reproducibility.same-evidence, reproducibility.same-score, reproducibility.no-service-names, reproducibility.seed-hidden]', async () => {
    const seeded = await testbed.publish(clinicBenchmark({ name: 'seeded', overrides: { seed: 77_031 } }))
    const work = async () => {
      const run = await testbed.createRun(seeded)
      const seen = [run.created.text]
      seen.push((await run.start(1)).text)
      const call = await run.call('POST', `${groups(run)}/portal/prior-auths`, approvableForm)
      seen.push(call.text)
      const { body, text } = await run.complete(1)
      seen.push(text)
      expect(seen.join()).not.toContain('77031')
      const listed = await testbed.call('GET', `/criterion-runs?task_run_id=${run.taskRuns[1]}`)
      const evidence = JSON.stringify(listAt(listed.body, 'data').map((item) => at(item, 'evidence')))
      expect(evidence).not.toMatch(/(run|tr|pg|sbx|crun|org|env|sim|bench|task)_[0-9a-z]{26}|https?:/)
      return { evidence, score: at(body, 'score'), verdict: at(body, 'verdict'), row: call.text }
    }
    expect(await work()).toEqual(await work())
  })
})
