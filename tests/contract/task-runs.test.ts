import { beforeAll, describe, expect, it } from 'vitest'
import { clinicBenchmark, finishedTask } from './clinic-benchmark.js'
import { type ClinicTestbed, createClinicTestbed, finish, groups } from './clinic-testbed.js'
import { at, listAt, textAt } from './contract-testbed.js'

// A task run from its creation to its end. Expected values are literals, as on the wire.

let testbed: ClinicTestbed
beforeAll(async () => {
  testbed = await createClinicTestbed()
})

describe('a task run', () => {
  it('goes from created to started to completed [states.start, states.start-sets-time, states.complete, states.complete-sets-result, states.complete-criterion-runs, public.start, public.complete, public.fhir, create-run.task-run-urls, task-runs.fields, task-runs.set-on-completion, authentication.run-token-start, authentication.run-token-complete, internal.get-task-run, task-runs.criterion-runs, completion.status]', async () => {
    const run = await testbed.createRun(testbed.reference)
    const read = async () => (await testbed.call('GET', `/task-runs/${run.taskRuns[0]}`)).body
    const before = await read()
    expect(before).toEqual({
      id: run.taskRuns[0],
      benchmark_run_id: run.id,
      task_id: expect.stringMatching(/^task_/),
      playground_id: expect.stringMatching(/^pg_/),
      status: 'active',
      phase: 'created',
      verdict: null,
      score: null,
      raw_score: null,
      capped_by: [],
      failures: null,
      omissions: null,
      left_undone: null,
      untold: null,
      snapshot: expect.anything(),
      started_at: null,
      completed_at: null,
      criterion_runs: [],
    })
    const started_at = testbed.now()
    expect((await run.call('POST', textAt(run.created.body, 'task_runs', 0, 'start_url'))).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'active', phase: 'started', started_at })
    expect((await finish(run)).status).toBe(200)
    testbed.clock.advance(1_000)
    const completed = await run.call('POST', textAt(run.created.body, 'task_runs', 0, 'complete_url'), {
      output: { outcome: 'CANARY-7' },
    })
    expect(completed.status).toBe(200)
    const none = { critical: 0, major: 0, minor: 0 }
    expect(await read()).toMatchObject({
      status: 'completed',
      phase: 'completed',
      verdict: 'pass',
      score: 1,
      failures: none,
      omissions: none,
      left_undone: none,
      untold: 0,
      started_at,
      completed_at: testbed.now(),
      criterion_runs: [{ passed: true }, { passed: true }],
    })
  })

  it('returns the paths of its systems when started [start.answer, credentials.parts]', async () => {
    const run = await testbed.createRun(testbed.reference)
    const { body } = await run.start()
    expect(body).toMatchObject({
      id: run.taskRuns[0],
      phase: 'started',
      task_item: { instruction: 'Finish the open task.', dueDate: '2026-03-02' },
      endpoints: { fhir: `${groups(run)}/fhir` },
    })
    const sandboxes = listAt(body, 'sandboxes')
    expect(sandboxes.map((sandbox) => at(sandbox, 'type')).sort()).toEqual(['FHIR', 'Files', 'HL7', 'Payer'])
    const text = expect.stringMatching(/./)
    for (const sandbox of sandboxes) {
      expect(sandbox).toMatchObject({
        id: expect.stringMatching(/^sbx_/),
        credentials: { username: text, password: text, client_id: text, client_secret: text },
      })
    }
  })

  it('gives every sandbox its own credentials, the same each time [credentials.own, credentials.repeatable]', async () => {
    const run = await testbed.createRun(testbed.reference)
    const first = (await run.start()).body
    expect((await run.start()).body).toEqual(first)
    const secrets = listAt(first, 'sandboxes').flatMap((sandbox) => Object.values(at(sandbox, 'credentials') as object))
    expect(secrets.length).toBe(16)
    expect(new Set(secrets).size).toBe(16)
  })

  it('has the timeout of its task, or else of its benchmark [tasks.timeout-overrides, deadlines.from-start]', async () => {
    const [first, second] = clinicBenchmark().tasks
    if (first === undefined || second === undefined) throw new Error('The clinic has two tasks.')
    const tasks = [{ ...first, timeout: 10 }, second]
    const run = await testbed.createRun(
      await testbed.publish(clinicBenchmark({ name: 'timed', tasks, concurrency: 2 })),
    )
    await run.start(0)
    await run.start(1)
    testbed.clock.advance(10_000)
    expect((await run.complete(0)).status).toBe(409)
    testbed.clock.advance(49_999)
    expect((await run.complete(1)).status).toBe(200)
  })

  it('keeps a frozen copy of its task, with criteria, configurations and seed [task-runs.snapshot, snapshots.parts, snapshots.before-end]', async () => {
    const run = await testbed.createRun(testbed.reference)
    const read = async () => at((await testbed.call('GET', `/task-runs/${run.taskRuns[0]}`)).body, 'snapshot')
    const before = await read()
    const text = JSON.stringify(before)
    for (const part of ['Finish the open task.', 'The task is finished', '70551', '"seed"'])
      expect(text).toContain(part)
    const task = textAt(run.created.body, 'task_runs', 0, 'task_id')
    expect((await testbed.call('PATCH', `/tasks/${task}`, { name: 'renamed' })).status).toBe(200)
    expect(await read()).toEqual(before)
  })

  it('can be completed by its organization, which gets the criterion runs [internal.complete-task-run, states.complete-internal, runs.complete-answer]', async () => {
    const run = await testbed.createRun(testbed.reference)
    await run.start()
    await finish(run)
    const { status, body } = await testbed.call('POST', `/task-runs/${run.taskRuns[0]}/complete`)
    expect([status, body]).toMatchObject([
      200,
      {
        id: run.taskRuns[0],
        phase: 'completed',
        verdict: 'partial',
        score: 0.75,
        criterion_runs: [{ passed: true }, { passed: false }],
      },
    ])
  })

  it('can be cancelled by its organization [internal.cancel-task-run]', async () => {
    const run = await testbed.createRun(testbed.reference)
    const { status, body } = await testbed.call('POST', `/task-runs/${run.taskRuns[0]}/cancel`)
    expect([status, body]).toMatchObject([200, { id: run.taskRuns[0], status: 'cancelled', phase: 'created' }])
  })

  it('is completed only once by two concurrent completions [completion.concurrent]', async () => {
    const run = await testbed.createRun(testbed.reference)
    await run.start()
    const [first, other] = await Promise.all([run.complete(0, { output: 1 }), run.complete(0, { output: 2 })])
    expect([first.status, other.text]).toEqual([200, first.text])
    const { body } = await testbed.call('GET', `/criterion-runs?task_run_id=${run.taskRuns[0]}`)
    expect(listAt(body, 'data')).toHaveLength(2)
  })
})

