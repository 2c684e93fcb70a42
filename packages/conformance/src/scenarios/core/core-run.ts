import { at, listAt } from '../../exchange/exchange.js'
import {
  absent,
  anything,
  array,
  boolean,
  dateTime,
  each,
  either,
  everyMember,
  filled,
  fraction,
  object,
  orNull,
  Rule,
  same,
  text,
} from '../../expectation/pattern.js'
import { memberNames } from '../../scenario/member-names.js'
import { scenario } from '../../scenario/scenario.js'

const status = either('active', 'completed', 'cancelled', 'failed', 'timed_out')
const phase = either('created', 'started', 'completed')
const verdict = either(null, 'pass', 'partial', 'fail')
const number = new Rule('a number', (value) => typeof value === 'number' && Number.isFinite(value))

/** The members of a task run in a response, with the form of their values (specification 2.7). */
const taskRunFields = {
  id: filled,
  benchmark_run_id: filled,
  task_id: filled,
  playground_id: filled,
  status,
  phase,
  verdict,
  score: orNull(fraction),
  snapshot: orNull(object),
  started_at: orNull(dateTime),
  completed_at: orNull(dateTime),
}

/** The members of a criterion run in a response, with the form of their values (specification 2.8). */
const criterionRunFields = {
  id: filled,
  task_run_id: filled,
  criterion_id: filled,
  passed: boolean,
  score: fraction,
  details: orNull(text),
  evidence: orNull(object),
  started_at: dateTime,
  completed_at: orNull(dateTime),
}

const fieldResult = { path: text, expected: anything, actual: anything, passed: boolean }

