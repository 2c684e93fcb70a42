import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { Answer } from '../testing/service-under-test.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const [finish, approval] = smallBenchmark().tasks
if (finish === undefined || approval === undefined) throw new Error('The small benchmark must have two tasks.')

/** Returns a published benchmark, and calls that create runs of it. */
async function begin(changes: Parameters<typeof smallBenchmark>[0] = {}) {
  const under = await createServiceUnderTest()
  const benchmark = await under.publish(smallBenchmark(changes))
  const asSolver = (body: object) => under.call(under.solverKey, 'POST', '/v1/benchmark-runs', { benchmark, ...body })
  const asOrganization = (body: object) =>
    under.call(under.organizationKey, 'POST', '/benchmark-runs', { benchmark, ...body })
  const read = (target: string) => under.call(under.organizationKey, 'GET', target)
  return { under, asSolver, asOrganization, read }
}

function listTasks({ body }: Answer) {
  return body.task_runs as { id: string; task_id: string; name: string; start_url: string; complete_url: string }[]
}

function listNames(answer: Answer) {
  return listTasks(answer).map(({ name }) => name)
}

function readErrors({ status, body }: Answer) {
  return [status, (body.error as { errors?: { path: string }[] }).errors?.map(({ path }) => path)]
}

describe('a run of selected tasks', () => {
  it('has these tasks, in this order, and says so [create-run.tasks]', async () => {
    const { asSolver, asOrganization, under, read } = await begin()
    const whole = await asSolver({})
    expect(listNames(whole)).toEqual(['finish the task', 'get approval'])
    expect(whole.body).not.toHaveProperty('subset')
    const ids = listTasks(whole).map(({ task_id }) => task_id)
    for (const tasks of [['get approval'], ['get approval', 'finish the task'], [ids[1], 'finish the task']]) {
      for (const created of [await asSolver({ tasks }), await asOrganization({ tasks })]) {
        expect([created.status, created.body.subset]).toEqual([201, true])
        expect(listNames(created)).toEqual(tasks.map((task) => (task === ids[1] ? 'get approval' : task)))
        const { body: internal } = await read(`/runs/${created.body.benchmark_run_id}`)
        const token = String(created.body.bearer_token)
        const { body: own } = await under.call(token, 'GET', `/v1/benchmark-runs/${created.body.benchmark_run_id}`)
        for (const { subset, task_runs } of [internal, own]) {
          expect(subset).toBe(true)
          expect((task_runs as { id: string }[]).map(({ id }) => id)).toEqual(listTasks(created).map(({ id }) => id))
        }
      }
    }
  })

  it('is scored by these tasks alone [create-run.tasks-count]', async () => {
    const { asSolver, under, read } = await begin()
    const created = await asSolver({ tasks: ['finish the task'] })
    const token = String(created.body.bearer_token)
    const [task] = listTasks(created)
    await under.call(token, 'POST', task?.start_url ?? '')
    const fhir = (created.body.endpoints as { fhir: string }).fhir
    const finished = { resourceType: 'Task', id: 't1', status: 'completed', intent: 'order' }
    await under.call(token, 'PUT', `${fhir}/Task/t1`, finished)
    await under.call(token, 'POST', task?.complete_url ?? '')
    const target = `/runs/${created.body.benchmark_run_id}`
    expect((await read(target)).body).toMatchObject({ phase: 'completed', verdict: 'pass', score: 1, subset: true })
    const record = await read(`/benchmark-runs/${created.body.benchmark_run_id}/record`)
    expect(record.body.about).toMatchObject({ subset: true, score: 1 })
  })

  it('rejects entries that do not each name a different task [create-run.tasks-refused]', async () => {
    const { asSolver, asOrganization } = await begin({ tasks: [finish, approval, { ...approval, name: finish.name }] })
    const ids = listTasks(await asSolver({})).map(({ task_id }) => task_id)
    for (const create of [asSolver, asOrganization]) {
      for (const [tasks, paths] of [
        [[], ['/tasks']],
        [['get approval', ''], ['/tasks/1']],
        ['get approval', ['/tasks']],
        [['get approval', 'no such task'], ['/tasks/1']],
        [['Get approval'], ['/tasks/0']],
        [['get approval', 'get approval'], ['/tasks/1']],
        [['get approval', ids[1]], ['/tasks/1']],
        [['finish the task'], ['/tasks/0']],
        [
          ['x', ids[0], ids[0]],
          ['/tasks/0', '/tasks/2'],
        ],
      ] as const) {
        expect(readErrors(await create({ tasks }))).toEqual([400, paths])
      }
    }
    expect(listNames(await asSolver({ tasks: [ids[2], ids[0]] }))).toEqual(['finish the task', 'finish the task'])
  })

  it('prefers ids to names [create-run.tasks-id-first]', async () => {
    const { asSolver, under, read } = await begin()
    const { body } = await read('/benchmarks')
    const [benchmark] = body.data as { id: string }[]
    const ids = listTasks(await asSolver({})).map(({ task_id }) => task_id)
    // A task whose name is the id of another one.
    await under.call(under.organizationKey, 'PATCH', `/tasks/${ids[1]}`, { name: ids[0] })
    const published = await under.call(under.organizationKey, 'POST', `/benchmarks/${benchmark?.id}/versions`)
    expect(published.status).toBe(201)
    await under.service.finishAudits()
    const created = await asSolver({ benchmark: 'small@2', tasks: [ids[0]] })
    expect(listTasks(created).map(({ task_id }) => task_id)).toEqual([ids[0]])
  })

  it('has the playgrounds of a whole run with the same seed', async () => {
    const { asOrganization, read } = await begin()
    const seedsOf = async (created: Answer) =>
      Promise.all(
        listTasks(created).map(async ({ id, name }) => {
          const { body } = await read(`/task-runs/${id}`)
          return [name, (body.snapshot as { seed: number }).seed]
        }),
      )
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.shuffledSubarray([finish.name, approval.name], { minLength: 1 }),
        async (seed, tasks) => {
          const whole = new Map((await seedsOf(await asOrganization({ seed }))) as [string, number][])
          const part = await seedsOf(await asOrganization({ seed, tasks }))
          expect(part).toEqual(tasks.map((name) => [name, whole.get(name)]))
        },
      ),
      { numRuns: 5 * inject('scale') },
    )
  })
})