describe('every answer about a task run', () => {
  it('has only documented values [task-runs.status-values, task-runs.phase-values, task-runs.verdict-values, task-runs.score-range, scoring.range]', async () => {
    const seen = { status: new Set<unknown>(), phase: new Set<unknown>(), verdict: new Set<unknown>() }
    const collect = async (id: string | undefined) => {
      const { body } = await testbed.call('GET', `/task-runs/${id}`)
      for (const key of ['status', 'phase', 'verdict'] as const) seen[key].add(at(body, key))
      const score = at(body, 'score')
      if (score !== null) expect(score).toBeGreaterThanOrEqual(0)
      if (score !== null) expect(score).toBeLessThanOrEqual(1)
    }
    for (const how of ['pass', 'partial', 'fail', 'cancel', 'wait'] as const) {
      const run = await testbed.createRun(testbed.reference)
      await collect(run.taskRuns[0])
      await run.start()
      await collect(run.taskRuns[0])
      if (how === 'pass' || how === 'partial') await finish(run)
      if (how === 'cancel') await testbed.call('POST', `/task-runs/${run.taskRuns[0]}/cancel`)
      else if (how === 'wait') testbed.clock.advance(60_000)
      else await run.complete(0, how === 'pass' ? { output: { outcome: 'CANARY-7' } } : {})
      await collect(run.taskRuns[0])
    }
    expect([...seen.status].sort()).toEqual(['active', 'cancelled', 'completed', 'timed_out'])
    expect([...seen.phase].sort()).toEqual(['completed', 'created', 'started'])
    expect([...seen.verdict].sort()).toEqual(['fail', null, 'partial', 'pass'])
  })

  it('has ids whose prefix names the kind of resource [identifiers.prefixes]', async () => {
    const run = await testbed.createRun(testbed.reference)
    const started = await run.start()
    await run.complete()
    const read = (await testbed.call('GET', `/task-runs/${run.taskRuns[0]}`)).body
    const keys = (await testbed.call('GET', '/api-keys')).body
    const whole = (await testbed.call('GET', `/runs/${run.id}`)).body
    const environment = (await testbed.call('GET', '/environments?limit=1')).body
    const versions = (await testbed.call('GET', `/benchmarks/${at(whole, 'benchmark_id')}/versions`)).body
    for (const [prefix, id] of [
      ['env', at(environment, 'data', 0, 'id')],
      ['sim', at(environment, 'data', 0, 'simulators', 0, 'id')],
      ['ds', at(environment, 'data', 0, 'datasets', 0, 'id')],
      ['bench', at(whole, 'benchmark_id')],
      ['ver', at(versions, 'data', 0, 'id')],
      ['task', at(read, 'task_id')],
      ['crit', at(read, 'criterion_runs', 0, 'criterion_id')],
      ['slv', at(whole, 'solver_id')],
      ['key', at(keys, 'data', 0, 'id')],
      ['run', run.id],
      ['tr', run.taskRuns[0]],
      ['crun', at(read, 'criterion_runs', 0, 'id')],
      ['pg', at(read, 'playground_id')],
      ['sbx', at(started.body, 'sandboxes', 0, 'id')],
    ]) {
      expect(id).toMatch(new RegExp(`^${prefix}_[0-9a-z]{26}$`))
    }
  })

  it('contains no recorded solution under /v1 [tasks.solutions-hidden]', async () => {
    const [first, second] = clinicBenchmark().tasks
    if (first === undefined || second === undefined) throw new Error('The clinic has two tasks.')
    const body = { ...finishedTask, description: 'SECRET-STEP' }
    const solutions = [{ name: 'SECRET-SOLUTION', calls: [{ method: 'PUT', path: 'fhir/Task/t1', body }] }]
    const allow = [{ collection: 'fhir.Task', where: body, fields: ['status', 'description'] }]
    const nothingElse = { label: 'Nothing else', guard: true, assertion: { assert: 'no-collateral', allow } }
    const criteria = [...first.criteria.slice(0, 1), nothingElse]
    const solved = await testbed.publish(
      clinicBenchmark({ name: 'solved', tasks: [{ ...first, criteria, solutions }, second] }),
    )
    const run = await testbed.createRun(solved)
    const texts = [run.created.text, (await run.start()).text, (await run.complete()).text]
    texts.push((await run.call('GET', `/v1/benchmark-runs/${run.id}`)).text)
    expect(texts.join()).not.toContain('SECRET')
  })
})
