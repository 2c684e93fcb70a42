import { type Answer, at, listAt } from '../../exchange/exchange.js'
import { absent, each, filled, near, without } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const done = {
  label: 'It is done',
  assertion: { assert: 'output-match', fields: [{ path: 'state', expected: 'done' }] },
}

function namesIn(answer: Answer) {
  return listAt(answer.body, 'task_runs').map((one) => at(one, 'name'))
}

/** Returns the pattern of a 400 response that names these members of the request. */
function refusedAt(...paths: readonly string[]) {
  return {
    status: 400,
    body: { error: { code: 'INVALID_REQUEST', errors: paths.map((path) => ({ path, message: filled })) } },
  }
}

export const selectedTasks = scenario({
  name: 'Runs of selected tasks, with a given seed, and with names',
  ids: [
    'create-run.tasks',
    'create-run.tasks-id-first',
    'create-run.tasks-refused',
    'create-run.tasks-count',
    'create-run.seed',
    'create-run.seed-by-solver',
    'create-run.labels',
    'create-run.labels-refused',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const plan = {
      simulators: [{ type: 'FHIR', name: 'record' }],
      tasks: ['first', 'second', 'twin', 'twin'].map((name) => ({ name, criteria: [done] })),
    }
    const { reference, benchmark, tasks } = await k.publish({ ...plan, name: 'selection' })
    const asSolver = (body: object) =>
      k.as(k.solverKey)('POST', '/v1/benchmark-runs', { benchmark: reference, ...body })
    const asOrganization = (body: object) => k.call('POST', '/benchmark-runs', { benchmark: reference, ...body })

    const whole = await k.createRun(reference)
    k.answer('create-run.tasks', whole.created, { body: { subset: absent } })
    const run = await k.createRun(reference, { tasks: ['second', tasks[0]] })
    k.answer('create-run.tasks', run.created, { status: 201, body: { subset: true } })
    k.value('create-run.tasks', namesIn(run.created), ['second', 'first'], run.created)
    for (const read of [await run.read(), await k.call('GET', `/runs/${run.id}`)]) {
      k.answer('create-run.tasks', read, { body: { subset: true, task_runs: each({ id: filled }, 2) } })
    }
    const own = await asOrganization({ tasks: ['second'] })
    k.answer('create-run.tasks', own, { status: 201, body: { subset: true, task_runs: [{ name: 'second' }] } })

    const labels = { agent: 'Night <b>shift</b>', group: 'g'.repeat(200) }
    const labelled = await k.createRun(reference, labels)
    for (const [id, body] of [
      [labelled.id, labels],
      [run.id, { agent: null, group: null }],
    ] as const) {
      const whole = await k.call('GET', `/runs/${id}`)
      for (const read of [id === run.id ? await run.read() : await labelled.read(), whole]) {
        k.answer('create-run.labels', read, { body })
      }
    }
    k.answer('create-run.labels', await asOrganization(labels), { status: 201, body: labels })
    for (const create of [asSolver, asOrganization]) {
      for (const member of ['agent', 'group']) {
        for (const name of ['', ' ', 'x'.repeat(201)]) {
          k.answer('create-run.labels-refused', await create({ [member]: name }), refusedAt(`/${member}`))
        }
      }
    }

    must(await run.start(0), 200)
    must(await run.complete(0, { output: { state: 'done' } }), 200)
    must(await run.start(1), 200)
    must(await run.complete(1), 200)
    k.answer('create-run.tasks-count', await run.read(), { body: { phase: 'completed', score: near(0.5) } })

    for (const create of [asSolver, asOrganization]) {
      for (const [selection, ...paths] of [
        [[], '/tasks'],
        [['first', 'none'], '/tasks/1'],
        [['first', 'first'], '/tasks/1'],
        [[tasks[0], 'second', 'first'], '/tasks/2'],
        [['twin'], '/tasks/0'],
      ] as const) {
        k.answer('create-run.tasks-refused', await create({ tasks: selection }), refusedAt(...paths))
      }
    }
    const twins = await asSolver({ tasks: [tasks[3], tasks[2]] })
    k.answer('create-run.tasks-refused', twins, {
      status: 201,
      body: { task_runs: [{ task_id: String(tasks[3]) }, { task_id: String(tasks[2]) }] },
    })

    // A task whose name is the id of another one.
    must(await k.call('PATCH', `/tasks/${tasks[1]}`, { name: String(tasks[0]) }), 200)
    const second = must(await k.call('POST', `/benchmarks/${benchmark}/versions`, { allow_findings: true }), 201)
    await k.audited(second)
    const renamed = reference.replace(/\d+$/, String(at(second.body, 'version')))
    const byId = await asSolver({ benchmark: renamed, tasks: [tasks[0]] })
    k.answer('create-run.tasks-id-first', byId, { status: 201, body: { task_runs: [{ task_id: String(tasks[0]) }] } })

    const seed = 551_907_733
    const drawn = async (created: Answer) => {
      const agent = k.as(textIn(created, 'bearer_token'))
      const started = must(await agent('POST', textIn(created, 'task_runs', 0, 'start_url')), 200)
      const made = must(
        await agent(
          'POST',
          `${textIn(created, 'endpoints', 'fhir')}/Patient`,
          { resourceType: 'Patient' },
          { 'content-type': 'application/fhir+json' },
        ),
        201,
      )
      k.answer('create-run.seed', started, { text: without(String(seed), '"seed"') })
      return at(made.body, 'id')
    }
    const ids: unknown[] = []
    for (const given of [seed, seed, seed + 1]) {
      ids.push(await drawn(must(await asOrganization({ seed: given, tasks: ['first'] }), 201)))
    }
    k.value(
      'create-run.seed',
      { 'the same with the same seed': ids[0] === ids[1], 'the same with another seed': ids[0] === ids[2] },
      { 'the same with the same seed': true, 'the same with another seed': false },
    )
    k.answer('create-run.seed-by-solver', await asSolver({ seed }), refusedAt('/seed'))
    const open = await k.publish({ ...plan, name: 'open seed', overrides: { seed_by_solver: true } })
    const seeded = await asSolver({ benchmark: open.reference, seed })
    k.answer('create-run.seed-by-solver', seeded, { status: 201, text: without(String(seed), '"seed"') })
    const again = await asSolver({ benchmark: open.reference, seed })
    const patients = [await drawn(must(seeded, 201)), await drawn(must(again, 201))]
    k.value('create-run.seed-by-solver', patients[0], String(patients[1]), seeded, again)
  },
})
