import { at, listAt } from '../../exchange/exchange.js'
import {
  array,
  dateTime,
  each,
  either,
  filled,
  integer,
  object,
  orNull,
  same,
  text,
} from '../../expectation/pattern.js'
import { idsIn } from '../../scenario/publish.js'
import { scenario } from '../../scenario/scenario.js'

/** The members of a benchmark in a response, with the form of their values (specification 2.2). */
const benchmarkFields = {
  id: filled,
  name: text,
  description: orNull(text),
  timeout: integer,
  concurrency: integer,
  created_at: dateTime,
}
/** The members of a task in a response, with the form of their values (specification 2.5). */
const taskFields = {
  id: filled,
  benchmark_id: filled,
  name: text,
  timeout: orNull(integer),
  tags: each(text),
  task_item: orNull(object),
  scenario: orNull(object),
  created_at: dateTime,
}
/** The members of an environment in a response, with the form of their values (specification 2.1). */
export const environmentFields = { id: filled, name: text, description: orNull(text), created_at: dateTime }
/** The members of a dataset in a response, with the form of their values (specification 2.3). */
export const datasetFields = {
  id: filled,
  type: text,
  name: text,
  description: orNull(text),
  parent_id: orNull(text),
  created_at: dateTime,
}

export const existing = scenario({
  name: 'Existing resources of the organization',
  ids: ['environments.fields', 'internal.get-environment', 'datasets.fields', 'benchmarks.fields'],
  needs: ['organization-key', 'benchmark'],
  readOnly: true,
  async run(k) {
    if (k.profile === 'extended') await k.clinic()
    const environments = await k.call('GET', '/environments?limit=5')
    k.answer('environments.fields', environments, { status: 200, body: { data: each(environmentFields) } })
    for (const id of idsIn(environments).slice(0, 2)) {
      const read = await k.call('GET', `/environments/${id}`)
      k.answer('internal.get-environment', read, { status: 200, body: { id: String(id) } })
      k.answer('environments.fields', read, { status: 200, body: environmentFields })
    }
    k.answer('datasets.fields', await k.call('GET', '/datasets?limit=5'), {
      status: 200,
      body: { data: each(datasetFields) },
    })
    k.answer('benchmarks.fields', await k.call('GET', '/benchmarks?limit=5'), {
      status: 200,
      body: { data: each(benchmarkFields) },
    })
  },
})

