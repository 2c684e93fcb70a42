import { beforeAll, describe, expect, it } from 'vitest'
import { approvableForm, clinicBenchmark, finishedTask } from './clinic-benchmark.js'
import { type AgentRun, at, type ContractDesk, create, createContractDesk, listAt, textAt } from './contract-desk.js'

// A run as an agent and its organization meet it. What is expected stands here in full, as on the wire.

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let desk: ContractDesk
let reference: string
/** `/benchmarks/{id}` of what is published. */
let benchmark: string
beforeAll(async () => {
  desk = await createContractDesk()
  reference = await desk.publish(clinicBenchmark())
  benchmark = `/benchmarks/${textAt((await desk.call('GET', '/benchmarks')).body, 'data', 0, 'id')}`
})
const later = (milliseconds: number) => new Date(desk.clock.now() + milliseconds).toISOString()

const groups = (run: AgentRun) => `/v1/benchmark-runs/${run.id}`
const finish = (run: AgentRun) =>
  run.call('PUT', `${groups(run)}/fhir/Task/t1`, finishedTask, { 'content-type': 'application/fhir+json' })

describe('creating a run', () => {
  it('answers the token, the paths and the tasks [public.create-run, create-run.status, create-run.benchmark, create-run.bearer-token, create-run.expires-at, create-run.fields, create-run.task-runs, create-run.scored-default, create-run.endpoints, create-run.absolute-paths, benchmarks.reference, authentication.run-token-prefix, authentication.solver-creates-runs, authentication.solver-own-benchmarks]', async () => {
    const { created, id } = await desk.createRun(reference)
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

  it('tells nothing of the criteria [create-run.no-criteria]', async () => {
    const { created } = await desk.createRun(reference)
    expect(created.text).not.toMatch(/criteri|assert|CANARY|M-1001/)
  })

  it('takes scored, a boolean [create-run.scored]', async () => {
    expect(at((await desk.createRun(reference, { scored: true })).created.body, 'scored')).toBe(true)
    const wrong = await desk.as(desk.solverKey)('POST', '/v1/benchmark-runs', { benchmark: reference, scored: 'true' })
    expect(wrong.status).toBe(400)
  })

  it('needs a name and a version that there are [references.last-at, references.unknown]', async () => {
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
      const { status: found } = await desk.as(desk.solverKey)('POST', '/v1/benchmark-runs', { benchmark })
      expect([benchmark, found]).toEqual([benchmark, status])
    }
  })

  it('takes an own benchmark before a Public one of that name [references.own-first]', async () => {
    await desk.call('PATCH', benchmark, { visibility: 'Public' })
    const made = await desk.other.call('POST', '/benchmarks', { name: 'clinic' })
    expect(made.status).toBe(201)
    // Theirs has no version: the name is theirs all the same.
    const run = await desk.as(desk.other.solverKey)('POST', '/v1/benchmark-runs', { benchmark: reference })
    expect(run.status).toBe(404)
  })

  it('reserves a playground for each task run [create-run.playground-reserved]', async () => {
    const run = await desk.createRun(reference)
    const ids = []
    for (const id of run.taskRuns) ids.push(at((await desk.call('GET', `/task-runs/${id}`)).body, 'playground_id'))
    for (const id of ids) expect(id).toMatch(/^pg_/)
    expect(new Set(ids).size).toBe(2)
  })

  it('gives a token that lives as long as all tasks may take [run-tokens.lifetime]', async () => {
    const tasks = clinicBenchmark().tasks.map((task) => ({ ...task, timeout: 10_000 }))
    const long = await desk.publish(clinicBenchmark({ name: 'long', tasks }))
    const { created } = await desk.createRun(long)
    // 20,000 seconds and 15 minutes.
    expect(at(created.body, 'bearer_token_expires_at')).toBe(later(20_900_000))
  })
})

describe('a task run', () => {
  it('goes from created to started to completed [states.start, states.start-sets-time, states.complete, states.complete-sets-result, states.complete-criterion-runs, public.start, public.complete, public.fhir, create-run.task-run-urls, task-runs.fields, task-runs.set-on-completion, authentication.run-token-start, authentication.run-token-complete, internal.get-task-run, task-runs.criterion-runs, completion.status]', async () => {
    const run = await desk.createRun(reference)
    const read = async () => (await desk.call('GET', `/task-runs/${run.taskRuns[0]}`)).body
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
      snapshot: expect.anything(),
      started_at: null,
      completed_at: null,
      criterion_runs: [],
    })
    const started_at = desk.now()
    expect((await run.call('POST', textAt(run.created.body, 'task_runs', 0, 'start_url'))).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'active', phase: 'started', started_at })
    expect((await finish(run)).status).toBe(200)
    desk.clock.advance(1_000)
    const completed = await run.call('POST', textAt(run.created.body, 'task_runs', 0, 'complete_url'), {
      output: { outcome: 'CANARY-7' },
    })
    expect(completed.status).toBe(200)
    expect(await read()).toMatchObject({
      status: 'completed',
      phase: 'completed',
      verdict: 'pass',
      score: 1,
      started_at,
      completed_at: desk.now(),
      criterion_runs: [{ passed: true }, { passed: true }],
    })
  })

  it('answers its start with the way to its systems [start.answer, credentials.parts]', async () => {
    const run = await desk.createRun(reference)
    const { body } = await run.start()
    expect(body).toMatchObject({
      id: run.taskRuns[0],
      phase: 'started',
      task_item: { instruction: 'Finish the open task.', dueDate: '2026-03-02' },
      endpoints: { fhir: `${groups(run)}/fhir` },
    })
    const sandboxes = listAt(body, 'sandboxes')
    expect(sandboxes.map((one) => at(one, 'type')).sort()).toEqual(['FHIR', 'Files', 'HL7', 'Payer'])
    const text = expect.stringMatching(/./)
    for (const sandbox of sandboxes) {
      expect(sandbox).toMatchObject({
        id: expect.stringMatching(/^sbx_/),
        credentials: { username: text, password: text, client_id: text, client_secret: text },
      })
    }
  })

  it('gives every sandbox credentials of its own, the same each time [credentials.own, credentials.repeatable]', async () => {
    const run = await desk.createRun(reference)
    const first = (await run.start()).body
    expect((await run.start()).body).toEqual(first)
    const secrets = listAt(first, 'sandboxes').flatMap((one) => Object.values(at(one, 'credentials') as object))
    expect(secrets.length).toBe(16)
    expect(new Set(secrets).size).toBe(16)
  })

  it('has the time of its task, or of its benchmark [tasks.timeout-overrides, deadlines.from-start]', async () => {
    const [first, second] = clinicBenchmark().tasks
    if (first === undefined || second === undefined) throw new Error('The clinic has two tasks.')
    const tasks = [{ ...first, timeout: 10 }, second]
    const run = await desk.createRun(await desk.publish(clinicBenchmark({ name: 'timed', tasks, concurrency: 2 })))
    await run.start(0)
    await run.start(1)
    desk.clock.advance(10_000)
    expect((await run.complete(0)).status).toBe(409)
    desk.clock.advance(49_999)
    expect((await run.complete(1)).status).toBe(200)
  })

  it('keeps a frozen copy of its task, with criteria, configurations and seed [task-runs.snapshot, snapshots.parts, snapshots.before-end]', async () => {
    const run = await desk.createRun(reference)
    const read = async () => at((await desk.call('GET', `/task-runs/${run.taskRuns[0]}`)).body, 'snapshot')
    const before = await read()
    const text = JSON.stringify(before)
    for (const part of ['Finish the open task.', 'The task is finished', '70551', '"seed"'])
      expect(text).toContain(part)
    const task = textAt(run.created.body, 'task_runs', 0, 'task_id')
    expect((await desk.call('PATCH', `/tasks/${task}`, { name: 'renamed' })).status).toBe(200)
    expect(await read()).toEqual(before)
  })

  it('is completed by its organization too, which gets the criterion runs [internal.complete-task-run, states.complete-internal, runs.complete-answer]', async () => {
    const run = await desk.createRun(reference)
    await run.start()
    await finish(run)
    const { status, body } = await desk.call('POST', `/task-runs/${run.taskRuns[0]}/complete`)
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

  it('is cancelled by its organization [internal.cancel-task-run]', async () => {
    const run = await desk.createRun(reference)
    const { status, body } = await desk.call('POST', `/task-runs/${run.taskRuns[0]}/cancel`)
    expect([status, body]).toMatchObject([200, { id: run.taskRuns[0], status: 'cancelled', phase: 'created' }])
  })

  it('is completed once by two completions at once [completion.concurrent]', async () => {
    const run = await desk.createRun(reference)
    await run.start()
    const [one, other] = await Promise.all([run.complete(0, { output: 1 }), run.complete(0, { output: 2 })])
    expect([one.status, other.text]).toEqual([200, one.text])
    const { body } = await desk.call('GET', `/criterion-runs?task_run_id=${run.taskRuns[0]}`)
    expect(listAt(body, 'data')).toHaveLength(2)
  })
})

