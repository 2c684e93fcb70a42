import { beforeAll, describe, expect, it } from 'vitest'
import { finishedTask } from './clinic-benchmark.js'
import { type Answer, at, type ContractTestbed, create, createContractTestbed, listAt } from './contract-testbed.js'

// The findings for benchmarks that score something other than the work, and the findings that publishing allows.

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

/** Makes a benchmark of one task; returns functions that publish it, waiting for the audit, and run a version. */
async function make(criteria: readonly object[], task: object = {}) {
  const name = `audited ${++count}`
  const benchmark_id = await create(testbed.call, '/benchmarks', { name, environment_id })
  const task_id = await create(testbed.call, '/tasks', { benchmark_id, name: 't', ...task })
  for (const criterion of criteria) await create(testbed.call, '/criteria', { task_id, ...criterion })
  const target = `/benchmarks/${benchmark_id}/versions`
  const publish = async (body?: object) => {
    const published = await testbed.call('POST', target, body)
    expect([published.status, at(published.body, 'audit')]).toEqual([201, 'pending'])
    return testbed.audited(published)
  }
  const run = (version: number) =>
    testbed.as(testbed.solverKey)('POST', '/v1/benchmark-runs', { benchmark: `${name}@${version}` })
  return { name, target, publish, run }
}

function findings(answer: Answer) {
  return listAt(answer.body, 'audit', 'tasks').flatMap((task) => listAt(task, 'findings'))
}

function codes(answer: Answer, severity: string) {
  return findings(answer)
    .filter((finding) => at(finding, 'severity') === severity)
    .map((finding) => at(finding, 'code'))
}

describe('the audit of a version', () => {
  it('is read with the version, once it is done [versions.audit, versions.audit-pending]', async () => {
    const { publish, run } = await make([good])
    const published = await publish()
    expect([published.status, published.body]).toMatchObject([
      200,
      { version: 1, runnable: true, audit: { ok: true, errors: 0, tasks: [{ name: 't', ok: true }] } },
    ])
    expect((await run(1)).status).toBe(201)
  })

  it('forbids runs of the version for its errors [versions.audit-refuses, audit.vacuous]', async () => {
    const { publish, target, run } = await make([good, { label: 'It was requested', assertion: taskHas('requested') }])
    const refused = await publish()
    expect(refused.body).toMatchObject({ version: 1, runnable: false, audit: { ok: false } })
    expect(codes(refused, 'error')).toEqual(['vacuous'])
    const run1 = await run(1)
    expect([run1.status, run1.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
    expect((await testbed.call('GET', target)).body).toMatchObject({ data: [{ version: 1, runnable: false }] })
  })

  it('does not prevent a version whose findings are allowed [versions.allow-findings]', async () => {
    const { publish, name } = await make([{ label: 'It was requested', assertion: taskHas('requested') }])
    const published = await publish({ allow_findings: true })
    expect(published.body).toMatchObject({ version: 1, runnable: true, audit: { ok: false } })
    expect((await testbed.createRun(`${name}@1`)).taskRuns).toHaveLength(1)
  })

  it('names criterion, evidence and fix [audit.names-the-criterion]', async () => {
    const { publish } = await make([good, { label: 'It was requested', assertion: taskHas('requested') }])
    const [finding] = findings(await publish()).filter((candidate) => at(candidate, 'code') === 'vacuous')
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
    expect([at(unsolved.body, 'runnable'), codes(unsolved, 'error')]).toEqual([false, ['unsatisfiable']])
    const allow = [{ collection: 'fhir.Task', where: finishedTask, fields: ['status'] }]
    const nothingElse = { label: 'Nothing else', guard: true, assertion: { assert: 'no-collateral', allow } }
    const solved = await (await make([good, nothingElse], { solutions: put('completed') })).publish()
    expect([at(solved.body, 'runnable'), codes(solved, 'error')]).toEqual([true, []])
  })

  it('finds tasks in which nothing can be scored [audit.nothing-to-score]', async () => {
    for (const [criteria, code] of [
      [[], 'no-criteria'],
      [[{ ...good, weight: 0 }], 'no-weight'],
      [[{ ...good, guard: true }], 'only-guards'],
    ] as const) {
      const refused = await (await make(criteria)).publish()
      expect([at(refused.body, 'runnable'), codes(refused, 'error')]).toEqual([false, expect.arrayContaining([code])])
    }
  })
})

describe('a scenario', () => {
  it('that fails leaves the task run unchanged [start.scenario-fails]', async () => {
    const scenario = { steps: [{ type: 'receive_fax', from: '+15550100142', text: 'x' }] }
    const { publish, name } = await make([good], { scenario })
    expect((await publish({ allow_findings: true })).body).toMatchObject({ runnable: true })
    const run = await testbed.createRun(`${name}@1`)
    const refused = await run.start()
    expect([refused.status, refused.body]).toMatchObject([503, { error: { code: 'UNAVAILABLE' } }])
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
    const read = await testbed.call('GET', `/task-runs/${run.taskRuns[0]}`)
    expect(read.body).toMatchObject({ phase: 'created', status: 'active', started_at: null })
  })
})
