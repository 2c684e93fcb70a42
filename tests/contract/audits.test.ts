import { beforeAll, describe, expect, it } from 'vitest'
import { finishedTask } from './clinic-benchmark.js'
import { type Answer, at, type ContractTestbed, create, createContractTestbed, listAt } from './contract-testbed.js'

// What publishing says of benchmarks that score something other than the work, and what it takes all the same.

let testbed: ContractTestbed
let environment_id: string
let count = 0
beforeAll(async () => {
  testbed = await createContractTestbed()
  environment_id = await create(testbed.call, '/environments', { name: 'Clinic' })
  const bundle = {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [{ resource: { resourceType: 'Task', id: 't1', status: 'requested', intent: 'order' } }],
  }
  for (const [kind, body] of [
    ['simulators', { type: 'FHIR', name: 'Record' }],
    ['simulators', { type: 'HL7', name: 'Interface' }],
    ['datasets', { type: 'FHIR', name: 'tasks', config: { bundle } }],
  ] as const) {
    const id = await create(testbed.call, `/${kind}`, body)
    expect((await testbed.call('POST', `/environments/${environment_id}/${kind}/${id}`)).status).toBe(200)
  }
})

function taskHas(expected: string) {
  return {
    assert: 'fhir-resource-state',
    resource_type: 'Task',
    search: { _id: 't1' },
    fields: [{ path: 'status', expected }],
  }
}

const good = { label: 'The task is finished', assertion: taskHas('completed') }

/** Makes a benchmark of one task, and answers how it is published. */
async function make(criteria: readonly object[], task: object = {}) {
  const name = `audited ${++count}`
  const benchmark_id = await create(testbed.call, '/benchmarks', { name, environment_id })
  const task_id = await create(testbed.call, '/tasks', { benchmark_id, name: 't', ...task })
  for (const criterion of criteria) await create(testbed.call, '/criteria', { task_id, ...criterion })
  const target = `/benchmarks/${benchmark_id}/versions`
  return { name, target, publish: (body?: object) => testbed.call('POST', target, body) }
}

function findings(answer: Answer) {
  return listAt(answer.body, 'audit', 'tasks').flatMap((task) => listAt(task, 'findings'))
}

function codes(answer: Answer, severity: string) {
  return findings(answer)
    .filter((one) => at(one, 'severity') === severity)
    .map((one) => at(one, 'code'))
}

describe('the audit of a version', () => {
  it('is answered with the version [versions.audit]', async () => {
    const { publish } = await make([good])
    const published = await publish()
    expect([published.status, published.body]).toMatchObject([
      201,
      { version: 1, audit: { ok: true, errors: 0, tasks: [{ name: 't', ok: true }] } },
    ])
  })

  it('refuses the version for its errors, and stands in the refusal [versions.audit-refuses, audit.vacuous]', async () => {
    const { publish, target } = await make([good, { label: 'It was requested', assertion: taskHas('requested') }])
    const refused = await publish()
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' }, audit: { ok: false } }])
    expect(codes(refused, 'error')).toEqual(['vacuous'])
    expect((await testbed.call('GET', target)).body).toMatchObject({ data: [] })
  })

  it('lets a version pass that is wanted in spite of it [versions.allow-findings]', async () => {
    const { publish, name } = await make([{ label: 'It was requested', assertion: taskHas('requested') }])
    const published = await publish({ allow_findings: true })
    expect([published.status, published.body]).toMatchObject([201, { version: 1, audit: { ok: false } }])
    expect((await testbed.createRun(`${name}@1`)).taskRuns).toHaveLength(1)
  })

  it('names criterion, evidence and fix [audit.names-the-criterion]', async () => {
    const { publish } = await make([good, { label: 'It was requested', assertion: taskHas('requested') }])
    const [finding] = findings(await publish()).filter((one) => at(one, 'code') === 'vacuous')
    expect(finding).toMatchObject({
      severity: 'error',
      criterion_id: expect.stringMatching(/^crit_/),
      label: 'It was requested',
      message: expect.stringMatching(/./),
      fix: expect.stringMatching(/./),
      evidence: expect.anything(),
    })
  })

  it('finds criteria that no solution passes [audit.unsatisfiable]', async () => {
    const put = (status: string) => [
      { name: 'put', calls: [{ method: 'PUT', path: 'fhir/Task/t1', body: { ...finishedTask, status } }] },
    ]
    const unsolved = await (await make([good], { solutions: put('draft') })).publish()
    expect([unsolved.status, codes(unsolved, 'error')]).toEqual([409, ['unsatisfiable']])
    const solved = await (await make([good], { solutions: put('completed') })).publish()
    expect([solved.status, codes(solved, 'error')]).toEqual([201, []])
  })

  it('finds tasks that nothing can be earned in [audit.nothing-to-score]', async () => {
    for (const [criteria, code] of [
      [[], 'no-criteria'],
      [[{ ...good, weight: 0 }], 'no-weight'],
      [[{ ...good, guard: true }], 'only-guards'],
    ] as const) {
      const refused = await (await make(criteria)).publish()
      expect([refused.status, codes(refused, 'error')]).toEqual([409, expect.arrayContaining([code])])
    }
  })
})

describe('a scenario', () => {
  it('that fails leaves the task run as it was [start.scenario-fails]', async () => {
    const scenario = { steps: [{ type: 'receive_fax', from: '+15550100142', text: 'x' }] }
    const { publish, name } = await make([good], { scenario })
    expect((await publish({ allow_findings: true })).status).toBe(201)
    const run = await testbed.createRun(`${name}@1`)
    const refused = await run.start()
    expect([refused.status, refused.body]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }])
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    const read = await testbed.call('GET', `/task-runs/${run.taskRuns[0]}`)
    expect(read.body).toMatchObject({ phase: 'created', status: 'active', started_at: null })
  })
})
