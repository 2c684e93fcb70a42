import type { CreatedRun } from '@carebench/protocol'
import type { ProvisionedOrganization } from '../auth/provision.js'
import { callInMemory } from '../authoring/call-in-memory.js'
import { publishBenchmark } from '../authoring/publish-benchmark.js'
import type { Service } from '../service.js'
import {
  createServiceUnderTest,
  getKnownAudit,
  type ServiceUnderTest,
  type ServiceUnderTestOptions,
} from './service-under-test.js'
import { smallBenchmark } from './small-benchmark.js'

// For tests of this package only.

/** One organization with a resource of every kind. */
export interface Tenant {
  readonly organizationKey: string
  readonly solverKey: string
  readonly runToken: string
  /** Ids by kind of resource, with the names of references in paths, queries and bodies: `task_id`. */
  readonly ids: Readonly<Record<string, string>>
  /** `<name>@1` of its published benchmark. */
  readonly reference: string
}

/** A service with two organizations that own the same resources with other ids. */
export interface TwoOrganizations {
  readonly under: ServiceUnderTest
  readonly own: Tenant
  readonly other: Tenant
}

/** Creates the organizations; `own` is that of the service under test. */
export async function createTwoOrganizations(options: ServiceUnderTestOptions = {}): Promise<TwoOrganizations> {
  // Other systems or another verifier may lead to another audit.
  const isUsual = options.systems === undefined && options.verifier === undefined
  const benchmarks = isUsual ? [tenantBenchmark('own'), tenantBenchmark('other')] : []
  const knownAudits = await Promise.all(benchmarks.map(getKnownAudit))
  const under = await createServiceUnderTest({ knownAudits, ...options })
  const own = await furnish(under, under, 'own')
  const other = await furnish(under, await under.service.provisionOrganization('Other organization'), 'other')
  return { under, own, other }
}

function tenantBenchmark(name: string) {
  return smallBenchmark({ name, concurrency: 2 })
}

/** Creates a resource of every kind for an organization. */
export async function furnish(
  under: Pick<ServiceUnderTest, 'call' | 'createRun'> & { readonly service: Pick<Service, 'handle'> },
  {
    organizationId,
    organizationKey,
    solverKey,
  }: Pick<ProvisionedOrganization, 'organizationKey' | 'solverKey'> &
    Partial<Pick<ProvisionedOrganization, 'organizationId'>>,
  name: string,
): Promise<Tenant> {
  await publishBenchmark(callInMemory(under.service, organizationKey), tenantBenchmark(name))
  const reference = `${name}@1`
  const run: CreatedRun = await under.createRun(reference, { solverKey })
  const [first, second] = run.task_runs
  if (first === undefined || second === undefined) throw new Error('The small benchmark has two tasks.')
  // The second task run is completed and has criterion runs, the first one is started.
  for (const path of [first.start_url, second.start_url, second.complete_url]) {
    const { status, text } = await under.call(run.bearer_token, 'POST', path)
    if (status !== 200) throw new Error(`POST ${path} was answered ${status}: ${text}`)
  }
  const ended = await under.createRun(reference, { solverKey })
  await under.call(organizationKey, 'POST', `/benchmark-runs/${ended.benchmark_run_id}/cancel`)
  const listed = async (target: string, index: number): Promise<string> => {
    const { body, text } = await under.call(organizationKey, 'GET', target)
    const item = Array.isArray(body.data) ? body.data.at(index) : undefined
    if (typeof item?.id !== 'string') throw new Error(`GET ${target} lists nothing: ${text}`)
    return item.id
  }
  const newest = (target: string) => listed(target, 0)
  const oldest = (target: string) => listed(target, -1)
  const dataset = await newest('/datasets')
  const entity = await under.call(organizationKey, 'POST', `/datasets/${dataset}/entities`, { type: 'p', data: {} })
  const entityId = String(entity.body.id)
  const task = first.task_id
  await under.call(organizationKey, 'POST', `/tasks/${task}/entities`, { dataset_entity_id: entityId })
  const ids = {
    ...(organizationId === undefined ? {} : { organization_id: organizationId }),
    environment_id: await newest('/environments'),
    simulator_id: await newest('/simulators'),
    dataset_id: dataset,
    dataset_entity_id: entityId,
    entity_id: entityId,
    input_entity_id: entityId,
    benchmark_id: await newest('/benchmarks'),
    task_id: task,
    criterion_id: await newest(`/criteria?task_id=${task}`),
    run_id: run.benchmark_run_id,
    benchmark_run_id: run.benchmark_run_id,
    verified_benchmark_run_id: ended.benchmark_run_id,
    task_run_id: first.id,
    verified_task_run_id: second.id,
    criterion_run_id: await newest(`/criterion-runs?task_run_id=${second.id}`),
    parent_id: dataset,
  }
  const create = async (target: string, body: unknown): Promise<string> => {
    const { body: made, text } = await under.call(organizationKey, 'POST', target, body)
    if (typeof made.id !== 'string') throw new Error(`POST ${target} was refused: ${text}`)
    return made.id
  }
  const playground_id = await create('/playgrounds', { environment_id: ids.environment_id })
  const sandbox_id = await oldest(`/sandboxes?playground_id=${playground_id}`)
  const sandbox = await under.call(organizationKey, 'GET', `/sandboxes/${sandbox_id}`)
  const { client_id, client_secret } = sandbox.body.credentials as { client_id: string; client_secret: string }
  const solver_id = await create('/solvers', { alias: 'second', name: 'Second' })
  return {
    organizationKey,
    solverKey,
    runToken: run.bearer_token,
    reference,
    ids: {
      ...ids,
      // A standalone playground, and the first of its sandboxes: the FHIR server.
      playground_id,
      sandbox_id,
      client_id,
      client_secret,
      // Not the Solver of the run, whose keys must stay valid.
      solver_id,
      key_id: await create(`/solvers/${solver_id}/api-keys`, { name: 'Revocable' }),
      ...(await createSpares(create)),
    },
  }
}

/** Returns one more of each kind, to which nothing refers, for deletions. */
async function createSpares(
  create: (target: string, body: unknown) => Promise<string>,
): Promise<Record<string, string>> {
  // Not in the published benchmark, where a task without criteria would prevent publishing.
  const benchmark_id = await create('/benchmarks', { name: 'parts' })
  const task_id = await create('/tasks', { benchmark_id, name: 'with a spare criterion' })
  const assertion = {
    assert: 'fhir-resource-state',
    resource_type: 'Task',
    search: {},
    fields: [{ path: 'status', expected: 'completed' }],
  }
  return {
    spare_api_key_id: await create('/api-keys', { name: 'Spare' }),
    spare_solver_id: await create('/solvers', { alias: 'spare', name: 'Spare' }),
    spare_environment_id: await create('/environments', { name: 'Spare' }),
    spare_simulator_id: await create('/simulators', { type: 'FHIR', name: 'Spare' }),
    spare_dataset_id: await create('/datasets', { type: 'HL7', name: 'Spare', config: { messages: [] } }),
    spare_benchmark_id: await create('/benchmarks', { name: 'spare' }),
    spare_task_id: await create('/tasks', { benchmark_id, name: 'spare' }),
    spare_criterion_id: await create('/criteria', { task_id, label: 'Spare', assertion }),
  }
}