describe('a completion', () => {
  it('answers verdict, score, axes and checks [completion.fields, completion.phase, completion.verdict, completion.score, completion.axes, completion.checks, completion.check-fields, completion.output, states.complete-verifies, criteria.weight-in-scoring, scoring.check-result, scoring.axes]', async () => {
    const run = await desk.createRun(reference)
    await run.start()
    await finish(run)
    const { body } = await run.complete(0, { output: { outcome: 'other' } })
    expect(body).toEqual({
      task_run_id: run.taskRuns[0],
      phase: 'completed',
      verdict: 'partial',
      score: 0.75,
      axes: { correctness: { score: 1, weight: 3 }, safety: { score: 0, weight: 1 } },
      checks: [
        {
          criterion_id: expect.stringMatching(/^crit_/),
          label: 'The task is finished',
          result: 'pass',
          score: 1,
          axis: 'correctness',
          details: expect.any(String),
          field_results: [{ path: 'status', expected: 'completed', actual: 'completed', passed: true }],
        },
        {
          criterion_id: expect.stringMatching(/^crit_/),
          label: 'The outcome is told',
          result: 'fail',
          score: 0,
          axis: 'safety',
          details: expect.any(String),
          field_results: [{ path: 'outcome', expected: 'CANARY-7', actual: 'other', passed: false }],
        },
      ],
    })
  })

  it('counts criteria without an axis under __default__ [criteria.default-axis]', async () => {
    const run = await desk.createRun(reference)
    await run.start(1)
    const { body } = await run.complete(1)
    expect(body).toMatchObject({ axes: { __default__: { score: 0, weight: 1 } }, checks: [{ axis: '__default__' }] })
  })

  it('passes from the threshold of the benchmark, 0.9 if it has none [overrides.pass-threshold, overrides.pass-threshold-default]', async () => {
    const low = await desk.publish(clinicBenchmark({ name: 'low', overrides: { pass_threshold: 0.75 } }))
    for (const [benchmark, verdict] of [
      [low, 'pass'],
      [reference, 'partial'],
    ] as const) {
      const run = await desk.createRun(benchmark)
      await run.start()
      await finish(run)
      expect((await run.complete()).body).toMatchObject({ score: 0.75, verdict })
    }
  })

  it('weighs axes as the benchmark says [overrides.axis-weights, scoring.axis-weights]', async () => {
    const overrides = { axis_weights: { correctness: 1, safety: 1 } }
    const run = await desk.createRun(await desk.publish(clinicBenchmark({ name: 'weighed', overrides })))
    await run.start()
    await finish(run)
    expect((await run.complete()).body).toMatchObject({ score: 0.5, axes: { safety: { weight: 1 } } })
  })

  it('of a scored run hides why, and leaves it to the organization [scored.no-details, scored.no-field-evidence, scored.full-evidence-kept, scored.no-keys, internal.get-criterion-run]', async () => {
    const run = await desk.createRun(reference, { scored: true })
    await run.start()
    await finish(run)
    const { body, text } = await run.complete(0, { output: {} })
    expect(at(body, 'checks', 0)).toEqual({
      criterion_id: expect.any(String),
      label: 'The task is finished',
      result: 'pass',
      score: 1,
      axis: 'correctness',
    })
    expect(text).not.toMatch(/details|field_results|expected|actual|CANARY/)
    const listed = await desk.call('GET', `/criterion-runs?task_run_id=${run.taskRuns[0]}`)
    const id = listAt(listed.body, 'data')
      .filter((one) => at(one, 'passed') === false)
      .map((one) => at(one, 'id'))[0]
    expect((await desk.call('GET', `/criterion-runs/${id}`)).body).toMatchObject({
      details: expect.stringMatching(/./),
      evidence: {
        field_results: [{ path: 'outcome', expected: 'CANARY-7', actual: null, missing: true, passed: false }],
      },
    })
  })

  it('is scored for every run where the benchmark says so [overrides.scored-only]', async () => {
    const only = await desk.publish(clinicBenchmark({ name: 'only', overrides: { scored_only: true } }))
    const run = await desk.createRun(only)
    expect(at(run.created.body, 'scored')).toBe(true)
    await run.start()
    expect((await run.complete()).text).not.toContain('field_results')
  })
})

