import type { BenchmarkDefinition, JsonObject } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { at, type ContractTestbed, createContractTestbed, listAt, textAt } from './contract-testbed.js'

const owner = { reference: 'Organization/triage' }
const weekdays = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '08:00', close: '17:00' } as const
const resources: readonly JsonObject[] = [
  { resourceType: 'Organization', id: 'triage', name: 'Triage' },
  { resourceType: 'Practitioner', id: 'nurse' },
  { resourceType: 'Patient', id: 'ida' },
]

/** A clinic whose nurses call patients, on a Thursday; `allowed` is what the agent may change. */
function clinic(allowed: readonly JsonObject[]): BenchmarkDefinition {
  return {
    name: 'hand-over',
    timeout: 3600,
    overrides: { clock: 'stepped', seconds_per_call: 60 },
    environment: {
      name: 'Clinic',
      simulators: [
        {
          type: 'FHIR',
          name: 'Record',
          config: {
            pools: [
              {
                owner: owner.reference,
                members: [{ reference: 'Practitioner/nurse' }],
                hours: [weekdays],
                returns: [{ where: { 'for.reference': { $exists: false } }, reason: 'Whose task is this?' }],
                replies: [{ text: 'I called her.' }],
              },
            ],
          },
        },
        { type: 'Files', name: 'Files' },
      ],
      datasets: [
        {
          type: 'FHIR',
          name: 'People',
          config: {
            bundle: { resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) },
          },
        },
      ],
    },
    tasks: [
      {
        name: 'Hand over',
        starts_at: '1999-03-04T15:00:00Z',
        task_item: {},
        scenario: {
          steps: [
            {
              type: 'drop_file_inbox',
              path: 'note.txt',
              content: '{{data.by}} has {{data.patient}}',
              after: { event: 'task.accepted', where: { 'data.owner': owner.reference } },
            },
          ],
        },
        criteria: [
          {
            label: 'The Task is done',
            assertion: {
              assert: 'fhir-resource-state',
              resource_type: 'Task',
              search: { owner: owner.reference },
              fields: [{ path: 'status', expected: 'completed' }],
            },
          },
          {
            label: 'Nothing else is changed',
            guard: true,
            assertion: { assert: 'no-collateral', allow: [...allowed] },
          },
        ],
      },
    ],
  }
}

const oneTask = { collection: 'fhir.Task', where: { 'owner.reference': owner.reference }, count: 1 }

async function begin(testbed: ContractTestbed, allowed: readonly JsonObject[]) {
  const run = await testbed.createRun(await testbed.publish(clinic(allowed)))
  expect((await run.start()).status).toBe(200)
  const call = (method: string, path: string, body?: unknown) =>
    run.call(method, `/v1/benchmark-runs/${run.id}/${path}`, body)
  const wait = async (seconds: number) => {
    const { body } = await call('POST', 'wait', { seconds })
    return listAt(body, 'arrived').map((event) => `${textAt(event, 'at').slice(8, 16)} ${textAt(event, 'type')}`)
  }
  return { run, call, wait }
}

const task = { resourceType: 'Task', status: 'requested', intent: 'order', owner, for: { reference: 'Patient/ida' } }

it('a pool works on a Task in its hours, replies, and brings about steps of the scenario; the agent changes the Task alone [fhir.pools, fhir.pools-replies]', async () => {
  const { run, call, wait } = await begin(await createContractTestbed(), [oneTask])
  const { body: made } = await call('POST', 'fhir/Task', task)
  expect(await wait(86_400)).toEqual([
    '04T15:02 task.received',
    '04T15:17 task.accepted',
    '04T15:17 drop_file_inbox',
    '04T16:17 task.completed',
  ])
  expect((await call('GET', `fhir/Task/${textAt(made, 'id')}`)).body).toMatchObject({ status: 'completed', owner })
  const { body: replies } = await call('GET', `fhir/Communication?based-on=Task/${textAt(made, 'id')}`)
  expect(listAt(replies, 'entry').map((entry) => at(entry, 'resource', 'payload', 0, 'contentString'))).toEqual([
    'I called her.',
  ])
  expect((await run.complete()).body).toMatchObject({ verdict: 'pass', score: 1 })
})

it('a pool sends back what it cannot work on, until that is mended [fhir.pools-return]', async () => {
  const { call, wait } = await begin(await createContractTestbed(), [oneTask])
  const { for: _, ...nobodys } = task
  const { body: made } = await call('POST', 'fhir/Task', nobodys)
  const path = `fhir/Task/${textAt(made, 'id')}`
  expect(await wait(3600)).toEqual(['04T15:02 task.received', '04T15:17 task.rejected'])
  expect((await call('GET', path)).body).toMatchObject({
    status: 'rejected',
    statusReason: { text: 'Whose task is this?' },
  })
  await call('PUT', path, { ...task, id: textAt(made, 'id') })
  expect(await wait(86_400)).toEqual([
    '04T16:04 task.received',
    '04T16:19 task.accepted',
    '04T16:19 drop_file_inbox',
    '05T08:00 task.completed',
  ])
})

it('a reply that the agent changes is a change of its own [fhir.pools-replies]', async () => {
  const { run, call, wait } = await begin(await createContractTestbed(), [oneTask])
  await call('POST', 'fhir/Task', task)
  await wait(86_400)
  const { body: found } = await call('GET', 'fhir/Communication')
  const reply = at(found, 'entry', 0, 'resource') as JsonObject
  await call('PUT', `fhir/Communication/${String(reply.id)}`, { ...reply, status: 'entered-in-error' })
  expect((await run.complete()).body).toMatchObject({ verdict: 'partial' })
})
