import type { BenchmarkDefinition } from '@carebench/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvableForm, clinicBenchmark, labResult } from './clinic-benchmark.js'
import {
  type AgentRun,
  at,
  type ContractTestbed,
  create,
  createContractTestbed,
  listAt,
  textAt,
} from './contract-testbed.js'

// The state in which a task begins: scenario, datasets, configurations.

let testbed: ContractTestbed
let count = 0
beforeAll(async () => {
  testbed = await createContractTestbed()
})

const [firstTask, secondTask] = clinicBenchmark().tasks
if (firstTask === undefined || secondTask === undefined) throw new Error('The clinic has two tasks.')

type Steps = NonNullable<BenchmarkDefinition['tasks'][number]['scenario']>['steps']

/** A run whose first task has a scenario; the second has none. */
async function begin(steps: Steps, changes: Partial<BenchmarkDefinition> = {}) {
  const tasks = [{ ...firstTask, scenario: { steps } } as typeof firstTask, secondTask] as BenchmarkDefinition['tasks']
  const run = await testbed.createRun(
    await testbed.publish(clinicBenchmark({ name: `start ${++count}`, tasks, ...changes })),
  )
  const call: AgentRun['call'] = (method, path, body) => run.call(method, `/v1/benchmark-runs/${run.id}/${path}`, body)
  return { run, call }
}

describe('a scenario', () => {
  it('has run before the start is answered, and only for its task [tasks.scenario, start.runs-scenario, scenario.upsert-fhir, transport.own-playground]', async () => {
    const resource = { resourceType: 'Patient', id: 'p2', name: [{ family: 'Ito' }] }
    const { run, call } = await begin([{ type: 'upsert_fhir', resource }])
    await run.start(0)
    expect((await call('GET', 'fhir/Patient/p2')).body).toMatchObject(resource)
    await run.complete(0)
    await run.start(1)
    expect((await call('GET', 'fhir/Patient/p2')).status).toBe(404)
  })

  it('drops files into the inbox [scenario.drop-file]', async () => {
    const { run, call } = await begin([
      { type: 'drop_file_inbox', path: 'late.txt', content: 'late' },
      { type: 'drop_file_inbox', path: 'more/bytes.bin', content_base64: 'aGk=' },
    ])
    await run.start()
    const { body } = await call('GET', 'files/inbox')
    const paths = listAt(body, 'data').map((item) => at(item, 'path'))
    expect([...paths].sort()).toEqual(['inbox/a.csv', 'inbox/late.txt', 'inbox/more/bytes.bin'])
    expect((await call('GET', 'files/inbox/late.txt')).text).toBe('late')
    expect((await call('GET', 'files/inbox/more/bytes.bin')).text).toBe('hi')
  })

  it('receives HL7 messages [scenario.receive-hl7]', async () => {
    const { run, call } = await begin([{ type: 'receive_hl7', payload: labResult.replace('|L1|', '|L2|') }])
    await run.start()
    const { body } = await call('GET', 'hl7/inbox')
    expect(listAt(body, 'data').map((item) => at(item, 'control_id'))).toEqual(['L2', 'L1'])
  })

  it('writes portal rows [scenario.set-portal-row]', async () => {
    const row = { member_id: 'M-7', name: 'Kim Ito' }
    const { run, call } = await begin([{ type: 'set_portal_row', resource: 'patients', row }])
    await run.start()
    expect((await call('GET', 'portal/patients')).body).toMatchObject({ data: [row] })
  })

  it('advances only the clock of its own playground [scenario.advance-clock]', async () => {
    const { run, call } = await begin([{ type: 'advance_clock', seconds: 86_400 }], { concurrency: 2 })
    await run.start(0)
    const made = await call('POST', 'fhir/Patient', { resourceType: 'Patient' })
    const tomorrow = new Date(testbed.clock.now() + 86_400_000).toISOString()
    expect(at(made.body, 'meta', 'lastUpdated')).toBe(tomorrow)
    await run.complete(0)
    await run.start(1)
    const other = await call('POST', 'fhir/Patient', { resourceType: 'Patient' })
    expect(at(other.body, 'meta', 'lastUpdated')).toBe(testbed.now())
  })
})

