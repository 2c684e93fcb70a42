import type { BenchmarkDefinition, JsonObject } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { type FrozenTask, versions } from '../documents/collections/authoring.js'
import { createServiceUnderTest, type ServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

type Task = BenchmarkDefinition['tasks'][number]

const { environment } = smallBenchmark()
// Without criteria, so that there is little to audit.
const plain: Task = { name: 'plain', criteria: [] }
const allowFindings = { allowFindings: true }

function bundle(name: string, ...resources: readonly JsonObject[]) {
  const entry = resources.map((resource) => ({ resource }))
  return { type: 'FHIR', name, config: { bundle: { resourceType: 'Bundle', type: 'collection', entry } } }
}

const slow = { determinations: [{ procedure_code: '70551', status: 'denied', reason: 'Not covered.' }] }
const own: NonNullable<Task['environment']> = {
  datasets: [bundle('newcomer', { resourceType: 'Patient', id: 'p2', name: [{ family: 'Novak' }] })],
  simulators: { portal: slow },
}

/** Returns the small benchmark with a task, and the same with an environment of its own. */
function twoTasks(added: Task['environment'] = own): BenchmarkDefinition {
  return smallBenchmark({ concurrency: 2, tasks: [plain, { ...plain, name: 'with a newcomer', environment: added }] })
}

/** Starts all task runs of a run; `read` reads from one of them as its agent. */
async function startAll(under: ServiceUnderTest, reference: string) {
  const run = await under.createRun(reference)
  for (const { start_url } of run.task_runs) {
    expect((await under.call(run.bearer_token, 'POST', start_url)).status).toBe(200)
  }
  const read = (index: number, path: string) =>
    under.call(run.bearer_token, 'GET', `/v1/benchmark-runs/${run.benchmark_run_id}/${path}`, undefined, {
      'task-run-id': String(run.task_runs[index]?.id),
    })
  return { run, read }
}

async function frozenTasks({ store }: ServiceUnderTest): Promise<readonly FrozenTask[]> {
  return (await store.page(versions, { limit: 1 })).docs[0]?.tasks ?? []
}

it('adds data and patches configurations, for its own task runs alone [tasks.environment]', async () => {
  const under = await createServiceUnderTest()
  const { read } = await startAll(under, await under.publish(twoTasks(), allowFindings))
  const statuses = [(await read(0, 'fhir/Patient/p2')).status, (await read(1, 'fhir/Patient/p2')).status]
  expect(statuses).toEqual([404, 200])
  expect((await read(1, 'fhir/Patient/p1')).status).toBe(200)
  const [first, second] = await frozenTasks(under)
  expect(first).not.toHaveProperty('environment')
  expect(second?.environment?.configs).toEqual({ Payer: { accept_unknown_members: true, ...slow } })
})

it('is in the record, and its configurations in the snapshot', async () => {
  const under = await createServiceUnderTest()
  const { run } = await startAll(under, await under.publish(twoTasks(), allowFindings))
  const second = run.task_runs[1]
  await under.call(run.bearer_token, 'POST', String(second?.complete_url))
  const record = await under.call(under.organizationKey, 'GET', `/task-runs/${second?.id}/record`)
  expect(record.body.environment).toMatchObject({
    task_environment: { configs: { Payer: slow }, datasets: [{ type: 'FHIR' }] },
  })
  const taskRun = await under.call(under.organizationKey, 'GET', `/task-runs/${second?.id}`)
  expect(taskRun.body.snapshot).toMatchObject({ simulators: [{ type: 'FHIR' }, { type: 'Payer', config: slow }] })
})

it('overrides data of the environment, and adds missing ancestors of its datasets', async () => {
  const under = await createServiceUnderTest()
  const call = (method: string, target: string, body?: unknown) =>
    under.call(under.organizationKey, method, target, body)
  await under.publish(smallBenchmark({ tasks: [plain] }), allowFindings)
  const [benchmark] = (await call('GET', '/benchmarks')).body.data as { id: string }[]
  const [task] = (await call('GET', `/tasks?benchmark_id=${benchmark?.id}`)).body.data as { id: string }[]
  const [shared] = (await call('GET', '/datasets')).body.data as { id: string }[]
  const make = async (parent_id: string, ...resources: readonly JsonObject[]) =>
    String((await call('POST', '/datasets', { ...bundle('added', ...resources), parent_id })).body.id)
  const parent = await make(String(shared?.id), { resourceType: 'Patient', id: 'p3' })
  const child = await make(parent, { resourceType: 'Patient', id: 'p1', name: [{ family: 'Ito' }] })
  const changed = { environment: { datasets: [{ id: child, system: 'fhir' }] } }
  const patched = await call('PATCH', `/tasks/${task?.id}`, changed)
  expect([patched.status, patched.body.environment]).toEqual([200, changed.environment])
  const refused = await call('DELETE', `/datasets/${child}`)
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { message: expect.stringContaining('has the dataset in its environment') },
  ])
  const published = await under.publishNext(`/benchmarks/${benchmark?.id}/versions`, { allow_findings: true })
  expect([published.status, published.body.error]).toEqual([200, undefined])
  const frozen = await frozenTasks(under)
  expect(frozen[0]?.environment?.datasets.map(({ id, simulator }) => [id, simulator])).toEqual([
    [parent, 'FHIR'],
    [child, 'FHIR'],
  ])
  const { read } = await startAll(under, 'small@2')
  expect((await read(0, 'fhir/Patient/p1')).body).toMatchObject({ name: [{ family: 'Ito' }] })
  expect((await read(0, 'fhir/Patient/p3')).status).toBe(200)
  expect((await call('PATCH', `/tasks/${task?.id}`, { environment: null })).body.environment).toBeNull()
  expect((await call('DELETE', `/datasets/${child}`)).status).toBe(204)
})

