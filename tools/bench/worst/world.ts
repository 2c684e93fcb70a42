import { type BenchmarkDefinition, createSeededRandom, systemClock } from '@carebench/protocol'
import { workstationPages } from '@carebench/server'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createRequest,
  createService,
  defaultSystems,
  publishBenchmark,
  type Service,
  type ServiceOptions,
  type ServiceResponse,
} from '@carebench/service'

/** JSON of any shape. */
export type Json = ReturnType<typeof JSON.parse>

/** A service with a started run, and what is needed to make any request to it. */
export interface World {
  readonly service: Service
  /** The OpenAPI document of the service. */
  readonly document: Json
  /** Tokens by the name of their scheme in the document. */
  readonly tokens: Readonly<Record<string, string>>
  /** Ids by the path of their collection, such as `/tasks`; `/sandboxes of faxes` for the sandbox of a group. */
  readonly ids: ReadonlyMap<string, string>
}

const operatorKey = `vop_${'0'.repeat(43)}`

/**
 * Creates a service with one started run of all systems, whose FHIR record has this many Observations that have never
 * been searched.
 */
export async function createWorld(resources: number, outside: ServiceOptions['outside'] = {}): Promise<World> {
  const random = createSeededRandom(1)
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock: systemClock,
    random,
    ids: createIdSource(systemClock, random),
    systems: defaultSystems,
    workstation: workstationPages,
    operatorKey,
    secret,
    cursorKeys: [{ id: '1', secret }],
    outside,
  })
  const { organizationId, organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  await publishBenchmark(callInMemory(service, organizationKey), makeDefinition(resources), {
    allowFindings: true,
  })
  const call = async (token: string, method: string, target: string, body?: unknown): Promise<Json> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body))
    const response = await service.handle(createRequest(method, target, headers, bytes))
    const text = readText(response)
    if (response.status >= 300) throw new Error(`${method} ${target}: ${response.status} ${text.slice(0, 500)}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const run = await call(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'worst@1' })
  const [taskRun] = run.task_runs
  await call(run.bearer_token, 'POST', taskRun.start_url)
  const ids = new Map([
    ['/v1/benchmark-runs', run.benchmark_run_id],
    ['/v1/task-runs', taskRun.id],
    ['/benchmark-runs', run.benchmark_run_id],
    ['/runs', run.benchmark_run_id],
    ['/organizations', organizationId],
  ])
  const listed = async (list: string, query = '') => {
    const { data } = await call(organizationKey, 'GET', `/${list}?limit=1${query}`)
    if (data[0] !== undefined) ids.set(`/${list}`, data[0].id)
  }
  const free = ['environments', 'simulators', 'datasets', 'benchmarks', 'playgrounds', 'api-keys', 'solvers']
  for (const list of free) await listed(list)
  await listed('tasks', `&benchmark_id=${ids.get('/benchmarks')}`)
  await listed('criteria', `&task_id=${ids.get('/tasks')}`)
  const sandboxes = await call(organizationKey, 'GET', `/sandboxes?limit=100&playground_id=${ids.get('/playgrounds')}`)
  for (const { group } of defaultSystems) {
    const own = sandboxes.data.find((one: Json) => JSON.stringify(one).includes(`/${group?.name}"`))
    if (own !== undefined) ids.set(`/sandboxes of ${group?.name}`, own.id)
    ids.set('/sandboxes', own?.id ?? ids.get('/sandboxes'))
  }
  const answer = await service.handle(createRequest('GET', '/openapi.json', {}))
  return {
    service,
    document: JSON.parse(readText(answer)),
    tokens: { organizationKey, solverKey, operatorKey, runToken: run.bearer_token },
    ids,
  }
}

/** Returns the body of a response as text. */
export function readText({ body }: ServiceResponse): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined)
}

function makeDefinition(resources: number): BenchmarkDefinition {
  const patients = Array.from({ length: 500 }, (_, number) => ({
    resourceType: 'Patient',
    id: `p${number}`,
    name: [{ family: `Family ${number}`, given: ['Ann'] }],
  }))
  const observations = Array.from({ length: resources }, (_, number) => ({
    resourceType: 'Observation',
    id: `o${number}`,
    status: 'final',
    code: { coding: [{ code: `${number % 97}`, display: `test ${number}` }] },
    subject: { reference: `Patient/p${number % 500}` },
    effectiveDateTime: `20${10 + (number % 15)}-0${1 + (number % 9)}-1${number % 9}`,
    valueQuantity: { value: number % 300, unit: 'mg' },
  }))
  const all = [...patients, ...observations].map((resource) => ({ resource }))
  const bundles = Array.from({ length: Math.ceil(all.length / 10_000) }, (_, part) =>
    all.slice(part * 10_000, (part + 1) * 10_000),
  )
  return {
    name: 'worst',
    timeout: 86_400,
    environment: {
      name: 'All systems',
      simulators: defaultSystems.map(({ type }) => ({ type, name: type })),
      datasets: bundles.map((entry, part) => ({
        type: 'FHIR',
        name: `records ${part + 1}`,
        config: { bundle: { resourceType: 'Bundle', type: 'collection', entry } },
      })),
    },
    tasks: [
      {
        name: 'write a table',
        criteria: [
          {
            label: 'There is a row',
            axis: 'correctness',
            assertion: {
              assert: 'sftp-file-present',
              path: 'outbound/*.csv',
              fields: ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path, expected: { $regex: '[0-9]+(x|y)' } })),
            },
          },
        ],
      },
    ],
  }
}