describe('the seed of a run', () => {
  it('is accepted from organizations, and repeats the drawn numbers [create-run.seed]', async () => {
    const { asOrganization, under, read } = await begin()
    const work = async (seed: number) => {
      const created = await asOrganization({ seed, tasks: ['get approval'] })
      const [task] = listTasks(created)
      const token = String(created.body.bearer_token)
      const started = await under.call(token, 'POST', task?.start_url ?? '')
      const fhir = (created.body.endpoints as { fhir: string }).fhir
      const made = await under.call(token, 'POST', `${fhir}/Patient`, { resourceType: 'Patient' })
      const answers = [created.text, started.text, made.text].join()
      expect(answers).not.toMatch(/7700031|"seed"/)
      return made.body.id
    }
    const drawn = await work(7_700_031)
    expect(await work(7_700_031)).toBe(drawn)
    expect(await work(7_700_032)).not.toBe(drawn)
    expect(readErrors(await asOrganization({ seed: -1 }))).toEqual([400, ['/seed']])
    expect(readErrors(await asOrganization({ seed: 1.5 }))).toEqual([400, ['/seed']])
    expect((await read('/benchmark-runs')).text).not.toContain('7700031')
  })

  it('overrides that of the version', async () => {
    const { asOrganization, read } = await begin({ overrides: { seed: 1, seed_by_solver: true } })
    const seedOf = async (created: Answer) => {
      const { body } = await read(`/task-runs/${listTasks(created)[0]?.id}`)
      return (body.snapshot as { seed: number }).seed
    }
    const [own, same, other] = [
      await seedOf(await asOrganization({})),
      await seedOf(await asOrganization({ seed: 1 })),
      await seedOf(await asOrganization({ seed: 2 })),
    ]
    expect(same).toBe(own)
    expect(other).not.toBe(own)
  })

  it('is accepted from a Solver only if the version allows it [create-run.seed-by-solver]', async () => {
    const closed = await begin()
    const refused = await closed.asSolver({ seed: 5 })
    expect(readErrors(refused)).toEqual([400, ['/seed']])
    expect(refused.body.error).toMatchObject({ message: expect.stringContaining('seed_by_solver') })
    const open = await begin({ overrides: { seed_by_solver: true } })
    const created = await open.asSolver({ seed: 5 })
    expect([created.status, created.body]).toMatchObject([201, { scored: false }])
    expect(created.text).not.toContain('"seed"')
  })
})
