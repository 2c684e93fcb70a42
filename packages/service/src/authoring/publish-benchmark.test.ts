import type { BenchmarkDefinition } from '@carebench/protocol'
import { ApiError } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'
import { callInMemory } from './call-in-memory.js'
import { publishBenchmark } from './publish-benchmark.js'

const [firstTask] = smallBenchmark().tasks as [BenchmarkDefinition['tasks'][number]]

/** Returns a benchmark with two fax machines, and a task to which a fax comes: on the machine with the key `system`. */
function withFaxes(first: { key?: string }, other: { key?: string }, system?: string) {
  const { environment, tasks } = smallBenchmark()
  const [task] = tasks
  if (task === undefined) throw new Error('The small benchmark has tasks.')
  const faxes = [first, other].map((key, index) => ({ type: 'Fax', name: `fax ${index}`, ...key }))
  const step = {
    type: 'receive_fax' as const,
    from: '+15550100',
    text: 'x',
    ...(system === undefined ? {} : { system }),
  }
  return smallBenchmark({
    environment: { ...environment, simulators: [...environment.simulators, ...faxes] },
    tasks: [{ ...task, scenario: { steps: [step] } }],
  })
}

describe('publishing a definition', () => {
  it('creates all its parts in order, and reports progress', async () => {
    const under = await createServiceUnderTest({ knownAudits: [] })
    const lines: string[] = []
    const call = callInMemory(under.service, under.organizationKey)
    const version = await publishBenchmark(call, smallBenchmark(), { onProgress: (line) => lines.push(line) })
    expect(version).toMatchObject({ version: 1, task_count: 2, criterion_count: 4 })
    expect(lines.filter((line) => !line.startsWith('warning '))).toEqual([
      'environment Small clinic',
      'simulator FHIR Record',
      'simulator Payer Plan',
      'dataset patients',
      'task finish the task with 2 criteria',
      'task get approval with 2 criteria',
      'auditing small@1',
      'published small@1',
    ])
    const run = await under.createRun('small@1')
    expect(run.task_runs.map(({ name }) => name)).toEqual(['finish the task', 'get approval'])
  })

  it('binds entities to their tasks, and lets criteria name them', async () => {
    const under = await createServiceUnderTest({ knownAudits: [] })
    const entity = { dataset: 'patients', type: 'member', ref: 'ada', data: { patient_member_id: 'M-1' } }
    const criteria = firstTask.criteria.map((criterion) => ({ ...criterion, input_entity: 'ada' }))
    await under.publish(smallBenchmark({ tasks: [{ ...firstTask, entities: [entity], criteria }] }))
    const run = await under.createRun('small@1')
    const id = run.task_runs[0]?.task_id
    const task = await under.call(under.organizationKey, 'GET', `/tasks/${id}`)
    const bound = await under.call(under.organizationKey, 'GET', `/tasks/${id}/entities`)
    const [{ id: entityId }] = bound.body.data as [{ id: string }]
    expect(bound.body.data).toMatchObject([{ ref: 'ada', type: 'member', data: entity.data }])
    expect(task.body.criteria).toMatchObject([{ input_entity_id: entityId }, { input_entity_id: entityId }])
  })

  it('for an existing benchmark replaces its parts, and publishes its next version', async () => {
    const under = await createServiceUnderTest({ knownAudits: [] })
    const call = callInMemory(under.service, under.organizationKey)
    const first = await publishBenchmark(call, smallBenchmark())
    const changed = smallBenchmark({ timeout: 77, tasks: [{ ...firstTask, name: 'only one' }] })
    const options = { benchmarkId: first.benchmark_id, allowFindings: true }
    const second = await publishBenchmark(call, changed, options)
    expect(second).toMatchObject({ benchmark_id: first.benchmark_id, version: 2, task_count: 1 })
    expect((await under.createRun('small@1')).task_runs.map(({ name }) => name)).toEqual([
      'finish the task',
      'get approval',
    ])
    expect((await under.createRun('small@2')).task_runs.map(({ name }) => name)).toEqual(['only one'])
    // The parts of the first version are gone; nothing is left behind.
    for (const [list, count] of [
      ['environments', 1],
      ['simulators', 2],
      ['datasets', 1],
      ['benchmarks', 1],
    ] as const) {
      const { body } = await under.call(under.organizationKey, 'GET', `/${list}`)
      expect([list, (body.data as unknown[]).length]).toEqual([list, count])
    }
    // Members that a definition omits have their initial values.
    const { timeout: _, ...untimed } = smallBenchmark()
    const third = await publishBenchmark(call, untimed, options)
    expect(third.version).toBe(3)
    const { body } = await under.call(under.organizationKey, 'GET', `/benchmarks/${first.benchmark_id}`)
    expect(body.timeout).toBe(600)
  })

  it('gives equal content the same digest, on any service', async () => {
    const digests: (string | undefined)[] = []
    for (const definition of [smallBenchmark(), smallBenchmark(), smallBenchmark({ timeout: 77 })]) {
      const under = await createServiceUnderTest({ knownAudits: [] })
      const call = callInMemory(under.service, under.organizationKey)
      digests.push((await publishBenchmark(call, definition, { allowFindings: true })).digest)
    }
    const [first, two, other] = digests
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(two).toBe(first)
    expect(other).not.toBe(first)
  })

  it.each([
    [
      'an unknown dataset',
      smallBenchmark({
        tasks: [{ ...firstTask, entities: [{ dataset: 'none', type: 'x', ref: 'a', data: 1 }] }],
      }),
      /\/tasks\/0\/entities\/0\/dataset .*"patients".*"none"/,
    ],
    [
      'an unknown entity',
      smallBenchmark({
        tasks: [
          { ...firstTask, criteria: firstTask.criteria.map((criterion) => ({ ...criterion, input_entity: 'none' })) },
        ],
      }),
      /\/tasks\/0\/criteria\/0\/input_entity .*"none"/,
    ],
    [
      'two datasets of one name',
      smallBenchmark({
        environment: {
          ...smallBenchmark().environment,
          datasets: [...smallBenchmark().environment.datasets, ...smallBenchmark().environment.datasets],
        },
      }),
      /"patients".*twice/,
    ],
    ['a second system without a key', withFaxes({}, {}), /\/environment\/simulators\/\d needs a "key".* type Fax /],
    ['two systems of one key', withFaxes({ key: 'a' }, { key: 'a' }), /\/environment\/simulators\/\d\/key .*"a" twice/],
    [
      'a step for the key of nothing',
      withFaxes({ key: 'front' }, { key: 'back' }, 'front'),
      /\/tasks\/0\/scenario\/steps\/0\/system .*\("back"\), got "front"/,
    ],
  ])('rejects %s before anything is created', async (_, definition, message) => {
    const under = await createServiceUnderTest({ knownAudits: [] })
    const call = callInMemory(under.service, under.organizationKey)
    await expect(publishBenchmark(call, definition)).rejects.toThrow(message)
    expect((await under.call(under.organizationKey, 'GET', '/environments')).body.data).toEqual([])
  })

  it('rejects with the error of the service', async () => {
    const under = await createServiceUnderTest({ knownAudits: [] })
    await under.publish(smallBenchmark())
    const again = publishBenchmark(callInMemory(under.service, under.organizationKey), smallBenchmark())
    await expect(again).rejects.toBeInstanceOf(ApiError)
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT' })
    const stranger = publishBenchmark(callInMemory(under.service, 'vk_x'), smallBenchmark())
    await expect(stranger).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

it('rejects a value that is not a definition, and lists the missing members', async () => {
  const under = await createServiceUnderTest({ knownAudits: [] })
  const definition = JSON.parse('{"name":"small"}')
  await expect(under.publish(definition)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    errors: expect.arrayContaining([{ path: '/environment', message: 'is required' }]),
  })
})