describe('datasets', () => {
  it('override entries of the same name in their ancestors [datasets.own-entries-win]', async () => {
    const file = (path: string, content: string) => ({ path, content })
    const parent_id = await create(testbed.call, '/datasets', {
      type: 'Files',
      name: 'parent',
      config: { files: [file('inbox/both.txt', 'of the parent'), file('inbox/parent.txt', 'kept')] },
    })
    const config = { files: [file('inbox/both.txt', 'of the child')] }
    const child = await create(testbed.call, '/datasets', { type: 'Files', name: 'child', config, parent_id })
    const environment_id = await create(testbed.call, '/environments', { name: 'e' })
    const simulator = await create(testbed.call, '/simulators', { type: 'Files', name: 'f' })
    await testbed.call('POST', `/environments/${environment_id}/simulators/${simulator}`)
    await testbed.call('POST', `/environments/${environment_id}/datasets/${child}`)
    const benchmark_id = await create(testbed.call, '/benchmarks', { name: 'heirs', environment_id })
    const task_id = await create(testbed.call, '/tasks', { benchmark_id, name: 't' })
    const assertion = { assert: 'sftp-file-present', path: 'outbound/a.txt' }
    await create(testbed.call, '/criteria', { task_id, label: 'c', assertion })
    const published = await testbed.call('POST', `/benchmarks/${benchmark_id}/versions`)
    expect((await testbed.audited(published)).body).toMatchObject({ runnable: true })
    const run = await testbed.createRun('heirs@1')
    await run.start()
    const read = async (path: string) => (await run.call('GET', `/v1/benchmark-runs/${run.id}/files/${path}`)).text
    expect(await read('inbox/both.txt')).toBe('of the child')
    expect(await read('inbox/parent.txt')).toBe('kept')
  })
})

describe('simulators', () => {
  it('without a configuration have the defaults of their type [simulators.config-defaults, payer.default-determination]', async () => {
    const environment = clinicBenchmark().environment
    const { run, call } = await begin([], {
      environment: {
        ...environment,
        simulators: [
          { type: 'Payer', name: 'Plan' },
          { type: 'FHIR', name: 'Record' },
        ],
        datasets: [
          ...environment.datasets.slice(0, 1),
          {
            type: 'Portal',
            name: 'members',
            config: { rows: { patients: [{ member_id: approvableForm.patient_member_id }] } },
          },
        ],
      },
    })
    await run.start()
    expect((await call('POST', 'portal/prior-auths', approvableForm)).body).toMatchObject({ status: 'pending' })
  })

  it('are reconfigured by the benchmark with a merge patch [overrides.simulators]', async () => {
    const environment_id = await create(testbed.call, '/environments', { name: 'e' })
    const config = {
      accept_unknown_members: true,
      determinations: [{ procedure_code: '70551', status: 'approved' }],
      default_determination: { status: 'pending' },
    }
    const simulator = await create(testbed.call, '/simulators', { type: 'Payer', name: 'p', config })
    await testbed.call('POST', `/environments/${environment_id}/simulators/${simulator}`)
    const patch = { determinations: null, default_determination: { status: 'denied', reason: 'Closed.' } }
    const overrides = { simulators: { [simulator]: patch } }
    const benchmark_id = await create(testbed.call, '/benchmarks', { name: 'patched', environment_id, overrides })
    const task_id = await create(testbed.call, '/tasks', { benchmark_id, name: 't' })
    const assertion = {
      assert: 'portal-state-match',
      correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'M-1001' },
      assertions: [{ path: 'status', expected: 'approved' }],
    }
    await create(testbed.call, '/criteria', { task_id, label: 'c', assertion })
    const published = await testbed.call('POST', `/benchmarks/${benchmark_id}/versions`)
    expect((await testbed.audited(published)).body).toMatchObject({ runnable: true })
    const run = await testbed.createRun('patched@1')
    await run.start()
    const made = await run.call('POST', `/v1/benchmark-runs/${run.id}/portal/prior-auths`, approvableForm)
    expect(made.body).toMatchObject({ status: 'denied', determination_reason: 'Closed.' })
  })

  it('draw the same values in every run if the benchmark has a seed, else different ones [overrides.seed]', async () => {
    const drawn = async (overrides: NonNullable<BenchmarkDefinition['overrides']>) => {
      const reference = await testbed.publish(clinicBenchmark({ name: `drawn ${++count}`, overrides }))
      const ids = []
      for (let round = 0; round < 2; round++) {
        const run = await testbed.createRun(reference)
        await run.start()
        const made = await run.call('POST', `/v1/benchmark-runs/${run.id}/fhir/Patient`, { resourceType: 'Patient' })
        ids.push(textAt(made.body, 'id'))
      }
      return ids
    }
    const [id, other] = await drawn({ seed: 5 })
    expect(other).toBe(id)
    const [first, second] = await drawn({})
    expect(second).not.toBe(first)
  })
})
