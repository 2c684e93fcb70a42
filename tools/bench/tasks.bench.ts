// What do many tasks in one clinic cost: to publish, to start, and to read as records; and how much memory?
//
// Each task has an environment of its own: a patient and an order on top of the generated patients of the clinic, and
// another configuration of the fax line. Figures are CPU time of this process, measured once, with the service called
// in memory: `write a task` is the four calls that create its dataset, the task and two criteria, `publish` the whole
// version without its audit, which continues in the background, `publish again` the same in another service of the same
// process. Starts and records show the median; the first start makes what the others share, so it has a figure of its
// own and does not count in the memory.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { createRequest, keepAudit, type Service } from '@carebench/service'
import { createAuthorService } from './load/author-service.js'
import type { Bench } from './src/benchmark.js'

interface Size {
  readonly tasks: number
  readonly patients: number
}

/** Maximum number of task runs that are started, one after another. */
const maxStarted = 60

export async function run(bench: Bench): Promise<void> {
  const sizes = bench.sizes({ tasks: 3, patients: 2 }, { tasks: 50, patients: 100 }, { tasks: 500, patients: 1000 })
  for (const size of sizes) {
    const { digest, published } = await new Author(createAuthorService()).publish(size)
    describeSize(bench, size)('publish', published, 'ms CPU')
    // This service knows the audit of the version, so it can run the version at once.
    const audit = { ok: true, errors: 0, warnings: 0, tasks: [] }
    await measure(bench, size, new Author(createAuthorService([keepAudit({ digest, audit })])))
  }
}

function describeSize({ report }: Bench, { tasks, patients }: Size) {
  const name = `${tasks} tasks, ${patients.toLocaleString('en')} patients`
  return (contender: string, figure: number, unit: string) => {
    report({ case: name, contender, figure: Math.max(figure, 0.001), unit })
  }
}

async function measure(bench: Bench, size: Size, author: Author): Promise<void> {
  const report = describeSize(bench, size)
  const { perTask, published } = await author.publish(size)
  report('publish again', published, 'ms CPU')
  report('write a task', perTask, 'ms CPU')
  const run = await author.call(author.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'many@1' })
  const taskRuns = (run.task_runs as readonly { readonly id: string; readonly start_url: string }[]).slice(
    0,
    maxStarted,
  )
  const token = String(run.bearer_token)
  const start = (taskRun: (typeof taskRuns)[number] | undefined) =>
    measureCpu(() => author.call(token, 'POST', taskRun?.start_url ?? ''))
  report('start the first task', await start(taskRuns[0]), 'ms CPU')
  const before = usedMemory()
  const starts: number[] = []
  for (const taskRun of taskRuns.slice(1)) starts.push(await start(taskRun))
  report('start another task', starts.sort((one, other) => one - other)[starts.length >> 1] ?? 0, 'ms CPU')
  report('memory of a started task', (usedMemory() - before) / 1000 / starts.length, 'kB')
  const records: number[] = []
  let text = ''
  for (const { id } of taskRuns) {
    await author.call(token, 'POST', `/v1/task-runs/${id}/complete`)
    const read = async () => {
      text = JSON.stringify(await author.call(author.organizationKey, 'GET', `/task-runs/${id}/record`))
    }
    records.push(await measureCpu(read))
  }
  report('read a record', records.sort((one, other) => one - other)[records.length >> 1] ?? 0, 'ms CPU')
  report('a record, gzipped', gzipSync(text).byteLength / 1000, 'kB')
}

/** Writes and publishes the benchmark with calls of the API to a service in memory. */
class Author {
  readonly #service: Service
  #keys = { organizationKey: '', solverKey: '' }

  constructor(service: Service) {
    this.#service = service
  }

  get solverKey(): string {
    return this.#keys.solverKey
  }

  get organizationKey(): string {
    return this.#keys.organizationKey
  }

  async publish({ tasks, patients }: Size): Promise<{ digest: string; perTask: number; published: number }> {
    this.#keys = await this.#service.provisionOrganization('Author')
    const environment = await this.#make('/environments', { name: 'Clinic' })
    for (const type of ['FHIR', 'Fax', 'Payer']) {
      const simulator = await this.#make('/simulators', { type, name: type })
      await this.#make(`/environments/${environment}/simulators/${simulator}`)
    }
    const config = { generator: { seed: 7, patients } }
    const clinic = await this.#make('/datasets', { type: 'FHIR', name: 'clinic', config })
    await this.#make(`/environments/${environment}/datasets/${clinic}`)
    const benchmark = await this.#make('/benchmarks', { name: 'many', environment_id: environment, concurrency: 64 })
    const written = await measureCpu(async () => {
      for (let number = 0; number < tasks; number++) await this.#writeTask(benchmark, number)
    })
    let digest = ''
    const published = await measureCpu(async () => {
      const version = await this.call(this.#keys.organizationKey, 'POST', `/benchmarks/${benchmark}/versions`)
      digest = String(version.digest)
    })
    this.#service.stopAudits()
    return { digest, perTask: written / tasks, published }
  }

  async #writeTask(benchmark_id: string, number: number): Promise<void> {
    const patient = { resourceType: 'Patient', id: `own-${number}`, name: [{ family: 'Larsen', given: ['Ida'] }] }
    const order = {
      resourceType: 'Task',
      id: 't1',
      status: 'requested',
      intent: 'order',
      for: { reference: `Patient/own-${number}` },
    }
    const entry = [{ resource: patient }, { resource: order }]
    const bundle = { resourceType: 'Bundle', type: 'collection', entry }
    const dataset = await this.#make('/datasets', { type: 'FHIR', name: `own ${number}`, config: { bundle } })
    const task_id = await this.#make('/tasks', {
      benchmark_id,
      name: `task ${number}`,
      environment: {
        datasets: [{ id: dataset }],
        simulators: { faxes: { numbers: { '+15550100188': { answers: number % 2 === 0 } } } },
      },
    })
    await this.#make('/criteria', {
      task_id,
      label: 'The order is finished',
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'Task',
        search: { _id: 't1' },
        fields: [{ path: 'status', expected: 'completed' }],
      },
    })
    await this.#make('/criteria', {
      task_id,
      label: 'Nothing else is changed',
      guard: true,
      assertion: {
        assert: 'no-collateral',
        allow: [{ collection: 'fhir.Task', where: { id: 't1' }, fields: ['status'] }],
      },
    })
  }

  /** Makes a POST request with the organization key, and returns the `id` in the response, if it has one. */
  async #make(target: string, body?: object): Promise<string> {
    return String((await this.call(this.#keys.organizationKey, 'POST', target, body)).id)
  }

  async call(token: string, method: string, target: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
    const bytes = body && new TextEncoder().encode(JSON.stringify(body))
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await this.#service.handle(createRequest(method, target, headers, bytes))
    const text =
      typeof response.body === 'string' ? response.body : new TextDecoder().decode(response.body ?? undefined)
    if (response.status >= 400) throw new Error(`${method} ${target} was answered ${response.status}: ${text}`)
    return JSON.parse(text)
  }
}

async function measureCpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Collects garbage, and returns how many bytes of the heap are in use. */
function usedMemory(): number {
  collect()
  return process.memoryUsage().heapUsed
}
