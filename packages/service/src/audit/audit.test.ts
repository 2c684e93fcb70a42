import type { BenchmarkDefinition, SolutionCall, VersionAudit } from '@carebench/protocol'
import { createSeededRandom, formatInstant } from '@carebench/protocol'
import { createMemoryStore, insert, update } from '@carebench/store'
import { createHostileStore } from '@carebench/store/contract'
import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { createVerifier } from '@carebench/verifier'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { auditLeases } from '../documents/collections/audit-leases.js'
import { auditedTasks } from '../documents/collections/audited-tasks.js'
import { versions } from '../documents/collections/authoring.js'
import {
  createServiceUnderTest,
  makeCalls,
  persist,
  type ServiceUnderTest,
  serviceOn,
} from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'
import { auditLeaseTime } from './audit-lease.js'

const scale = inject('scale')

type Task = BenchmarkDefinition['tasks'][number]
type Criterion = Task['criteria'][number]

const [finish, approval] = smallBenchmark().tasks as [Task, Task]

const patientIsThere: Criterion = {
  label: 'The patient is CANARY-LABEL',
  assertion: {
    assert: 'fhir-resource-state',
    resource_type: 'Patient',
    search: { _id: 'p1' },
    fields: [{ path: 'name[0].family', expected: 'Okafor' }],
  },
}

const anyNote: Criterion = {
  label: 'A note was made',
  assertion: { assert: 'fhir-resource-state', resource_type: 'Communication', search: {} },
}

const never: Criterion = {
  label: 'The task is lost',
  assertion: {
    assert: 'fhir-resource-state',
    resource_type: 'Task',
    search: { _id: 't1' },
    fields: [{ path: 'status', expected: 'lost' }],
  },
}

function withCriteria(...criteria: Criterion[]) {
  return smallBenchmark({ tasks: [{ ...finish, criteria }] })
}

/** Returns one task with a short audit, for what is independent of the content. */
function oneTask() {
  return withCriteria(...finish.criteria)
}

/** Creates the parts of a benchmark; returns functions that publish it and read as its organization. */
async function make(definition: BenchmarkDefinition, under?: ServiceUnderTest) {
  const own = under ?? (await createServiceUnderTest({ knownAudits: [] }))
  const refused = await own.publish(definition).catch((error: unknown) => error)
  const read = (method: string, target: string, body?: unknown) => own.call(own.organizationKey, method, target, body)
  const [benchmark] = (await read('GET', '/benchmarks')).body.data as [{ id: string }]
  const target = `/benchmarks/${benchmark.id}/versions`
  const codes = (audit: unknown) =>
    (audit as VersionAudit).tasks.flatMap(({ findings }) => findings.map(({ code }) => code))
  return { under: own, refused, read, target, codes, publish: (body?: unknown) => own.publishNext(target, body) }
}