export const benchmarksAndTasks = scenario({
  name: 'A benchmark and its tasks',
  ids: [
    'internal.create-benchmark',
    'benchmarks.fields',
    'benchmarks.create-fields',
    'internal.list-benchmarks',
    'internal.create-task',
    'internal.get-task',
    'internal.update-task',
    'internal.delete-task',
    'internal.list-tasks',
    'internal.list-entities',
    'tasks.fields',
    'tasks.timeout',
    'tasks.tags',
    'tasks.task-item',
    'tasks.criteria',
    'errors.not-found',
    'transport.json-requests',
    'transport.snake-case-bodies',
    'transport.snake-case-queries',
    'json.open-values',
    'json.patch-absent',
    'transport.created',
    'transport.ok',
    'transport.deleted',
    'transport.deleted-again',
  ],
  needs: ['organization-key'],
  async run(k) {
    const sent = {
      name: k.name('written'),
      description: 'Made by a check.',
      timeout: 300,
      concurrency: 2,
      overrides: {},
    }
    const made = await k.call('POST', '/benchmarks', sent)
    k.answer('internal.create-benchmark', made, { status: either(200, 201), body: { id: filled, name: sent.name } })
    k.answer('transport.created', made, 201)
    k.answer('benchmarks.fields', made, { body: benchmarkFields })
    k.answer('benchmarks.create-fields', made, {
      body: { name: sent.name, description: sent.description, timeout: 300, concurrency: 2 },
    })
    const benchmark_id = String(at(made.body, 'id'))
    const listed = await k.call('GET', '/benchmarks?limit=1')
    k.answer('internal.list-benchmarks', listed, {
      status: 200,
      body: { data: [{ id: benchmark_id, name: sent.name }] },
    })

    const task_item = {
      instruction: 'Ask.',
      dueDate: '2026-03-02',
      nested: { snake_case: [1, null, 0.1, '', {}], CamelCase: true },
    }
    const task = await k.call('POST', '/tasks', {
      benchmark_id,
      name: 'Ask the payer',
      task_item,
      tags: ['payer', 'easy'],
    })
    k.answer('internal.create-task', task, {
      status: either(200, 201),
      body: { id: filled, benchmark_id, name: 'Ask the payer' },
    })
    k.answer('transport.json-requests', task, { status: either(200, 201) })
    k.answer('transport.created', task, 201)
    k.answer('tasks.fields', task, { body: taskFields })
    k.answer('tasks.timeout', task, { body: { timeout: null } })
    k.answer('tasks.tags', task, { body: { tags: ['payer', 'easy'] } })
    k.answer('tasks.task-item', task, { body: { task_item: same(task_item) } })
    k.answer('json.open-values', task, { body: { task_item: same(task_item) } })
    const id = String(at(task.body, 'id'))
    const read = await k.call('GET', `/tasks/${id}`)
    k.answer('internal.get-task', read, { status: 200, body: { id, name: 'Ask the payer', criteria: array } })
    k.answer('transport.ok', read, 200)
    k.answer('tasks.criteria', read, { body: { criteria: [] } })
    k.answer('tasks.fields', read, { body: taskFields })
    k.answer('tasks.task-item', read, { body: { task_item: same(task_item) } })
    for (const body of [made.body, read.body]) {
      const names = Object.keys(Object(body))
      k.value(
        'transport.snake-case-bodies',
        names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name)),
        [],
        made,
        read,
      )
    }
    const changed = await k.call('PATCH', `/tasks/${id}`, { name: 'Ask again', tags: ['hard'] })
    k.answer('internal.update-task', changed, { status: 200, body: { id, name: 'Ask again', tags: ['hard'] } })
    const reread = await k.call('GET', `/tasks/${id}`)
    k.answer('internal.update-task', reread, { status: 200, body: { name: 'Ask again', tags: ['hard'] } })
    k.answer('json.patch-absent', reread, { status: 200, body: { task_item: same(task_item), timeout: null } })
    const timed = await k.call('PATCH', `/tasks/${id}`, { timeout: 30 })
    k.answer('tasks.timeout', timed, { status: 200, body: { timeout: 30 } })
    k.answer('tasks.timeout', await k.call('GET', `/tasks/${id}`), { status: 200, body: { timeout: 30 } })
    const entities = await k.call('GET', `/tasks/${id}/entities`)
    k.answer('internal.list-entities', entities, { status: 200, body: { data: [] } })

    const elsewhere = await k.create('/benchmarks', { name: k.name('beside'), timeout: 60, concurrency: 1 })
    await k.create('/tasks', { benchmark_id: elsewhere, name: 'not this', task_item: null, tags: [] })
    const tasks = await k.call('GET', `/tasks?benchmark_id=${benchmark_id}`)
    k.answer('transport.snake-case-queries', tasks, { status: 200, body: { data: [{ id }] } })
    k.answer('internal.list-tasks', tasks, { status: 200, body: { data: [{ id, benchmark_id }] } })

    const deleted = await k.call('DELETE', `/tasks/${id}`)
    k.answer('internal.delete-task', deleted, { status: either(200, 204) })
    k.answer('transport.deleted', deleted, { status: 204, text: '' })
    const gone = await k.call('GET', `/tasks/${id}`)
    k.answer('internal.delete-task', gone, 404)
    k.answer('errors.not-found', gone, { status: 404, body: { error: { code: filled, message: filled } } })
    k.answer('transport.deleted-again', await k.call('DELETE', `/tasks/${id}`), 404)
    const left = await k.call('GET', `/tasks?benchmark_id=${benchmark_id}`)
    k.value('internal.delete-task', listAt(left.body, 'data').length, 0, left)
    k.value('internal.list-entities', Array.isArray(at(entities.body, 'data')), true, entities)
  },
})