describe('criterion runs', () => {
  it('are made by completion, with evidence [criterion-runs.fields, criterion-runs.field-results, criterion-runs.field-result, criterion-runs.passed, criterion-runs.score-range, internal.list-criterion-runs, checks.field-results-always]', async () => {
    const run = await desk.createRun(reference)
    await run.start()
    await finish(run)
    await run.complete(0, { output: { outcome: 'other' } })
    await run.start(1)
    await run.complete(1)
    const { body } = await desk.call('GET', `/criterion-runs?task_run_id=${run.taskRuns[0]}`)
    const found = listAt(body, 'data').toSorted((a, b) => Number(at(b, 'score')) - Number(at(a, 'score')))
    const common = {
      id: expect.stringMatching(/^crun_/),
      task_run_id: run.taskRuns[0],
      criterion_id: expect.stringMatching(/^crit_/),
      details: expect.any(String),
      started_at: expect.stringMatching(time),
      completed_at: expect.stringMatching(time),
    }
    const field = { path: 'status', expected: 'completed', actual: 'completed', passed: true }
    const other = { path: 'outcome', expected: 'CANARY-7', actual: 'other', passed: false }
    expect(found).toEqual([
      { ...common, passed: true, score: 1, evidence: expect.objectContaining({ field_results: [field] }) },
      { ...common, passed: false, score: 0, evidence: expect.objectContaining({ field_results: [other] }) },
    ])
  })

  it('cannot be written [criterion-runs.read-only]', async () => {
    for (const [method, target] of [
      ['POST', '/criterion-runs'],
      ['PATCH', '/criterion-runs/crun_1'],
      ['PUT', '/criterion-runs/crun_1'],
      ['DELETE', '/criterion-runs/crun_1'],
    ] as const) {
      expect((await desk.call(method, target)).status).toBe(405)
    }
  })
})