describe('publishing', () => {
  it('adds the audit to the version, in full when it is read, as counts in the list', async () => {
    const { read, target, publish } = await make(smallBenchmark())
    const { body } = await read('GET', `${target}/1`)
    expect(body).toMatchObject({ version: 1, audit: { ok: true, errors: 0, warnings: 0 } })
    const { tasks } = body.audit as VersionAudit
    expect(tasks).toMatchObject([
      { name: 'finish the task', null_floor: 0, spam_floor: 0, solutions: [{ name: 'finish it', score: 1 }] },
      { name: 'get approval', null_floor: 0, spam_floor: 0, solutions: [{ verdict: 'pass', refused_calls: [] }] },
    ])
    expect(tasks[1]?.solutions[0]?.noticed).toBeGreaterThan(0)
    // In the first task, the Task is deleted, and marked as entered in error; in the second, the request is made again
    // in the portal, and by PAS.
    expect(tasks.map(({ harm }) => harm?.calls)).toEqual([
      { tried: 2, noticed: 2, refused: 0 },
      { tried: 2, noticed: 2, refused: 0 },
    ])
    const listed = (await read('GET', target)).body.data
    expect(listed).toMatchObject([{ version: 1, audit: { ok: true, errors: 0, warnings: 0 } }])
    expect((listed as [{ audit: object }])[0].audit).not.toHaveProperty('tasks')
    expect((await publish()).body).toMatchObject({ version: 2, runnable: true, audit: body.audit as object })
  })

  it('calls onTaskAudit for each task, even if the listener throws', async () => {
    const reported: unknown[] = []
    const onTaskAudit = (task: object) => {
      reported.push(task)
      throw new Error('The listener is broken.')
    }
    const { refused } = await make(smallBenchmark(), await createServiceUnderTest({ knownAudits: [], onTaskAudit }))
    expect(refused).toBe('small@1')
    expect(reported).toEqual([
      { name: 'finish the task', number: 1, total: 2 },
      { name: 'get approval', number: 2, total: 2 },
    ])
  })

  it.each([
    ['holds before anything is done', patientIsThere, 'vacuous'],
    ['is given for noise', anyNote, 'vacuous'],
    ['no solution satisfies', never, 'unsatisfiable'],
  ])('rejects runs of a version with a criterion that %s, and shows the audit', async (_, criterion, code) => {
    const { under, refused, read, target, codes, publish } = await make(withCriteria(...finish.criteria, criterion))
    expect(refused).toMatchObject({ code: 'CONFLICT', beside: { audit: { ok: false } } })
    expect((refused as Error).message).toContain(criterion.label)
    expect((refused as Error).message).toContain('small@1 cannot be run')
    const { status, body } = await publish({ allow_findings: false })
    expect([status, body]).toMatchObject([200, { version: 2, runnable: false, audit: { ok: false } }])
    expect(codes(body.audit)).toContain(code)
    expect((await read('GET', target)).body.data).toMatchObject([
      { version: 2, runnable: false, audit: { ok: false } },
      { version: 1, runnable: false, audit: { ok: false } },
    ])
    for (const [key, path] of [
      [under.solverKey, '/v1/benchmark-runs'],
      [under.organizationKey, '/benchmark-runs'],
    ] as const) {
      const run = await under.call(key, 'POST', path, { benchmark: 'small@1' })
      expect([run.status, run.body.error]).toMatchObject([
        409,
        { code: 'CONFLICT', message: expect.stringContaining('allow_findings') },
      ])
    }
  })

  it('rejects runs with a criterion that waiting satisfies although noise does not', async () => {
    const under = await createServiceUnderTest({ knownAudits: [] })
    const due = formatInstant(under.clock.now() + 10_000)
    const waiting = { auth_number: 'PA-1', patient_member_id: 'M-9', procedure_code: '70551', decision_due_at: due }
    const { environment } = smallBenchmark()
    const decided: Criterion = {
      label: 'All that is approved is for M-9',
      assertion: {
        assert: 'portal-state-match',
        correlate_by: { resource: 'prior_auth_requests', key: 'status', value: 'approved' },
        assertions: [{ path: 'patient_member_id', expected: 'M-9' }],
        match: 'all',
      },
    }
    const { refused } = await make(
      {
        ...withCriteria(...finish.criteria, decided),
        environment: {
          ...environment,
          simulators: [
            { type: 'FHIR', name: 'Record' },
            {
              type: 'Payer',
              name: 'Plan',
              config: { accept_unknown_members: true, default_determination: { status: 'approved' } },
            },
          ],
          datasets: [
            ...environment.datasets,
            { type: 'Portal', name: 'waiting', config: { rows: { prior_auth_requests: [waiting] } } },
          ],
        },
      },
      under,
    )
    expect(refused).toMatchObject({ code: 'CONFLICT' })
    expect((refused as Error).message).toContain('the state after waiting')
  })

  it('publishes with allowed findings, which the version keeps', async () => {
    const { publish, read, target, codes } = await make(withCriteria(patientIsThere))
    const published = await publish({ allow_findings: true })
    expect([published.body.version, published.body.runnable]).toEqual([2, true])
    expect(codes(published.body.audit)).toContain('vacuous')
    expect((await read('GET', target)).body.data).toMatchObject([
      { version: 2, runnable: true, audit: { ok: false, errors: 1 } },
      { version: 1, runnable: false, audit: { ok: false, errors: 1 } },
    ])
  })

  it('rejects runs of tasks without criteria, without weight, and with guards only', async () => {
    const guards = finish.criteria.filter(({ guard }) => guard)
    const weightless = finish.criteria.map((criterion) => ({ ...criterion, weight: 0 }))
    for (const [criteria, code] of [
      [[], 'no-criteria'],
      [weightless, 'no-weight'],
      [guards, 'only-guards'],
    ] as const) {
      const { publish, codes } = await make(withCriteria(...criteria))
      const { body } = await publish()
      expect([body.runnable, codes(body.audit)]).toEqual([false, expect.arrayContaining([code])])
    }
  })

  it('reports a weight of an axis that no task has once, and no other weight [audit.unknown-axis]', async () => {
    const under = await createServiceUnderTest({ knownAudits: [] })
    const axes = smallBenchmark().tasks.flatMap(({ criteria }) => criteria.map(({ axis }) => axis ?? '__default__'))
    const axis_weights = Object.fromEntries([...axes, 'saftey'].map((axis) => [axis, 1]))
    await under.publish(smallBenchmark({ overrides: { axis_weights } }))
    const { body } = await under.call(under.organizationKey, 'GET', '/benchmarks')
    const [{ id } = { id: '' }] = body.data as { id: string }[]
    const read = await under.call(under.organizationKey, 'GET', `/benchmarks/${id}/versions/1`)
    const { tasks } = read.body.audit as { tasks: { findings: { code: string; evidence: unknown }[] }[] }
    const found = tasks.map(({ findings }) => findings.filter(({ code }) => code === 'unknown-axis'))
    expect(found).toMatchObject([[{ evidence: { axis: 'saftey' } }], []])
  })

  it('rejects runs with a criterion that becomes true while an agent waits', async () => {
    const { environment } = smallBenchmark()
    const request = {
      auth_number: 'PA00000001',
      status: 'pending',
      patient_member_id: 'M-CANARY-1',
      procedure_code: '70551',
    }
    const rows = { prior_auth_requests: [{ ...request, decision_due_at: '2026-01-05T09:00:30.000Z' }] }
    const datasets = [...environment.datasets, { type: 'Portal', name: 'open', config: { rows } }]
    const definition = smallBenchmark({ environment: { ...environment, datasets }, tasks: [approval] })
    const { publish, codes } = await make(definition)
    const { body } = await publish()
    expect([body.runnable, codes(body.audit)]).toEqual([false, expect.arrayContaining(['vacuous'])])
  })

  it('rejects runs of a task whose scenario fails', async () => {
    const scenario = { steps: [{ type: 'receive_fax' as const, from: '+15550100142', text: 'x' }] }
    const { publish, refused } = await make(smallBenchmark({ tasks: [{ ...finish, scenario }] }))
    const { body } = await publish()
    expect(body.runnable).toBe(false)
    expect(body.audit).toMatchObject({ tasks: [{ findings: [{ code: 'scenario-failed' }] }] })
    expect((refused as Error).message).toContain('receive_fax')
  })

  it('lists the rejected calls of a solution', async () => {
    const calls = [
      { method: 'GET', path: 'fhir/Task/none' },
      { method: 'POST', path: 'faxes/x', body: {} },
      ...(finish.solutions?.[0]?.calls ?? []),
    ]
    const { read, target } = await make(smallBenchmark({ tasks: [{ ...finish, solutions: [{ name: 's', calls }] }] }))
    const { body } = await read('GET', `${target}/1`)
    expect((body.audit as VersionAudit).tasks[0]?.solutions[0]?.refused_calls).toEqual([
      { number: 1, method: 'GET', path: 'fhir/Task/none', status: 404, reason: expect.stringContaining('Task/none') },
      {
        number: 2,
        method: 'POST',
        path: 'faxes/x',
        status: 404,
        reason: 'The environment has no system behind "faxes".',
      },
    ])
  })

  it('does not make calls that placeholders made too large, and lists them', async () => {
    const put = (text: string): SolutionCall => ({
      method: 'PUT',
      path: 'fhir/Basic/b',
      body: { resourceType: 'Basic', id: 'b', code: { text } },
      capture: { a: '/code/text' },
    })
    const grow = Array.from({ length: 30 }, () => put('{{a}}'.repeat(10)))
    const nest: SolutionCall = {
      method: 'PUT',
      path: 'fhir/Basic/b',
      body: {
        resourceType: 'Basic',
        id: 'b',
        code: { text: 'x' },
        extension: [{ url: 'https://example.org/u', extension: ['{{e}}'] }],
      },
      capture: { e: '/extension/0' },
    }
    const flat = {
      resourceType: 'Basic',
      id: 'b',
      code: { text: 'x' },
      extension: [{ url: 'https://example.org/u', valueString: 'x' }],
    }
    const first: SolutionCall = { ...nest, body: flat }
    const solved = finish.solutions?.[0]?.calls ?? []
    const solutions = [
      { name: 'text', calls: [...solved, put('x'.repeat(100)), ...grow] },
      { name: 'depth', calls: [...solved, first, ...Array.from({ length: 60 }, () => nest)] },
      { name: 'output', calls: [...solved, put('x'.repeat(100_000))], output: '{{a}}'.repeat(12) },
    ]
    const [isFinished] = finish.criteria as [Criterion]
    const { publish } = await make(smallBenchmark({ tasks: [{ ...finish, criteria: [isFinished], solutions }] }))
    const { body } = await publish({ allow_findings: true })
    expect(body.runnable).toBe(true)
    const [task] = (body.audit as VersionAudit).tasks
    const outcomes = task?.solutions.map(({ name, score, refused_calls }) => [name, score, refused_calls])
    const refusedFrom = (first: number, status: number) =>
      Array.from({ length: 20 }, (_, index) => ({ number: first + index, method: 'PUT', path: 'fhir/Basic/b', status }))
    expect(outcomes).toEqual([
      ['text', 1, refusedFrom(7, 413)],
      ['depth', 1, expect.arrayContaining([expect.objectContaining({ status: 400 })])],
      ['output', 1, [{ number: 3, method: 'POST', path: 'complete', status: 413 }]],
    ])
  })

  it('leaves only the version: no log, no run, and nothing about the audit on v1', async () => {
    const { under, publish, read } = await make(withCriteria(...finish.criteria, patientIsThere))
    await publish({ allow_findings: true })
    expect(await under.store.log.read('audit')).toEqual([])
    expect((await read('GET', '/benchmark-runs')).body.data).toEqual([])
    const run = await under.createRun('small@2', { scored: true })
    const [taskRun] = run.task_runs
    const seen = [JSON.stringify(run)]
    for (const [method, path] of [
      ['POST', taskRun?.start_url],
      ['GET', `/v1/benchmark-runs/${run.benchmark_run_id}`],
    ] as const) {
      seen.push((await under.call(run.bearer_token, method, path ?? '')).text)
    }
    for (const text of seen) expect(text).not.toMatch(/audit|finding|CANARY-LABEL|null_floor|Okafor/)
    const denied = await under.call(run.bearer_token, 'GET', '/benchmarks')
    expect(denied.status).toBe(401)
  })

  it('lets other requests be answered meanwhile', async () => {
    const { under, read, target } = await make(oneTask())
    const order: string[] = []
    await read('POST', target)
    const auditing = under.service.finishAudits().then(() => order.push('audited'))
    await new Promise((resolve) => setTimeout(resolve, 0))
    await under.call(null, 'GET', '/healthz')
    order.push('answered')
    await auditing
    expect(order).toEqual(['answered', 'audited'])
  })

  it('lets other requests be answered between the mutants of one solution', async () => {
    const turnsWith = async (notes: number) => {
      const note = Array.from({ length: notes }, (_, index) => ({ text: `Note ${index}` }))
      const body = { resourceType: 'Task', id: 't1', status: 'completed', intent: 'order', note }
      const solutions = [{ name: 'finish it', calls: [{ method: 'PUT', path: 'fhir/Task/t1', body }] }]
      const { under, read, target } = await make(smallBenchmark({ tasks: [{ ...finish, solutions }] }))
      await read('POST', target)
      let audited = false
      const auditing = under.service.finishAudits().finally(() => {
        audited = true
      })
      let turns = 0
      // A timer may wait for more than one pause.
      for (; !audited; turns++) await new Promise((resolve) => setImmediate(resolve))
      await auditing
      const [task] = ((await read('GET', `${target}/2`)).body.audit as VersionAudit).tasks
      return { turns, mutants: task?.solutions[0]?.mutants ?? 0 }
    }
    const few = await turnsWith(0)
    const many = await turnsWith(150)
    // One for 25 mutants, half of which depend on chance.
    expect(many.mutants - few.mutants).toBeGreaterThan(90)
    expect(many.turns - few.turns).toBeGreaterThan(1)
  })

  it('answers at once; until the audit is done, the version is pending and cannot be run \
[versions.audit-pending]', async () => {
    const { under, read, target } = await make(oneTask())
    const published = await read('POST', target)
    expect([published.status, published.body]).toMatchObject([201, { version: 2, runnable: false, audit: 'pending' }])
    expect((await read('GET', `${target}/2`)).body).toEqual(published.body)
    expect((await read('GET', target)).body.data).toMatchObject([{ audit: 'pending' }, { audit: { ok: true } }])
    const run = () => under.call(under.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'small@2' })
    const refused = await run()
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'CONFLICT', message: expect.stringContaining('small@2 is pending') },
    ])
    expect((await read('GET', '/benchmark-runs')).body.data).toEqual([])
    await under.service.finishAudits()
    const { audit: _, runnable: __, audit_progress: ___, ...same } = published.body
    expect((await read('GET', `${target}/2`)).body).toMatchObject({ ...same, runnable: true, audit: { ok: true } })
    expect((await run()).status).toBe(201)
  })

  it('audits versions one after another, each once', async () => {
    const progress: string[] = []
    const onTaskAudit = ({ name, number }: { name: string; number: number }) => progress.push(`${number} ${name}`)
    const under = await createServiceUnderTest({ knownAudits: [], onTaskAudit })
    const { read, target } = await make(smallBenchmark(), under)
    progress.length = 0
    await Promise.all([read('POST', target), read('POST', target)])
    await Promise.all([read('GET', target), read('GET', `${target}/2`), under.service.settleDue()])
    await under.service.finishAudits()
    const each = ['1 finish the task', '2 get approval']
    expect(progress).toEqual([...each, ...each])
  })

  it('keeps a version pending if it is stopped, until a service on the store gets a request for it', async () => {
    for (const ask of ['read', 'list', 'run', 'settle'] as const) {
      const { under, read, target } = await make(oneTask())
      await read('POST', target)
      under.service.stopAudits()
      await under.service.finishAudits()
      expect((await read('GET', `${target}/2`)).body.audit).toBe('pending')
      await under.service.finishAudits()
      const next = serviceOn(under.store, { clock: under.clock })
      const { call } = makeCalls(next, under.solverKey)
      if (ask === 'read') await call(under.organizationKey, 'GET', `${target}/2`)
      if (ask === 'list') await call(under.organizationKey, 'GET', target)
      if (ask === 'run') await call(under.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'small@2' })
      if (ask === 'settle') await next.settleDue()
      await next.finishAudits()
      const [second, first] = (await read('GET', target)).body.data as { audit: unknown; runnable: boolean }[]
      expect([ask, second?.runnable, second?.audit]).toEqual([ask, true, first?.audit])
    }
  })

  it('continues after the tasks that were audited before it was stopped, and reports their number \
[versions.audit-progress]', async () => {
    const plain = ['one', 'two', 'three'].map((name) => ({ name, criteria: [] }))
    const progress: string[] = []
    const under = await createServiceUnderTest({
      knownAudits: [],
      onTaskAudit({ name, number }) {
        progress.push(name)
        if (progress.length > 3 && number === 3) under.service.stopAudits()
      },
    })
    const { read, target } = await make(smallBenchmark({ tasks: plain }), under)
    expect((await read('POST', target)).body.audit_progress).toEqual({ done: 0, total: 3 })
    await under.service.finishAudits()
    expect((await read('GET', `${target}/2`)).body).toMatchObject({
      audit: 'pending',
      audit_progress: { done: 2, total: 3 },
    })
    expect(((await read('GET', target)).body.data as object[])[0]).toMatchObject({
      audit_progress: { done: 2, total: 3 },
    })
    const later: string[] = []
    const next = serviceOn(under.store, { clock: under.clock, onTaskAudit: ({ name }) => later.push(name) })
    await next.settleDue()
    await next.finishAudits()
    expect([progress.slice(3), later]).toEqual([['one', 'two', 'three'], ['three']])
    const [second, first] = await Promise.all([2, 1].map((version) => read('GET', `${target}/${version}`)))
    expect(second?.body).not.toHaveProperty('audit_progress')
    expect(second?.body.audit).toEqual(first?.body.audit)
    const kept = await under.store.page(auditedTasks, { limit: 1 })
    expect(kept.docs).toEqual([])
  })

  it('is done once by two services that get the request at the same time, with the same result', async () => {
    const progress: string[] = []
    const onTaskAudit = ({ name }: { name: string }) => progress.push(name)
    const { under, read, target } = await make(
      oneTask(),
      await createServiceUnderTest({ knownAudits: [], onTaskAudit }),
    )
    progress.length = 0
    const second = serviceOn(under.store, { clock: under.clock, onTaskAudit })
    await read('POST', target)
    await second.settleDue()
    await makeCalls(second, under.solverKey).call(under.organizationKey, 'GET', `${target}/2`)
    await Promise.all([under.service.finishAudits(), second.finishAudits()])
    const found = await under.store.page(versions, { limit: 2 })
    expect(found.docs[0]?.audit).toEqual(found.docs[1]?.audit)
    expect(progress).toEqual(['finish the task'])
    expect((await under.store.page(auditLeases, { limit: 1 })).docs).toEqual([])
    expect(under.logged).toEqual([])
  })

  it('is taken over from a killed service when its lease ends, and not before', async () => {
    const { under, read, target } = await make(oneTask())
    under.service.stopAudits()
    const { id } = (await read('POST', target)).body as { id: string }
    const doc = { id, created_at: formatInstant(under.clock.now()), holder: 'killed' }
    await under.store.commit([insert(auditLeases, { ...doc, until: under.clock.now() + auditLeaseTime })])
    const next = serviceOn(under.store, { clock: under.clock })
    const found = async () => {
      await makeCalls(next, under.solverKey).call(under.organizationKey, 'GET', target)
      await next.settleDue()
      await next.finishAudits()
      return (await under.store.page(versions, { limit: 1 })).docs[0]?.audit
    }
    expect(await found()).toBe('pending')
    under.clock.advance(auditLeaseTime - 1)
    expect(await found()).toBe('pending')
    under.clock.advance(1)
    expect(await found()).toMatchObject({ ok: true })
  })

  it('is stopped by a slow service once another one has taken it over', async () => {
    const progress: string[] = []
    const under = await createServiceUnderTest({
      knownAudits: [],
      async onTaskAudit({ name }) {
        progress.push(name)
        if (progress.length !== 3) return
        under.clock.advance(auditLeaseTime)
        const [lease] = (await under.store.page(auditLeases, { limit: 1 })).docs
        const taken = await under.store.get(auditLeases, lease?.id ?? '')
        if (taken !== undefined)
          await under.store.commit([update(auditLeases, { ...taken.doc, holder: 'x' }, taken.revision)])
      },
    })
    const plain = ['one', 'two'].map((name) => ({ name, criteria: [] }))
    const { read, target } = await make(smallBenchmark({ tasks: plain }), under)
    await read('POST', target)
    await under.service.finishAudits()
    expect(progress).toEqual(['one', 'two', 'one'])
    expect((await under.store.page(versions, { limit: 1 })).docs[0]?.audit).toBe('pending')
    expect((await under.store.page(auditLeases, { limit: 1 })).docs).toMatchObject([{ holder: 'x' }])
  })

  it('marks a version as failed if it ends with an error, so that it cannot be run', async () => {
    const broken = { now: false }
    const sound = createVerifier({ checks: defaultChecks, parts: defaultParts })
    const verifier: typeof sound = {
      ...sound,
      verifyInSteps(input) {
        if (broken.now) throw new Error('The verifier was told to break.')
        return sound.verifyInSteps(input)
      },
    }
    const { under, read, target, publish } = await make(
      oneTask(),
      await createServiceUnderTest({ knownAudits: [], verifier }),
    )
    broken.now = true
    expect((await publish()).body).toMatchObject({ version: 2, runnable: false, audit: 'failed' })
    expect(under.logged).toMatchObject([{ level: 'error', error: { message: 'The verifier was told to break.' } }])
    const run = await under.call(under.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: 'small@2' })
    expect([run.status, run.body.error]).toMatchObject([409, { message: expect.stringContaining('publish it again') }])
    await expect(under.publish(smallBenchmark({ name: 'other' }))).rejects.toMatchObject({ code: 'INTERNAL' })
    broken.now = false
    await read('GET', `${target}/2`)
    await under.service.finishAudits()
    expect((await read('GET', `${target}/2`)).body.audit).toBe('failed')
    expect((await publish()).body).toMatchObject({ version: 3, runnable: true })
  })

  it('stores whole audits, and versions numbered without a gap, on a store that fails and conflicts', async () => {
    const hostility = { random: createSeededRandom(11), conflict: 0, failBefore: 0, failAfter: 0 }
    const store = createHostileStore(createMemoryStore(), hostility)
    const under = await createServiceUnderTest({ store, knownAudits: [] })
    await under.publish(oneTask())
    const [first] = (await under.store.page(versions, { limit: 1 })).docs
    Object.assign(hostility, { conflict: 0.1, failBefore: 0.1, failAfter: 0.1 })
    const target = `/benchmarks/${first?.benchmark_id}/versions`
    const published = await persist(async () => {
      const answer = await under.call(under.organizationKey, 'POST', target)
      if (answer.status !== 201) throw new Error(answer.text)
      return answer.body
    })
    const read = await persist(async () => {
      const answer = await under.call(under.organizationKey, 'GET', `${target}/${published.version}`)
      await under.service.finishAudits()
      // What could not be stored is audited again when it is asked for.
      if (answer.status !== 200 || answer.body.audit === 'pending') throw new Error(answer.text)
      return answer.body
    })
    expect(read.audit).toEqual(first?.audit)
    Object.assign(hostility, { conflict: 0, failBefore: 0, failAfter: 0 })
    await under.call(under.organizationKey, 'GET', target)
    await under.service.finishAudits()
    const { docs } = await store.page(versions, { limit: 100 })
    expect(docs.map(({ version }) => version)).toEqual(docs.map((_, index) => docs.length - index))
    for (const doc of docs) expect(doc.audit).toEqual(first?.audit)
  })
})