it('rejects the version with the places of its errors [tasks.environment-refused]', async () => {
  const under = await createServiceUnderTest()
  const call = (method: string, target: string, body?: unknown) =>
    under.call(under.organizationKey, method, target, body)
  await under.publish(smallBenchmark({ tasks: [plain] }), allowFindings)
  const [benchmark] = (await call('GET', '/benchmarks')).body.data as { id: string }[]
  const files = await call('POST', '/datasets', { type: 'Files', name: 'files', config: { files: [] } })
  const rows = { rows: { prior_auth_requests: [{ auth_number: 'PA1', status: 'lost' }] } }
  const lost = await call('POST', '/datasets', { type: 'Portal', name: 'lost', config: rows })
  const write = async (added: object) => {
    const made = await call('POST', '/tasks', { benchmark_id: benchmark?.id, name: 'added', environment: added })
    expect(made.status).toBe(201)
    const refused = await call('POST', `/benchmarks/${benchmark?.id}/versions`)
    await call('DELETE', `/tasks/${made.body.id}`)
    const { message, errors = [] } = refused.body.error as {
      message: string
      errors?: { path: string; message: string }[]
    }
    return [refused.status, message, ...errors.map(({ path, message: why }) => `${path} ${why}`)]
  }
  expect(
    await write({
      simulators: { faxes: {}, portal: { default_determination: { status: 'maybe' } } },
      datasets: [{ id: files.body.id }, { id: files.body.id, system: 'fhir' }],
    }),
  ).toEqual([
    409,
    expect.stringContaining(
      'The environment of the task "added" cannot be used: /tasks/1/environment/simulators/faxes',
    ),
    '/tasks/1/environment/simulators/faxes must be the key of a simulator of the environment ("fhir", "portal"), ' +
      'got "faxes"',
    expect.stringMatching(
      /^\/tasks\/1\/environment\/simulators\/portal\/default_determination\/status .*, once the patch is applied$/,
    ),
    '/tasks/1/environment/datasets/0 must be of a type that a simulator of the environment takes, got a dataset of ' +
      'type Files; add such a simulator to the environment, or remove the dataset',
    '/tasks/1/environment/datasets/1/system must be the key of a simulator of the environment that takes data of ' +
      'type Files (it has none), got "fhir"',
  ])
  expect(await write({ datasets: [{ id: lost.body.id }] })).toEqual([
    409,
    expect.stringContaining('must be data that the simulators can load'),
    expect.stringMatching(/^\/tasks\/1\/environment\/datasets /),
  ])
  const unknown = await call('POST', '/tasks', {
    benchmark_id: benchmark?.id,
    name: 'x',
    environment: { datasets: [{ id: 'ds_none' }] },
  })
  expect(unknown.status).toBe(404)
})

it('is in the digest of the content, without ids', async () => {
  const digests: string[] = []
  for (const added of [own, own, { simulators: { portal: slow } }, null]) {
    const under = await createServiceUnderTest()
    await under.publish(twoTasks(added), allowFindings)
    digests.push((await under.store.page(versions, { limit: 1 })).docs[0]?.digest ?? '')
  }
  expect(digests[0]).toBe(digests[1])
  expect(new Set(digests).size).toBe(3)
})

it('of a definition is rejected with the places of its errors', async () => {
  const under = await createServiceUnderTest()
  const files = { type: 'Files', name: 'newcomer', config: { files: [] } }
  const wrong = twoTasks({
    datasets: [files, { ...files, name: environment.datasets[0]?.name ?? '', system: 'lab' }],
    simulators: { lab: {}, portal: { default_determination: { status: 'maybe' } } },
  })
  await expect(under.publish(wrong)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    errors: [
      { path: '/tasks/1/environment/datasets/1/name' },
      { path: '/tasks/1/environment/simulators/lab' },
      { path: '/tasks/1/environment/simulators/portal/default_determination/status' },
      { path: '/tasks/1/environment/datasets/0' },
      { path: '/tasks/1/environment/datasets/1/system' },
    ],
  })
})
