import { describe, expect, it } from 'vitest'
import { createServiceUnderTest, type ServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

/** Returns a dataset of one file with this name. */
function fileNamed(name: string) {
  return {
    type: 'Files',
    name,
    config: { files: [{ path: `inbox/${name}.txt`, content: name, media_type: 'text/plain' }] },
  }
}

/** Returns an environment with two file exchanges, "files" and "lab". */
async function openEnvironment() {
  const under = await createServiceUnderTest({ knownAudits: [] })
  const call = async (method: string, target: string, body?: unknown) =>
    under.call(under.organizationKey, method, target, body)
  const idOf = async (target: string, body: object) => String((await call('POST', target, body)).body.id)
  const environment = await idOf('/environments', { name: 'Clinic' })
  const target = `/environments/${environment}`
  const simulators = [
    await idOf('/simulators', { type: 'Files', name: 'a' }),
    await idOf('/simulators', { type: 'Files', name: 'b' }),
  ]
  await call('POST', `${target}/simulators/${simulators[0]}`)
  await call('POST', `${target}/simulators/${simulators[1]}`, { key: 'lab' })
  const makeDataset = (name: string, parent_id: string | null = null) =>
    idOf('/datasets', { ...fileNamed(name), parent_id })
  const link = (dataset: string, body?: object) => call('POST', `${target}/datasets/${dataset}`, body)
  return { under, call, environment, target, simulators, makeDataset, link }
}

/** Returns the names of the files that the systems of a new playground have, by key. */
async function filesIn({ call, environment }: Awaited<ReturnType<typeof openEnvironment>>) {
  const playground = await call('POST', '/playgrounds', { environment_id: environment })
  expect([playground.status, playground.body.error]).toEqual([201, undefined])
  const { body } = await call('GET', `/sandboxes?playground_id=${playground.body.id}`)
  const found: Record<string, string[]> = {}
  for (const { id, key = '' } of body.data as { id: string; key?: string }[]) {
    const listed = await call('GET', `/sandboxes/${id}/files/inbox`)
    found[key] = (listed.body.data as { path: string }[]).map(({ path }) => path.slice('inbox/'.length, -4)).sort()
  }
  return found
}

describe('a dataset of an environment', () => {
  it('seeds every simulator that takes its type, or the one whose key it was linked with', async () => {
    const opened = await openEnvironment()
    const { makeDataset, link } = opened
    await link(await makeDataset('all'))
    const first = await link(await makeDataset('first'), { system: 'files' })
    expect(first.status).toBe(200)
    const lab = await link(await makeDataset('second'), { system: 'lab' })
    expect(lab.body.datasets).toMatchObject([
      { name: 'all' },
      { name: 'first', system: 'files' },
      { name: 'second', system: 'lab' },
    ])
    expect((lab.body.datasets as object[])[0]).not.toHaveProperty('system')
    expect(await filesIn(opened)).toEqual({ '': ['all', 'first'], lab: ['all', 'second'] })
  })

  it('brings its ancestors, each once for a simulator', async () => {
    const opened = await openEnvironment()
    const { makeDataset, link } = opened
    const [shared, other] = [await makeDataset('shared'), await makeDataset('other')]
    await link(await makeDataset('one', shared), { system: 'files' })
    await link(await makeDataset('two', shared), { system: 'lab' })
    await link(await makeDataset('three', other), { system: 'lab' })
    await link(other)
    expect(await filesIn(opened)).toEqual({
      '': ['one', 'other', 'shared'],
      lab: ['other', 'shared', 'three', 'two'],
    })
  })

  it('is linked once, and only for a simulator that can be seeded with it', async () => {
    const { call, target, makeDataset, link } = await openEnvironment()
    const dataset = await makeDataset('a')
    const messageOf = async (system: string, id = dataset) => {
      const { status, body } = await link(id, { system })
      return [status, (body.error as { message?: string } | undefined)?.message]
    }
    const known = 'Expected the key of a simulator of the environment that takes data of type Files ("files", "lab")'
    expect(await messageOf('imaging')).toEqual([409, `${known}, got "imaging", which it does not have.`])
    const fax = await call('POST', '/simulators', { type: 'Fax', name: 'fax' })
    await call('POST', `${target}/simulators/${fax.body.id}`)
    expect(await messageOf('faxes')).toEqual([409, `${known}, got "faxes", which is of type Fax.`])
    expect((await link(dataset, { system: 'No key' })).status).toBe(400)
    expect((await link(dataset, { system: 'lab' })).status).toBe(200)
    expect([(await link(dataset)).status, (await link(dataset, { system: 'lab' })).status]).toEqual([200, 200])
    expect(await messageOf('files')).toEqual([
      409,
      'The dataset is linked for the simulator "lab"; unlink it first to link it for another.',
    ])
    expect((await call('DELETE', `${target}/datasets/${dataset}`)).status).toBe(204)
    expect((await link(dataset)).body.datasets).toEqual([expect.not.objectContaining({ system: 'lab' })])
  })

  it('prevents playgrounds and versions once its simulator is gone, and follows the keys of simulators', async () => {
    const opened = await openEnvironment()
    const { call, target, environment, simulators, makeDataset, link } = opened
    await link(await makeDataset('a'), { system: 'lab' })
    expect(await filesIn(opened)).toEqual({ '': [], lab: ['a'] })
    await call('DELETE', `${target}/simulators/${simulators[1]}`)
    const refused = await call('POST', '/playgrounds', { environment_id: environment })
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { message: expect.stringContaining('is for the simulator "lab", which the environment does not have any more') },
    ])
    // The same documents with other keys are another environment.
    await call('POST', `${target}/simulators/${simulators[1]}`, { key: 'night' })
    const again = await makeDataset('b')
    await call('DELETE', `${target}/datasets/${((await call('GET', target)).body.datasets as { id: string }[])[0]?.id}`)
    await link(again, { system: 'night' })
    expect(await filesIn(opened)).toEqual({ '': [], night: ['b'] })
  })
})

