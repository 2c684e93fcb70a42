import { at, listAt } from '../../exchange/exchange.js'
import {
  absent,
  anything,
  each,
  filled,
  includingAll,
  instant,
  near,
  orNull,
  Rule,
  same,
  without,
} from '../../expectation/pattern.js'
import { approvableForm, canary, finishedTask } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

const fhir = { 'content-type': 'application/fhir+json' }
const conflict = { status: 409, body: { error: { code: 'CONFLICT', message: filled } } }

export const runs = scenario({
  name: 'A run, step by step',
  ids: [
    'create-run.status',
    'create-run.scored-default',
    'create-run.scored',
    'create-run.fields',
    'create-run.endpoints',
    'create-run.task-runs',
    'create-run.absolute-paths',
    'create-run.no-criteria',
    'create-run.playground-reserved',
    'read-run.fields',
    'read-run.task-runs',
    'read-run.no-detail',
    'runs.extra-fields',
    'runs.list',
    'runs.two-paths',
    'runs.fields',
    'runs.task-results',
    'lists.nested-oldest-first',
    'start.answer',
    'start.repeated',
    'start.concurrency',
    'credentials.parts',
    'credentials.own',
    'credentials.repeatable',
    'run-end.started',
    'run-end.completed',
    'run-end.status',
    'run-end.score',
    'run-end.score-null',
    'run-end.verdict',
    'completion.not-started',
    'completion.repeated',
    'completion.status',
    'completion.freezes',
    'completion.check-fields',
    'completion.verdict',
    'run-tokens.reads-after-end',
    'run-tokens.repeats-after-end',
    'run-tokens.no-systems-after-end',
    'systems.none-started',
    'snapshots.parts',
    'snapshots.before-end',
    'identifiers.prefixes',
    'identifiers.times',
    'task-runs.set-on-completion',
    'reproducibility.sealed',
    'errors.conflict-names-state',
    'checks.assertion-results',
    'scored.full-evidence-kept',
    'task-runs.criterion-runs',
    'internal.list-criterion-runs',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { reference, name, benchmark } = await k.clinic()
    const run = await k.createRun(reference)
    const path = `/v1/benchmark-runs/${run.id}`
    k.answer('create-run.status', run.created, 201)
    k.answer('create-run.scored-default', run.created, { body: { scored: false } })
    k.answer('create-run.scored', (await k.createRun(reference, { scored: true })).created, { body: { scored: true } })
    k.answer('create-run.fields', run.created, {
      body: {
        benchmark_run_id: /^run_[0-9a-z]{26}$/,
        benchmark: { id: benchmark, name, version: 1 },
        scored: false,
        phase: 'created',
        status: 'active',
        endpoints: anything,
        task_runs: each(anything, 2),
      },
    })
    k.answer('create-run.endpoints', run.created, {
      body: {
        endpoints: same({
          fhir: `${path}/fhir`,
          portal: `${path}/portal`,
          hl7: `${path}/hl7`,
          files: `${path}/files`,
          payer: `${path}/payer`,
        }),
      },
    })
    const taskRuns = ['finish', 'get approval'].map((taskName, index) => ({
      id: run.taskRun(index),
      task_id: /^task_/,
      name: taskName,
      phase: 'created',
      start_url: `/v1/task-runs/${run.taskRun(index)}/start`,
      complete_url: `/v1/task-runs/${run.taskRun(index)}/complete`,
      task_item: index === 0 ? same({ instruction: 'Finish the open task.', dueDate: '2026-03-02' }) : null,
    }))
    k.answer('create-run.task-runs', run.created, { body: { task_runs: taskRuns } })
    k.answer('create-run.absolute-paths', run.created, {
      body: { task_runs: each({ start_url: /^\/v1\//, complete_url: /^\/v1\// }, 2) },
    })
    k.answer('create-run.no-criteria', run.created, { text: without('criteri', 'assert', canary, 'M-2002') })
    const playgrounds: unknown[] = []
    const snapshots: unknown[] = []
    for (const index of [0, 1]) {
      const { body } = await k.call('GET', `/task-runs/${run.taskRun(index)}`)
      playgrounds.push(at(body, 'playground_id'))
      snapshots.push(at(body, 'snapshot'))
    }
    k.value('create-run.playground-reserved', playgrounds, each(/^pg_[0-9a-z]{26}$/))
    k.value('create-run.playground-reserved', new Set(playgrounds).size, 2)
    k.value('snapshots.before-end', snapshots, each(anything, 2))
    const snapshotText = JSON.stringify(snapshots[0])
    k.value(
      'snapshots.parts',
      ['Finish the open task.', 'The task is finished', '70551', '"seed"'].filter((part) => snapshotText.includes(part))
        .length,
      4,
    )

    const read = () => k.call('GET', `/runs/${run.id}`)
    k.answer('run-end.started', await run.read(), { body: { phase: 'created' } })
    k.answer('run-end.score-null', await run.read(), { body: { score: null, verdict: null, completed_at: null } })
    k.answer('completion.not-started', await run.complete(), conflict)
    k.answer('systems.none-started', await run.system('GET', 'fhir/Patient'), conflict)
    const started = await run.start()
    const sandboxes = listAt(started.body, 'sandboxes')
    const credentials = { username: filled, password: filled, client_id: filled, client_secret: filled }
    k.answer('start.answer', started, {
      status: 200,
      body: {
        id: run.taskRun(),
        phase: 'started',
        task_item: same({ instruction: 'Finish the open task.', dueDate: '2026-03-02' }),
        endpoints: { fhir: `${path}/fhir` },
        sandboxes: each({ id: /^sbx_/, type: filled, credentials }, 4),
      },
    })
    k.answer('credentials.parts', started, { body: { sandboxes: each({ credentials }, 4) } })
    const secrets = sandboxes.flatMap((entry) => Object.values(Object(at(entry, 'credentials'))))
    k.value(
      'credentials.own',
      { secrets: secrets.length, different: new Set(secrets).size },
      { secrets: 16, different: 16 },
      started,
    )
    const again = await run.start()
    k.value('start.repeated', again.body, same(started.body), started, again)
    k.value('credentials.repeatable', at(again.body, 'sandboxes'), same(sandboxes), started, again)
    k.value(
      'credentials.repeatable',
      at((await k.call('GET', `/sandboxes/${at(sandboxes[0], 'id')}`)).body, 'credentials'),
      same(at(sandboxes[0], 'credentials')),
      started,
    )
    k.answer('run-end.started', await run.read(), { body: { phase: 'started', status: 'active', started_at: instant } })
    k.answer('start.concurrency', await run.start(1), conflict)
    k.answer('errors.conflict-names-state', await run.start(1), {
      body: {
        error: {
          message: new Rule('a message that names the concurrency or the state', (message) =>
            /concurren|started|1/i.test(String(message)),
          ),
        },
      },
    })

    must(await run.system('PUT', 'fhir/Task/t1', finishedTask, fhir), 200)
    const output = { outcome: canary }
    const completed = await run.complete(0, { output })
    k.answer('completion.verdict', completed, { status: 200, body: { verdict: 'pass', score: 1 } })
    k.answer('completion.check-fields', completed, {
      body: {
        checks: [
          {
            criterion_id: /^crit_/,
            label: 'The task is finished',
            result: 'pass',
            score: 1,
            axis: 'correctness',
            details: filled,
            field_results: [{ path: 'status', expected: 'completed', actual: 'completed', passed: true }],
          },
          {
            label: 'The outcome is told',
            result: 'pass',
            axis: 'safety',
            field_results: [{ path: 'outcome', expected: canary, actual: canary, passed: true }],
          },
        ],
      },
    })
    const late = await run.start()
    k.value(
      'start.repeated',
      late.body,
      same({ ...Object(started.body), phase: 'completed', status: 'completed' }),
      late,
    )
    const repeated = await run.complete(0, { output: { outcome: 'other' } })
    k.value('completion.repeated', repeated.text, completed.text, completed, repeated)
    k.answer('completion.freezes', await run.system('PUT', 'fhir/Task/t1', finishedTask, fhir), conflict)
    k.answer(
      'reproducibility.sealed',
      await run.system('POST', 'fhir/Patient', { resourceType: 'Patient' }, fhir),
      conflict,
    )
    const taskRun = await k.call('GET', `/task-runs/${run.taskRun()}`)
    k.answer('completion.status', taskRun, { body: { status: 'completed', phase: 'completed' } })
    k.answer('task-runs.set-on-completion', taskRun, { body: { verdict: 'pass', score: 1, completed_at: instant } })
    k.answer('identifiers.times', taskRun, { body: { started_at: instant, completed_at: instant } })
    k.answer('task-runs.criterion-runs', taskRun, {
      body: { criterion_runs: [{ passed: true, criterion_id: /^crit_/ }, { passed: true }] },
    })
    k.answer('run-end.score-null', await read(), { body: { score: null, phase: 'started' } })

    must(await run.start(1), 200)
    const second = must(await run.complete(1), 200)
    k.answer('completion.verdict', second, { body: { verdict: 'fail', score: 0 } })
    const ended = {
      phase: 'completed',
      status: 'completed',
      verdict: 'partial',
      score: near(0.5),
      started_at: instant,
      completed_at: instant,
    }
    const seen = await run.read()
    k.answer('read-run.fields', seen, {
      status: 200,
      body: { benchmark_run_id: run.id, benchmark: { id: benchmark, name, version: 1 }, scored: false, ...ended },
    })
    k.answer('read-run.task-runs', seen, {
      body: {
        task_runs: [
          {
            id: run.taskRun(0),
            task_id: /^task_/,
            name: 'finish',
            phase: 'completed',
            status: 'completed',
            verdict: 'pass',
            score: 1,
          },
          {
            id: run.taskRun(1),
            task_id: /^task_/,
            name: 'get approval',
            phase: 'completed',
            status: 'completed',
            verdict: 'fail',
            score: 0,
          },
        ],
      },
    })
    k.answer('lists.nested-oldest-first', seen, {
      body: { task_runs: [{ id: run.taskRun(0) }, { id: run.taskRun(1) }] },
    })
    k.answer('read-run.no-detail', seen, { text: without(canary, 'criterion', 'field_results', 'details') })
    k.answer('run-tokens.reads-after-end', seen, 200)
    k.answer('run-end.completed', seen, { body: { phase: 'completed', completed_at: instant } })
    k.answer('run-end.status', seen, { body: { status: 'completed' } })
    k.answer('run-end.score', seen, { body: { score: near(0.5) } })
    k.answer('run-end.verdict', seen, { body: { verdict: 'partial' } })
    const internal = await read()
    k.answer('runs.fields', internal, { status: 200, body: { id: run.id, benchmark_id: benchmark, ...ended } })
    k.answer('runs.extra-fields', internal, {
      body: { phase: 'completed', solver_id: /^slv_/, version: 1, scored: false, task_runs: each(anything, 2) },
    })
    k.answer('runs.task-results', internal, {
      body: {
        score: near(0.5),
        verdict: 'partial',
        task_runs: [
          { id: run.taskRun(0), score: 1, verdict: 'pass' },
          { id: run.taskRun(1), score: 0, verdict: 'fail' },
        ],
      },
    })
    k.answer('runs.two-paths', await k.call('GET', `/benchmark-runs/${run.id}`), {
      status: 200,
      body: same(internal.body),
    })
    const listed = await k.call('GET', '/benchmark-runs?limit=20')
    k.value(
      'runs.list',
      listAt(listed.body, 'data').map((item) => at(item, 'id')),
      includingAll(run.id),
      listed,
    )
    for (const group of ['fhir/Patient', 'portal/prior-auths', 'hl7/inbox', 'files/inbox']) {
      k.answer('run-tokens.no-systems-after-end', await run.system('GET', group), conflict)
    }
    k.value('run-tokens.repeats-after-end', (await run.complete(0)).text, completed.text, completed)
    k.answer('run-tokens.repeats-after-end', await run.start(1), { status: 200, body: { phase: 'completed' } })
    for (const [index, count] of [
      [0, 2],
      [1, 1],
    ] as const) {
      const own = await k.call('GET', `/criterion-runs?task_run_id=${run.taskRun(index)}&limit=100`)
      const parents = listAt(own.body, 'data').map((item) => at(item, 'task_run_id'))
      k.value('internal.list-criterion-runs', parents, Array(count).fill(run.taskRun(index)), own)
    }
    const approvals = await k.call('GET', `/criterion-runs?task_run_id=${run.taskRun(1)}`)
    k.value(
      'identifiers.prefixes',
      [
        run.id,
        run.taskRun(),
        at(approvals.body, 'data', 0, 'id'),
        at(sandboxes[0], 'id'),
        playgrounds[0],
        at(internal.body, 'solver_id'),
      ] as string[],
      [/^run_/, /^tr_/, /^crun_/, /^sbx_/, /^pg_/, /^slv_/],
    )

    const filing = await k.createRun(reference)
    must(await filing.start(1), 200)
    must(await filing.system('POST', 'portal/prior-auths', { ...approvableForm, procedure_code: '72148' }), 201)
    must(await filing.complete(1), 200)
    const row = await k.call('GET', `/criterion-runs?task_run_id=${filing.taskRun(1)}`)
    const expected = [{ path: 'status', expected: 'approved', actual: 'pending', passed: false }]
    k.answer('checks.assertion-results', row, {
      body: { data: [{ evidence: { assertion_results: expected, field_results: expected } }] },
    })

    const hidden = await k.createRun(reference, { scored: true })
    must(await hidden.start(), 200)
    const blank = must(await hidden.complete(0, { output: { outcome: 'other' } }), 200)
    k.answer('completion.check-fields', completed, { body: { checks: each({ details: orNull(filled) }) } })
    const reasons = await k.call('GET', `/criterion-runs?task_run_id=${hidden.taskRun()}`)
    const other = listAt(reasons.body, 'data').find((reason) => JSON.stringify(reason).includes('outcome'))
    const whole = await k.call('GET', `/criterion-runs/${at(other, 'id')}`)
    k.answer('scored.full-evidence-kept', whole, {
      status: 200,
      body: {
        details: filled,
        evidence: { field_results: [{ path: 'outcome', expected: canary, actual: 'other', passed: false }] },
      },
    })
    k.answer('read-run.no-detail', blank, { body: { checks: each({ details: absent }) } })
  },
})
