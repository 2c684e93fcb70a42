import { at, listAt } from '../../exchange/exchange.js'
import { each, filled, near, same } from '../../expectation/pattern.js'
import { canary, clinicPlan, finishedTask } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const fhir = { 'content-type': 'application/fhir+json' }
const conflict = { status: 409, body: { error: { code: 'CONFLICT', message: filled } } }

export const endings = scenario({
  name: 'Ends of task runs and runs',
  ids: [
    'cancelling.run',
    'cancelling.ended-run',
    'cancelling.keeps',
    'cancelling.any-state',
    'completion.after-cancel',
    'completion.answered-stays',
    'start.repeated',
    'completion.concurrent',
    'completion.once',
    'start.after-cancel',
    'run-end.status',
    'run-end.score',
    'run-end.score-null',
    'runs.cancel',
    'runs.delete',
    'runs.delete-at-work',
    'runs.cancel-answer',
    'runs.complete-answer',
    'runs.authoring',
    'runs.authoring-carried-out',
    'runs.authoring-own-only',
    'systems.only-started',
    'systems.several-started',
    'systems.header',
    'systems.absent-group',
    'transport.own-playground',
    'start.concurrency',
    'states.complete-criterion-runs',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { reference } = await k.clinic()
    const cancelRun = (id: string) => k.call('POST', `/benchmark-runs/${id}/cancel`)
    const cancel = (id: string) => k.call('POST', `/task-runs/${id}/cancel`)
    const read = async (id: string) => k.call('GET', `/task-runs/${id}`)

    const half = await k.createRun(reference)
    must(await half.start(), 200)
    must(await half.system('PUT', 'fhir/Task/t1', finishedTask, fhir), 200)
    const first = must(await half.complete(), 200)
    k.answer('runs.cancel', await cancelRun(half.id), 200)
    k.value('completion.answered-stays', (await half.complete()).text, first.text, first)
    k.answer('cancelling.run', await read(half.taskRun(0)), {
      body: { status: 'completed', score: 0.75, verdict: 'partial' },
    })
    k.answer('runs.cancel', await read(half.taskRun(1)), {
      body: { status: 'cancelled', phase: 'created', score: null },
    })
    const ended = await k.call('GET', `/runs/${half.id}`)
    k.answer('run-end.status', ended, { body: { status: 'cancelled' } })
    k.answer('run-end.score-null', ended, { body: { score: null } })

    const whole = await k.createRun(reference)
    for (const index of [0, 1]) {
      must(await whole.start(index), 200)
      must(await whole.complete(index), 200)
    }
    const before = await k.call('GET', `/runs/${whole.id}`)
    k.answer('cancelling.ended-run', await cancelRun(whole.id), 200)
    k.answer('cancelling.ended-run', await k.call('GET', `/runs/${whole.id}`), { body: same(before.body) })

    const single = await k.createRun(reference)
    must(await single.start(), 200)
    must(await single.system('PUT', 'fhir/Task/t1', finishedTask, fhir), 200)
    const result = must(await single.complete(0, { output: { outcome: canary } }), 200)
    const cancelled = await cancel(single.taskRun(1))
    k.answer('runs.cancel-answer', cancelled, { status: 200, body: { id: single.taskRun(1), status: 'cancelled' } })
    const mean = await k.call('GET', `/runs/${single.id}`)
    k.answer('run-end.score', mean, {
      body: { status: 'completed', score: near(Number(at(result.body, 'score')) / 2) },
    })
    k.answer('start.after-cancel', await single.start(1), conflict)
    k.answer('completion.after-cancel', await single.complete(1), conflict)
    must(await cancel(single.taskRun(0)), 200)
    k.value('completion.answered-stays', (await single.complete(0)).text, result.text, result)

    k.answer('start.repeated', await single.start(0), {
      status: 200,
      body: { phase: 'completed', status: 'cancelled' },
    })

    const stopped = await k.createRun(reference)
    must(await stopped.start(), 200)
    k.answer('cancelling.any-state', await cancel(stopped.taskRun()), 200)
    k.answer('completion.after-cancel', await stopped.complete(), conflict)
    k.answer('cancelling.keeps', await read(stopped.taskRun()), {
      body: { status: 'cancelled', phase: 'started', verdict: null, score: null, criterion_runs: [] },
    })

    const removed = await k.createRun(reference)
    must(await removed.start(), 200)
    const taskRunId = removed.taskRun()
    k.answer('runs.delete-at-work', await k.call('DELETE', `/benchmark-runs/${removed.id}`), conflict)
    must(await removed.complete(), 200)
    k.answer('runs.delete-at-work', await read(taskRunId), { body: { id: taskRunId, status: 'completed' } })
    must(await cancelRun(removed.id), 200)
    const criterionRuns = must(await k.call('GET', `/criterion-runs?task_run_id=${taskRunId}`), 200)
    k.answer('runs.delete', await k.call('DELETE', `/benchmark-runs/${removed.id}`), { status: 204 })
    const gone = { status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } }
    for (const path of [
      `/benchmark-runs/${removed.id}`,
      `/runs/${removed.id}`,
      `/task-runs/${taskRunId}`,
      `/task-runs?benchmark_run_id=${removed.id}`,
      `/criterion-runs?task_run_id=${taskRunId}`,
      `/criterion-runs/${textIn(criterionRuns, 'data', 0, 'id')}`,
    ]) {
      k.answer('runs.delete', await k.call('GET', path), gone)
    }

    const raced = await k.createRun(reference)
    must(await raced.start(), 200)
    const both = await Promise.all([raced.complete(0, { output: 1 }), raced.complete(0, { output: 2 })])
    k.value(
      'completion.concurrent',
      both.map(({ status, text }) => [status, text]),
      [
        [200, both[0].text],
        [200, both[0].text],
      ],
      ...both,
    )
    const once = await k.call('GET', `/criterion-runs?task_run_id=${raced.taskRun()}`)
    k.value('completion.concurrent', listAt(once.body, 'data').length, 2, once)
    k.value('states.complete-criterion-runs', listAt(once.body, 'data').length, 2, once)
    for (let round = 0; round < 3; round++) {
      const race = await k.createRun(reference)
      must(await race.start(), 200)
      const [completion, cancellation] = await Promise.all([race.complete(), cancel(race.taskRun())])
      const after = await read(race.taskRun())
      const consistent =
        completion.status === 200
          ? at(after.body, 'phase') === 'completed' && listAt(after.body, 'criterion_runs').length === 2
          : completion.status === 409 &&
            at(after.body, 'score') === null &&
            listAt(after.body, 'criterion_runs').length === 0
      k.value(
        'completion.once',
        { completion: completion.status, cancellation: cancellation.status, consistent },
        { cancellation: 200, consistent: true },
        completion,
        cancellation,
        after,
      )
    }

    const authored = await k.call('POST', '/benchmark-runs', { benchmark: reference })
    k.answer('runs.authoring', authored, { status: 201, body: { scored: false, solver_id: null, phase: 'created' } })
    k.answer('runs.authoring-carried-out', authored, {
      body: {
        id: filled,
        bearer_token: /^vrl_run_/,
        endpoints: { fhir: filled },
        task_runs: each({ id: filled, status: 'active', start_url: filled, complete_url: filled }, 1),
      },
    })
    const agent = k.as(textIn(authored, 'bearer_token'))
    k.answer('runs.authoring-carried-out', await agent('POST', textIn(authored, 'task_runs', 0, 'start_url')), 200)
    const record = `${textIn(authored, 'endpoints', 'fhir')}/Patient/p1`
    k.answer('runs.authoring-carried-out', await agent('GET', record), 200)
    k.answer('runs.authoring-carried-out', await agent('POST', textIn(authored, 'task_runs', 0, 'complete_url')), 200)
    k.answer(
      'runs.authoring-own-only',
      await k.call('POST', '/benchmark-runs', { benchmark: `${k.name('not there')}@1` }),
      404,
    )
    const own = await k.createRun(reference)
    must(await own.start(), 200)
    k.answer('runs.complete-answer', await k.call('POST', `/task-runs/${own.taskRun()}/complete`), {
      status: 200,
      body: { id: own.taskRun(), phase: 'completed', criterion_runs: each({ passed: false }, 2) },
    })

    const { reference: wide } = await k.publish({ ...clinicPlan, name: 'two at once', concurrency: 2 })
    const run = await k.createRun(wide)
    must(await run.start(0), 200)
    k.answer('systems.only-started', await run.system('GET', 'fhir/Patient/p1'), { status: 200, body: { id: 'p1' } })
    const created = must(await run.system('POST', 'fhir/Patient', { resourceType: 'Patient', active: true }, fhir), 201)
    k.answer('start.concurrency', await run.start(1), 200)
    k.answer('systems.several-started', await run.system('GET', 'fhir/Patient/p1'), conflict)
    const header = (index: number) => ({ 'task-run-id': run.taskRun(index) })
    const made = `fhir/Patient/${at(created.body, 'id')}`
    k.answer('systems.header', await run.system('GET', made, undefined, header(0)), 200)
    k.answer('systems.header', await run.system('GET', made, undefined, header(1)), 404)
    k.answer('transport.own-playground', await run.system('GET', made, undefined, header(1)), 404)
    k.answer('transport.own-playground', await run.system('GET', 'fhir/Patient/p1', undefined, header(1)), 200)
    k.answer('systems.header', await run.system('GET', 'fhir/Patient/p1', undefined, { 'task-run-id': 'tr_none' }), {
      status: 404,
      body: { error: { code: 'RESOURCE_NOT_FOUND' } },
    })
    k.answer('systems.absent-group', await run.system('GET', 'clearinghouse/transactions', undefined, header(0)), {
      status: 404,
      body: { error: { code: 'RESOURCE_NOT_FOUND' } },
    })
  },
})