describe('a published benchmark', () => {
  const published = async (under: ServiceUnderTest, systems: readonly (string | undefined)[]) => {
    const { environment } = smallBenchmark()
    const simulators = [
      ...environment.simulators,
      { type: 'Files', name: 'a' },
      { type: 'Files', key: 'lab', name: 'b' },
    ]
    const datasets = [
      ...environment.datasets,
      ...systems.map((system, index) => ({ ...fileNamed(`f${index}`), ...(system === undefined ? {} : { system }) })),
    ]
    return under.publish(smallBenchmark({ environment: { ...environment, simulators, datasets } }))
  }

  it('freezes which systems its datasets seed, for runs and their records', async () => {
    const under = await createServiceUnderTest({ knownAudits: [] })
    const run = await under.createRun(await published(under, [undefined, 'files', 'lab']))
    const token = run.bearer_token
    const [task] = run.task_runs
    await under.call(token, 'POST', String(task?.start_url))
    const listed = async (group: string) =>
      (
        (await under.call(token, 'GET', `/v1/benchmark-runs/${run.benchmark_run_id}/${group}/inbox`)).body.data as {
          path: string
        }[]
      )
        .map(({ path }) => path)
        .sort()
    expect([await listed('files'), await listed('files@lab')]).toEqual([
      ['inbox/f0.txt', 'inbox/f1.txt'],
      ['inbox/f0.txt', 'inbox/f2.txt'],
    ])
    await under.call(token, 'POST', String(task?.complete_url))
    const record = (await under.call(under.organizationKey, 'GET', `/task-runs/${task?.id}/record`)).body
    const { datasets } = record.environment as { datasets: object[] }
    expect(datasets.slice(1)).toMatchObject([{ type: 'Files' }, { simulator: 'Files' }, { simulator: 'Files@lab' }])
    expect(datasets[1]).not.toHaveProperty('simulator')
  })
})
