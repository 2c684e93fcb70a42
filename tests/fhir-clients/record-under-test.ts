import { globalAgent } from 'node:https'
import { Carebench } from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { systemClock } from '@carebench/protocol'
import { createServer } from '@carebench/server'
import { createIdSource, createMemoryStore, createService, defaultSystems, secureRandom } from '@carebench/service'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { textAt } from '../contract/contract-testbed.js'

/** The number of patients at the start. */
export const patientCount = 25

/** A FHIR record served over TLS, for third-party clients. */
export interface RecordUnderTest {
  /** The record of a started task run, accessed with the run token. */
  readonly runBase: string
  readonly runToken: string
  /** The record of a standalone sandbox, accessed with its own credentials. */
  readonly sandboxBase: string
  readonly clientId: string
  readonly clientSecret: string
  close(): Promise<void>
}

/** Starts the server. Until it is closed, all clients in this process trust its certificate. */
export async function serveRecord(): Promise<RecordUnderTest> {
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store: createMemoryStore(),
    clock: systemClock,
    random: secureRandom,
    ids: createIdSource(systemClock, secureRandom),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
  const organization = await service.provisionOrganization('Clinic')
  const server = createServer({ service })
  const { url, caPem } = await server.listen({ port: 0 })
  const connection = { baseUrl: url, fetch: nodeFetch({ ca: caPem }) }
  const carebench = new Carebench({ ...connection, apiKey: organization.organizationKey })
  const environmentId = await publish(carebench)
  const send = async (token: string, path: string, body: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await connection.fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return response.json()
  }
  const run = await send(organization.solverKey, '/v1/benchmark-runs', { benchmark: 'clients@1' })
  const runToken = textAt(run, 'bearer_token')
  await send(runToken, textAt(run, 'task_runs', 0, 'start_url'), {})
  const playground = await carebench.call('createPlayground', { body: { environmentId } })
  const { data } = await carebench.call('listSandboxes', { query: { playgroundId: playground.id } })
  const [sandbox] = data
  if (sandbox === undefined) throw new Error('The playground has a sandbox.')

  const dispatcher = getGlobalDispatcher()
  const { ca } = globalAgent.options
  setGlobalDispatcher(new Agent({ connect: { ca: caPem } }))
  globalAgent.options.ca = caPem
  return {
    runBase: `${url}/v1/benchmark-runs/${textAt(run, 'benchmark_run_id')}/fhir`,
    runToken,
    sandboxBase: `${url}/sandboxes/${sandbox.id}/fhir`,
    clientId: sandbox.credentials.clientId,
    clientSecret: sandbox.credentials.clientSecret,
    async close() {
      await getGlobalDispatcher().close()
      setGlobalDispatcher(dispatcher)
      globalAgent.options.ca = ca
      globalAgent.destroy()
      await server.close({ graceMs: 0 })
    },
  }
}

async function publish(carebench: Carebench): Promise<string> {
  const environment = await carebench.call('createEnvironment', { body: { name: 'Clinic' } })
  const simulator = await carebench.call('createSimulator', { body: { type: 'FHIR', name: 'Record' } })
  await carebench.call('linkSimulator', { params: { id: environment.id, simulatorId: simulator.id } })
  const entry = Array.from({ length: patientCount }, (_, n) => ({
    resource: {
      resourceType: 'Patient',
      id: `p${n}`,
      identifier: [{ system: 'http://example.org/mrn', value: `M-${n}` }],
      name: [{ family: n % 2 === 0 ? 'Okafor' : 'Lindqvist', given: ['Ada'] }],
      birthDate: `19${50 + n}-01-01`,
    },
  }))
  const config = { bundle: { resourceType: 'Bundle', type: 'collection', entry } }
  const dataset = await carebench.call('createDataset', { body: { type: 'FHIR', name: 'records', config } })
  await carebench.call('linkDataset', { params: { id: environment.id, datasetId: dataset.id } })
  const benchmark = await carebench.call('createBenchmark', {
    body: { name: 'clients', environmentId: environment.id },
  })
  const task = await carebench.call('createTask', { body: { benchmarkId: benchmark.id, name: 'call' } })
  await carebench.call('createCriterion', {
    body: {
      taskId: task.id,
      label: 'An observation is there',
      assertion: {
        assert: 'fhir-resource-state',
        resource_type: 'Observation',
        search: { code: '8867-4' },
        count: { $gte: 1 },
      },
    },
  })
  const { version } = await carebench.call('publishBenchmarkVersion', { params: { id: benchmark.id } })
  await carebench.waitForAudit({ id: benchmark.id, version })
  return environment.id
}

/** An Observation of a patient. */
export function makeObservation(reference: string) {
  return {
    resourceType: 'Observation' as const,
    status: 'final' as const,
    code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
    subject: { reference },
    valueQuantity: { value: 72, unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
  }
}

/** A transaction that creates a Patient and an Observation of it. */
export function makeTransaction(value: string) {
  return {
    resourceType: 'Bundle' as const,
    type: 'transaction' as const,
    entry: [
      {
        fullUrl: 'urn:uuid:5b9f2a36-3f0e-4c0b-9a2e-0c1d2e3f4a5b',
        resource: { resourceType: 'Patient' as const, identifier: [{ system: 'http://example.org/mrn', value }] },
        request: { method: 'POST' as const, url: 'Patient', ifNoneExist: `identifier=http://example.org/mrn|${value}` },
      },
      {
        resource: makeObservation('urn:uuid:5b9f2a36-3f0e-4c0b-9a2e-0c1d2e3f4a5b'),
        request: { method: 'POST' as const, url: 'Observation' },
      },
    ],
  }
}