const snakeCase = new Rule(
  'names in snake_case',
  (names) => Array.isArray(names) && names.every((name) => /^_?[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(String(name))),
)

export const coreRun = scenario({
  name: 'A run from its creation to its result',
  ids: [
    'public.create-run',
    'create-run.benchmark',
    'create-run.bearer-token',
    'create-run.expires-at',
    'create-run.task-run-urls',
    'benchmarks.reference',
    'public.read-run',
    'public.start',
    'states.start',
    'states.start-sets-time',
    'public.complete',
    'states.complete',
    'states.complete-verifies',
    'states.complete-criterion-runs',
    'states.complete-sets-result',
    'completion.fields',
    'completion.phase',
    'completion.verdict',
    'completion.score',
    'completion.axes',
    'completion.checks',
    'completion.check-fields',
    'task-runs.fields',
    'task-runs.set-on-completion',
    'task-runs.snapshot',
    'task-runs.criterion-runs',
    'task-runs.status-values',
    'task-runs.phase-values',
    'task-runs.verdict-values',
    'task-runs.score-range',
    'criterion-runs.fields',
    'criterion-runs.score-range',
    'criterion-runs.passed',
    'criterion-runs.field-result',
    'internal.get-task-run',
    'internal.list-task-runs',
    'internal.list-criterion-runs',
    'internal.get-criterion-run',
    'internal.get-run',
    'runs.fields',
    'runs.task-results',
    'transport.snake-case-bodies',
    'transport.own-playground',
    'transport.json-requests',
  ],
  needs: ['organization-key', 'solver-key', 'benchmark'],
  async run(k) {
    const reference = await k.reference()
    const run = await k.createRun(reference)
    k.answer('public.create-run', run.created, { status: either(200, 201), body: { bearer_token: filled } })
    k.answer('transport.json-requests', run.created, { status: either(200, 201) })
    k.answer('create-run.benchmark', run.created, { status: either(200, 201) })
    k.answer('benchmarks.reference', run.created, { status: either(200, 201) })
    k.answer('create-run.bearer-token', run.created, { body: { bearer_token: /^vrl_run_./ } })
    k.answer('create-run.expires-at', run.created, { body: { bearer_token_expires_at: dateTime } })
    const readTaskRun = (index = 0) => k.call('GET', `/task-runs/${run.taskRun(index)}`)
    const before = await readTaskRun()
    k.answer('internal.get-task-run', before, { status: 200, body: { id: run.taskRun(), benchmark_run_id: run.id } })
    k.answer('task-runs.fields', before, { body: taskRunFields })
    k.answer('task-runs.set-on-completion', before, { body: { verdict: null, score: null } })
    const expires = Date.parse(String(at(run.created.body, 'bearer_token_expires_at')))
    const served = Date.parse(run.created.headers.date ?? '')
    // Without HTTP there is no date header, and a manual clock differs from it.
    if (!Number.isNaN(served) && !k.hasClock) {
      k.value(
        'create-run.expires-at',
        { 'expires after the response': expires > served },
        { 'expires after the response': true },
        run.created,
      )
    }

    const start = await run.start()
    k.answer('create-run.task-run-urls', start, 200)
    k.answer('public.start', start, 200)
    const started = await readTaskRun()
    k.answer('states.start', started, { body: { phase: 'started', status: 'active' } })
    k.answer('states.start-sets-time', started, { body: { started_at: dateTime } })
    k.answer('task-runs.set-on-completion', started, { body: { verdict: null, score: null, completed_at: null } })

    const completed = await run.complete()
    k.answer('create-run.task-run-urls', completed, 200)
    k.answer('public.complete', completed, 200)
    k.answer('completion.fields', completed, {
      body: {
        task_run_id: run.taskRun(),
        phase: anything,
        verdict: anything,
        score: anything,
        axes: object,
        checks: array,
      },
    })
    k.answer('completion.phase', completed, { body: { phase: 'completed' } })
    k.answer('completion.verdict', completed, { body: { verdict: either('pass', 'partial', 'fail') } })
    k.answer('completion.score', completed, { body: { score: fraction } })
    k.answer('completion.axes', completed, { body: { axes: everyMember({ score: number, weight: number }, 1) } })
    k.answer('completion.check-fields', completed, {
      body: {
        checks: each({
          criterion_id: filled,
          label: text,
          result: either('pass', 'partial', 'fail'),
          score: fraction,
          axis: text,
          details: text,
          // Absent if nothing was evaluated.
          field_results: either(absent, each(fieldResult)),
        }),
      },
    })
    const after = await readTaskRun()
    const runs = await k.call('GET', `/criterion-runs?task_run_id=${run.taskRun()}&limit=100`)
    const withResults = (list: readonly unknown[], ...path: readonly string[]) =>
      list.filter((one) => listAt(one, ...path, 'field_results').length > 0).length
    k.value(
      'completion.check-fields',
      { 'checks with field results': withResults(listAt(completed.body, 'checks')) },
      { 'checks with field results': withResults(listAt(runs.body, 'data'), 'evidence') },
      completed,
      runs,
    )
    const ids = listAt(runs.body, 'data').map((item) => at(item, 'criterion_id'))
    const criteria = new Set(ids)
    k.answer('states.complete', after, { body: { phase: 'completed', completed_at: dateTime } })
    k.answer('states.complete-verifies', after, {
      body: { verdict: at(completed.body, 'verdict') as string, score: at(completed.body, 'score') as number },
    })
    k.answer('states.complete-sets-result', after, {
      body: { verdict: either('pass', 'partial', 'fail'), score: fraction },
    })
    k.answer('task-runs.set-on-completion', after, {
      body: { verdict: either('pass', 'partial', 'fail'), score: fraction },
    })
    k.answer('task-runs.criterion-runs', after, { body: { criterion_runs: each(criterionRunFields) } })
    k.answer('task-runs.fields', after, { body: taskRunFields })
    k.answer('internal.list-criterion-runs', runs, {
      status: 200,
      body: { data: each({ ...criterionRunFields, task_run_id: run.taskRun() }, 1) },
    })
    k.answer('criterion-runs.fields', runs, { body: { data: each(criterionRunFields, 1) } })
    k.answer('criterion-runs.score-range', runs, { body: { data: each({ score: fraction }, 1) } })
    const passes = listAt(runs.body, 'data').map((item) => ({ passed: at(item, 'passed'), score: at(item, 'score') }))
    k.value('criterion-runs.passed', passes, each(either({ passed: true, score: 1 }, { passed: false })), runs)
    const results = listAt(runs.body, 'data').flatMap((item) => listAt(item, 'evidence', 'field_results'))
    k.value('criterion-runs.field-result', results, each(fieldResult), runs)
    k.value(
      'states.complete-criterion-runs',
      { runs: ids.length, criteria: criteria.size },
      { runs: criteria.size, criteria: listAt(completed.body, 'checks').length },
      completed,
      runs,
    )
    k.value(
      'completion.checks',
      listAt(completed.body, 'checks')
        .map((check) => at(check, 'criterion_id'))
        .sort(),
      [...criteria].sort() as string[],
      completed,
      runs,
    )
    const crun = String(at(runs.body, 'data', 0, 'id'))
    const whole = await k.call('GET', `/criterion-runs/${crun}`)
    k.answer('internal.get-criterion-run', whole, { status: 200, body: { ...criterionRunFields, id: crun } })
    k.answer('task-runs.score-range', after, { body: { score: fraction } })
    for (const answer of [before, started, after]) {
      k.answer('task-runs.status-values', answer, { body: { status } })
      k.answer('task-runs.phase-values', answer, { body: { phase } })
      k.answer('task-runs.verdict-values', answer, { body: { verdict } })
    }
    k.value(
      'task-runs.snapshot',
      { before: at(before.body, 'snapshot'), after: at(after.body, 'snapshot') },
      { after: at(before.body, 'snapshot') === null ? anything : same(at(before.body, 'snapshot')) },
      before,
      after,
    )

    const read = await run.read()
    k.answer('public.read-run', read, 200)
    const internal = await k.call('GET', `/runs/${run.id}`)
    k.answer('internal.get-run', internal, { status: 200, body: { id: run.id } })
    k.answer('runs.fields', internal, {
      body: {
        id: filled,
        benchmark_id: filled,
        status: text,
        verdict: orNull(text),
        score: orNull(fraction),
        started_at: orNull(dateTime),
        completed_at: orNull(dateTime),
      },
    })
    k.value(
      'runs.task-results',
      { names: run.taskRuns.filter((id) => internal.text.includes(id)).length },
      { names: run.taskRuns.length },
      internal,
    )
    const listed = await k.call('GET', `/task-runs?benchmark_run_id=${run.id}&limit=100`)
    k.answer('internal.list-task-runs', listed, { status: 200, body: { data: each({ benchmark_run_id: run.id }, 1) } })
    k.value(
      'internal.list-task-runs',
      listAt(listed.body, 'data')
        .map((item) => String(at(item, 'id')))
        .sort(),
      [...run.taskRuns].sort(),
      run.created,
      listed,
    )
    for (const answer of [run.created, before, start, completed, after, runs, whole, read, internal, listed]) {
      k.value('transport.snake-case-bodies', memberNames(answer.body), snakeCase, answer)
    }

    const playgrounds = [at(before.body, 'playground_id')]
    for (let index = 1; index < Math.min(run.taskRuns.length, 5); index++)
      playgrounds.push(at((await readTaskRun(index)).body, 'playground_id'))
    const again = await k.createRun(reference)
    playgrounds.push(at((await k.call('GET', `/task-runs/${again.taskRun()}`)).body, 'playground_id'))
    k.value(
      'transport.own-playground',
      { 'task runs': playgrounds.length, playgrounds: new Set(playgrounds).size },
      { playgrounds: playgrounds.length },
      before,
    )
    const unknown = await k.as(k.solverKey)('POST', '/v1/benchmark-runs', { benchmark: `${k.name('unheard of')}@1` })
    k.answer('create-run.benchmark', unknown, 404)
  },
})