const criterionPool: readonly Criterion[] = [...finish.criteria, patientIsThere, anyNote, never].map((criterion) => ({
  ...criterion,
}))
const aCriterion = fc.record({
  criterion: fc.constantFrom(...criterionPool),
  weight: fc.constantFrom(0, 1, 3),
  guard: fc.boolean(),
})

it('doing nothing earns nothing in every task that can be run', async () => {
  let published = 0
  const [isFinished, nothingElse] = finish.criteria as [Criterion, Criterion]
  await fc.assert(
    fc.asyncProperty(fc.array(aCriterion, { maxLength: 4 }), async (chosen) => {
      // With a guard against other changes, whose lack would be an error of nearly every task.
      const criteria = [...chosen, { criterion: nothingElse, weight: 1, guard: true }].map(
        ({ criterion, weight, guard }, index) => ({
          ...criterion,
          label: `${criterion.label} ${index}`,
          weight,
          guard,
        }),
      )
      const { under, refused } = await make(withCriteria(...criteria))
      if (refused instanceof Error) {
        expect(refused).toMatchObject({ code: 'CONFLICT', beside: { audit: { ok: false } } })
        return
      }
      published++
      const run = await under.createRun('small@1')
      const [taskRun] = run.task_runs
      await under.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')
      const idle = await under.call(run.bearer_token, 'POST', taskRun?.complete_url ?? '')
      expect(idle.body).toMatchObject({ score: 0, verdict: 'fail' })
      const checks = idle.body.checks as { label: string; score: number }[]
      for (const [index, check] of checks.entries()) if (!criteria[index]?.guard) expect(check.score).toBe(0)
    }),
    { numRuns: 5 * scale, examples: [[[{ criterion: isFinished, weight: 1, guard: false }]]] },
  )
  expect(published).toBeGreaterThan(0)
})