export const organizations = scenario({
  name: 'Isolation of two organizations',
  ids: [
    'authentication.organization-scope',
    'datasets.per-organization',
    'pagination.cursor-other-organization',
    'errors.not-found-uniform',
    'authentication.solver-private-benchmarks',
    'errors.foreign-private-benchmark',
    'authentication.run-token-own-run',
  ],
  needs: ['organization-key', 'solver-key', 'second-organization', 'benchmark'],
  async run(k) {
    const benchmark_id = await k.create('/benchmarks', { name: k.name('private'), timeout: 60, concurrency: 1 })
    const ids: string[] = []
    for (const name of ['one', 'two', 'three'])
      ids.push(await k.create('/tasks', { benchmark_id, name, task_item: null, tags: [] }))
    const own = await k.call('GET', `/tasks/${ids[0]}`)
    k.answer('authentication.organization-scope', own, 200)
    const { call, solverKey } = k.other
    const run = await k.createRun(await k.reference())
    for (const [method, target, body] of [
      ['GET', `/tasks/${ids[0]}`],
      ['PATCH', `/tasks/${ids[0]}`, { name: 'taken' }],
      ['DELETE', `/tasks/${ids[0]}`],
      ['GET', `/tasks?benchmark_id=${benchmark_id}`],
      ['GET', `/tasks/${ids[0]}/entities`],
      ['POST', '/tasks', { benchmark_id, name: 'theirs', task_item: null, tags: [] }],
      ['GET', `/runs/${run.id}`],
      ['GET', `/task-runs/${run.taskRun()}`],
      ['GET', `/task-runs?benchmark_run_id=${run.id}`],
      ['POST', `/task-runs/${run.taskRun()}/cancel`],
      ['POST', `/task-runs/${run.taskRun()}/complete`],
      ['GET', `/criterion-runs?task_run_id=${run.taskRun()}`],
    ] as const) {
      k.answer('authentication.organization-scope', await call(method, target, body), 404)
    }
    k.answer('authentication.organization-scope', await k.call('GET', `/tasks/${ids[0]}`), {
      status: 200,
      body: { name: 'one' },
    })
    k.answer('authentication.organization-scope', await k.call('GET', `/task-runs/${run.taskRun()}`), {
      status: 200,
      body: { status: 'active' },
    })
    for (const list of ['/benchmarks', '/environments', '/datasets'] as const) {
      const theirs = await call('GET', `${list}?limit=100`)
      const ours = idsIn(await k.call('GET', `${list}?limit=100`))
      const shared = idsIn(theirs).filter((id) => ours.includes(id))
      k.value('authentication.organization-scope', { list, shared }, { shared: [] }, theirs)
      if (list === '/datasets') k.value('datasets.per-organization', { list, shared }, { shared: [] }, theirs)
    }
    const foreign = await k.as(solverKey)('POST', '/v1/benchmark-runs', { benchmark: `${k.name('private')}@1` })
    const reference = await k.reference()
    const refused = await k.as(solverKey)('POST', '/v1/benchmark-runs', { benchmark: reference })
    const isPublic = k.profile === 'core' && refused.status < 300
    if (isPublic) k.notApplicable('authentication.solver-private-benchmarks', 'The given benchmark is Public.')
    const error = { code: filled, message: filled }
    for (const answer of isPublic ? [foreign] : [foreign, refused]) {
      k.answer('authentication.solver-private-benchmarks', answer, 404)
      k.answer('errors.foreign-private-benchmark', answer, { status: 404, body: { error } })
    }
    // A message may repeat what the caller has sent.
    const code = (body: unknown) => ({
      code: at(body, 'error', 'code'),
      message: String(at(body, 'error', 'message')).replaceAll(/"[^"]*"/g, '""'),
    })
    const [unknown, theirs] = [
      await call('GET', '/tasks/task_00000000000000000000000000'),
      await call('GET', `/tasks/${ids[0]}`),
    ]
    k.value('errors.not-found-uniform', code(theirs.body), same(code(unknown.body)), unknown, theirs)
    const nowhere = await k.as(solverKey)('POST', '/v1/benchmark-runs', { benchmark: `${k.name('nowhere')}@1` })
    for (const answer of [foreign, refused])
      k.value(
        'errors.not-found-uniform',
        [answer.status, code(answer.body)],
        [404, same(code(nowhere.body))],
        nowhere,
        answer,
      )
    const page = await k.call('GET', '/benchmarks?limit=1')
    const cursor = at(page.body, '_meta', 'next')
    if (typeof cursor === 'string') {
      const answer = await call('GET', `/benchmarks?limit=1&cursor=${encodeURIComponent(cursor)}`)
      k.answer('pagination.cursor-other-organization', answer, {
        status: 400,
        body: { error: { code: 'INVALID_CURSOR' } },
      })
    }
    const foreignRun =
      k.profile === 'extended' ? await call('GET', `/benchmark-runs/${run.id}`) : await call('GET', `/runs/${run.id}`)
    k.answer('authentication.organization-scope', foreignRun, 404)
    const wrong = await k.as(run.token)('GET', `/v1/benchmark-runs/${run.id}x`)
    k.answer('authentication.run-token-own-run', wrong, 401)
  },
})