describe('a run', () => {
  it('is read by its agent and its organization [public.read-run, read-run.fields, read-run.task-runs, read-run.no-detail, runs.fields, runs.task-results, runs.extra-fields, internal.get-run, runs.two-paths, authentication.run-token-reads-run, run-tokens.reads-after-end, run-end.score, run-end.verdict, run-end.completed]', async () => {
    const run = await desk.createRun(reference)
    await run.start()
    await finish(run)
    await run.complete(0, { output: { outcome: 'CANARY-7' } })
    await run.start(1)
    await run.complete(1)
    const ended = { phase: 'completed', status: 'completed', verdict: 'partial', score: 0.5 }
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
    const read = await desk.call('GET', `/runs/${run.id}`)
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
    expect((await desk.call('GET', `/benchmark-runs/${run.id}`)).body).toEqual(read.body)
  })

  it('is started with its first task run [run-end.started]', async () => {
    const run = await desk.createRun(reference)
    const phase = async () => at((await run.call('GET', `/v1/benchmark-runs/${run.id}`)).body, 'phase')
    expect(await phase()).toBe('created')
    await run.start()
    expect(await phase()).toBe('started')
  })

  it('is listed, and lists its task runs only [runs.list, internal.list-task-runs]', async () => {
    const [one, other] = [await desk.createRun(reference), await desk.createRun(reference)]
    const listed = await desk.call('GET', '/benchmark-runs?limit=2')
    expect(listAt(listed.body, 'data').map((run) => at(run, 'id'))).toEqual([other.id, one.id])
    const { body } = await desk.call('GET', `/task-runs?benchmark_run_id=${one.id}`)
    expect(listAt(body, 'data').map((found) => at(found, 'id'))).toEqual(one.taskRuns.toReversed())
  })

  it('is made by an organization without a Solver [runs.authoring]', async () => {
    const made = await desk.call('POST', '/benchmark-runs', { benchmark: reference })
    expect([made.status, made.body]).toMatchObject([201, { scored: false, solver_id: null, phase: 'created' }])
  })

  it('ends, and its systems with it [run-tokens.no-systems-after-end, run-tokens.repeats-after-end]', async () => {
    const run = await desk.createRun(reference)
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

describe('all that an answer can say of a task run', () => {
  it('is of the documented values [task-runs.status-values, task-runs.phase-values, task-runs.verdict-values, task-runs.score-range, scoring.range]', async () => {
    const seen = { status: new Set<unknown>(), phase: new Set<unknown>(), verdict: new Set<unknown>() }
    const look = async (id: string | undefined) => {
      const { body } = await desk.call('GET', `/task-runs/${id}`)
      for (const key of ['status', 'phase', 'verdict'] as const) seen[key].add(at(body, key))
      const score = at(body, 'score')
      if (score !== null) expect(score).toBeGreaterThanOrEqual(0)
      if (score !== null) expect(score).toBeLessThanOrEqual(1)
    }
    for (const how of ['pass', 'partial', 'fail', 'cancel', 'wait'] as const) {
      const run = await desk.createRun(reference)
      await look(run.taskRuns[0])
      await run.start()
      await look(run.taskRuns[0])
      if (how === 'pass' || how === 'partial') await finish(run)
      if (how === 'cancel') await desk.call('POST', `/task-runs/${run.taskRuns[0]}/cancel`)
      else if (how === 'wait') desk.clock.advance(60_000)
      else await run.complete(0, how === 'pass' ? { output: { outcome: 'CANARY-7' } } : {})
      await look(run.taskRuns[0])
    }
    expect([...seen.status].sort()).toEqual(['active', 'cancelled', 'completed', 'timed_out'])
    expect([...seen.phase].sort()).toEqual(['completed', 'created', 'started'])
    expect([...seen.verdict].sort()).toEqual(['fail', null, 'partial', 'pass'])
  })

  it('has ids whose prefix tells what they name [identifiers.prefixes]', async () => {
    const run = await desk.createRun(reference)
    const started = await run.start()
    await run.complete()
    const read = (await desk.call('GET', `/task-runs/${run.taskRuns[0]}`)).body
    const keys = (await desk.call('GET', '/api-keys')).body
    const whole = (await desk.call('GET', `/runs/${run.id}`)).body
    const environment = (await desk.call('GET', '/environments?limit=1')).body
    for (const [prefix, id] of [
      ['env', at(environment, 'data', 0, 'id')],
      ['sim', at(environment, 'data', 0, 'simulators', 0, 'id')],
      ['ds', at(environment, 'data', 0, 'datasets', 0, 'id')],
      ['bench', at(whole, 'benchmark_id')],
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

  it('holds no recorded solution under /v1 [tasks.solutions-hidden]', async () => {
    const [first, second] = clinicBenchmark().tasks
    if (first === undefined || second === undefined) throw new Error('The clinic has two tasks.')
    const solutions = [
      {
        name: 'SECRET-SOLUTION',
        calls: [{ method: 'PUT', path: 'fhir/Task/t1', body: { ...finishedTask, description: 'SECRET-STEP' } }],
      },
    ]
    const criteria = first.criteria.slice(0, 1)
    const solved = await desk.publish(
      clinicBenchmark({ name: 'solved', tasks: [{ ...first, criteria, solutions }, second] }),
    )
    const run = await desk.createRun(solved)
    const texts = [run.created.text, (await run.start()).text, (await run.complete()).text]
    texts.push((await run.call('GET', `/v1/benchmark-runs/${run.id}`)).text)
    expect(texts.join()).not.toContain('SECRET')
  })
})

describe('versions', () => {
  it('are numbered from 1, listed and read [versions.publish, versions.list, versions.read]', async () => {
    const target = `${benchmark}/versions`
    const made = await desk.call('POST', target)
    expect([made.status, at(made.body, 'version')]).toEqual([201, 2])
    const listed = await desk.call('GET', target)
    expect(listAt(listed.body, 'data').map((one) => at(one, 'version'))).toEqual([2, 1])
    expect((await desk.call('GET', `${target}/1`)).body).toMatchObject({ version: 1 })
    expect((await desk.call('GET', `${target}/3`)).status).toBe(404)
  })
})

describe('a benchmark that cannot be run', () => {
  it('is not published, for want of an environment or of tasks [versions.no-tasks]', async () => {
    const environment_id = await create(desk.call, '/environments', { name: 'empty' })
    for (const more of [{}, { environment_id }]) {
      const id = await create(desk.call, '/benchmarks', { name: `void ${Object.keys(more).length}`, ...more })
      const refused = await desk.call('POST', `/benchmarks/${id}/versions`)
      expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
      expect((await desk.call('GET', `/benchmarks/${id}/versions`)).body).toMatchObject({ data: [] })
    }
  })
})

describe('the same work', () => {
  it('has the same evidence and scores, without names of the service [reproducibility.same-evidence, reproducibility.same-score, reproducibility.no-service-names, reproducibility.seed-hidden]', async () => {
    const seeded = await desk.publish(clinicBenchmark({ name: 'seeded', overrides: { seed: 77_031 } }))
    const work = async () => {
      const run = await desk.createRun(seeded)
      const seen = [run.created.text]
      seen.push((await run.start(1)).text)
      const call = await run.call('POST', `${groups(run)}/portal/prior-auths`, approvableForm)
      seen.push(call.text)
      const { body, text } = await run.complete(1)
      seen.push(text)
      expect(seen.join()).not.toContain('77031')
      const listed = await desk.call('GET', `/criterion-runs?task_run_id=${run.taskRuns[1]}`)
      const evidence = JSON.stringify(listAt(listed.body, 'data').map((one) => at(one, 'evidence')))
      expect(evidence).not.toMatch(/(run|tr|pg|sbx|crun|org|env|sim|bench|task)_[0-9a-z]{26}|https?:/)
      return { evidence, score: at(body, 'score'), verdict: at(body, 'verdict'), row: call.text }
    }
    expect(await work()).toEqual(await work())
  })
})