describe('counters', () => {
  const put = (status: string, more: object = {}) => ({
    method: 'PUT',
    path: 'fhir/Task/t1',
    body: { resourceType: 'Task', id: 't1', status, intent: 'order', ...more },
  })
  const found = async (...counters: NonNullable<Task['counters']>) => {
    const { publish } = await make(smallBenchmark({ tasks: [{ ...finish, counters }] }))
    const { body } = await publish({ allow_findings: true })
    const { tasks } = body.audit as VersionAudit
    return tasks.flatMap(({ findings }) => findings).filter(({ code }) => code === 'counter-unnoticed')
  }
  const fails = ['The task is finished']

  it('are made on their own, or after the solution that they name, with its captured values', async () => {
    const spoil = { method: 'GET', path: 'fhir/Task/t1' }
    expect(await found({ name: 'draft it', calls: [put('draft')], fails })).toEqual([])
    expect(await found({ name: 'nothing', calls: [spoil], fails })).toMatchObject([
      { message: expect.stringContaining('It proves nothing: on the untouched state') },
    ])
    expect(await found({ name: 'undo', after: 'finish it', calls: [put('draft')], fails })).toEqual([])
    const [finding, ...more] = await found({ name: 'read', after: 'finish it', calls: [spoil], fails })
    expect(more).toEqual([])
    expect(finding).toMatchObject({ severity: 'error', evidence: { counter: 'read', verdict: 'pass' } })
    const none = { method: 'GET', path: 'fhir/Task/none' }
    const [refused] = await found({ name: 'read', after: 'finish it', calls: [spoil, none], fails })
    expect(refused?.message).toContain('Call 2 was refused: GET fhir/Task/none, status 404')
  })

  it('prevent runs of a version in which they go unnoticed', async () => {
    const counters = [
      { name: 'write a note', after: 'finish it', calls: [put('completed', { priority: 'stat' })], fails },
    ]
    const { refused } = await make(smallBenchmark({ tasks: [{ ...finish, counters }] }))
    expect(refused).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('write a note') })
  })
})
