import { at, listAt } from '../../exchange/exchange.js'
import { each, filled, near, Rule, same } from '../../expectation/pattern.js'
import { approvableForm, clinicDatasets } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn, UnmetPreconditionError } from '../../scenario/unmet.js'

const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } }
function answered(field: string) {
  return {
    label: field,
    assertion: { assert: 'output-match', fields: [{ path: field, expected: 1 }] },
  }
}

export const deadlines = scenario({
  name: 'Deadlines of a few seconds',
  ids: [
    'deadlines.timed-out',
    'deadlines.completed-at',
    'deadlines.result',
    'deadlines.criterion-runs',
    'checks.field-results-absent',
    'deadlines.just-before',
    'deadlines.on-access',
    'deadlines.from-start',
    'completion.after-timeout',
    'tasks.timeout-overrides',
    'run-end.completed',
    'run-end.score',
    'task-runs.status-values',
    'run-tokens.lifetime',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { reference } = await k.publish({
      name: 'deadlines',
      timeout: 600,
      concurrency: 2,
      tasks: [{ timeout: 3, criteria: [answered('a'), answered('b')] }, { criteria: [answered('a')] }],
    })
    const run = await k.createRun(reference)
    const inTime = await k.createRun(reference)
    // A deadline counted from the creation would be over before the completion.
    await k.elapse(2)
    const overdue = must(await run.start(0), 200)
    must(await run.start(1), 200)
    must(await inTime.start(0), 200)
    await k.elapse(2)
    const kept = await inTime.complete(0, { output: { a: 1, b: 1 } })
    k.answer('deadlines.just-before', kept, { status: 200, body: { verdict: 'pass', score: 1 } })
    k.answer('deadlines.from-start', kept, 200)
    await k.elapse(2)
    const late = await run.complete(0, { output: { a: 1, b: 1 } })
    k.answer('completion.after-timeout', late, conflict)
    const read = await k.call('GET', `/task-runs/${run.taskRun(0)}`)
    k.answer('deadlines.timed-out', read, { body: { status: 'timed_out', phase: 'completed' } })
    k.value(
      'deadlines.completed-at',
      at(read.body, 'completed_at'),
      same(at(overdue.body, 'deadline_at')),
      overdue,
      read,
    )
    k.answer('deadlines.on-access', read, { body: { status: 'timed_out' } })
    k.answer('deadlines.result', read, { body: { verdict: 'fail', score: 0 } })
    k.answer('deadlines.criterion-runs', read, {
      body: { criterion_runs: each({ passed: false, score: 0, details: /not verified/i }, 2) },
    })
    k.answer('checks.field-results-absent', read, { body: { criterion_runs: each({ evidence: null }, 2) } })
    k.answer('task-runs.status-values', read, { body: { status: 'timed_out' } })
    k.answer('tasks.timeout-overrides', read, { body: { status: 'timed_out' } })
    const other = await run.complete(1, { output: { a: 1 } })
    k.answer('tasks.timeout-overrides', other, { status: 200, body: { score: 1 } })
    const ended = await run.read()
    k.answer('run-end.completed', ended, { body: { phase: 'completed' } })
    k.answer('run-end.score', ended, { body: { status: 'completed', score: near(0.5) } })

    const long = await k.publish({
      name: 'long',
      timeout: 10_000,
      tasks: [{ criteria: [answered('a')] }, { criteria: [answered('a')] }],
    })
    for (const [made, seconds] of [
      [run, 4 * 3600],
      [await k.createRun(long.reference), 20_900],
    ] as const) {
      const created = await k.call('GET', `/task-runs/${made.taskRun()}`)
      const expires = Date.parse(textIn(made.created, 'bearer_token_expires_at'))
      const now = await readTime(k)
      const left = Math.round((expires - now) / 1000)
      // The token was created a few seconds ago.
      k.value(
        'run-tokens.lifetime',
        { 'seconds left': left },
        {
          'seconds left': new Rule(
            `${seconds}, less what the check took`,
            (value) => Number(value) <= seconds && Number(value) > seconds - 120,
          ),
        },
        made.created,
        created,
      )
    }
  },
})

/** Returns the time of the server, from the creation time of a new resource. */
async function readTime(k: {
  create(target: string, body: unknown): Promise<string>
  name(label: string): string
  call: (method: string, target: string) => Promise<{ body: unknown }>
}): Promise<number> {
  const id = await k.create('/environments', { name: k.name('time') })
  return Date.parse(String(at((await k.call('GET', `/environments/${id}`)).body, 'created_at')))
}

export const later = scenario({
  name: 'Steps that are executed later by the clock',
  ids: ['payer.determination-delay', 'reproducibility.due-events', 'x12.remittance', 'x12.remarks', 'fhir.versions'],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const seconds = 2
    const { reference } = await k.publish({
      name: 'later',
      simulators: [
        { type: 'FHIR', name: 'record' },
        {
          type: 'Payer',
          name: 'plan',
          config: {
            accept_unknown_members: true,
            members: [{ member_id: 'M-9', last_name: 'Lindqvist' }],
            determinations: [{ procedure_code: '70551', status: 'approved', delay_seconds: seconds }],
          },
        },
        {
          type: 'X12',
          name: 'clearinghouse',
          config: {
            payer: { name: 'SAMPLE PLAN', id: 'PLAN1' },
            default_adjudication: { status: 'paid', allowed: 0.5, remarks: ['N130'], delay_seconds: seconds },
          },
        },
      ],
      datasets: clinicDatasets.slice(0, 1),
      tasks: [
        {
          criteria: [
            {
              label: 'approved',
              assertion: {
                assert: 'portal-state-match',
                correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'M-2002' },
                assertions: [{ path: 'status', expected: 'approved' }],
              },
            },
          ],
        },
      ],
    })
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    const fhir = { 'content-type': 'application/fhir+json' }
    const patient = must(
      await run.system('PUT', 'fhir/Patient/p1', { resourceType: 'Patient', id: 'p1', active: true }, fhir),
      200,
    )
    const made = must(await run.system('POST', 'portal/prior-auths', approvableForm), 201)
    const target = `portal/prior-auths/${textIn(made, 'auth_number')}`
    k.answer('payer.determination-delay', made, { body: { status: 'pending' } })
    await k.part(async () => {
      must(
        await run.system('POST', 'clearinghouse/claims', {
          patient_id: 'M-9',
          patient_account: 'A-1',
          diagnosis_codes: ['E11.9'],
          lines: [{ procedure_code: '99213', charge: 100, date: '2026-03-02' }],
        }),
        201,
      )
    })
    await k.elapse(seconds + 1)
    k.answer('payer.determination-delay', await run.system('GET', target), {
      status: 200,
      body: { status: 'approved' },
    })
    await k.part(async () => {
      const listed = await run.system('GET', 'clearinghouse/transactions?limit=100')
      const kinds = listAt(listed.body, 'data').map((item) => `${at(item, 'direction')} ${at(item, 'transaction')}`)
      k.value('x12.remittance', kinds.includes('received 835'), true, listed)
      const remittance = listAt(listed.body, 'data').find((item) => at(item, 'transaction') === '835')
      k.value('x12.remarks', at(remittance, 'payload'), /SVC\*[\s\S]*CAS\*[\s\S]*LQ\*HE\*N130/, listed)
    })
    const changed = must(
      await run.system('PUT', 'fhir/Patient/p1', { resourceType: 'Patient', id: 'p1', active: false }, fhir),
      200,
    )
    k.value(
      'fhir.versions',
      {
        later: String(at(changed.body, 'meta', 'lastUpdated')) > String(at(patient.body, 'meta', 'lastUpdated')),
        versions: at(changed.body, 'meta', 'versionId') !== at(patient.body, 'meta', 'versionId'),
      },
      { later: true, versions: true },
      patient,
      changed,
    )

    const unseen = await k.createRun(reference)
    must(await unseen.start(), 200)
    must(await unseen.system('POST', 'portal/prior-auths', approvableForm), 201)
    await k.elapse(seconds + 1)
    k.answer('reproducibility.due-events', await unseen.complete(), { status: 200, body: { score: 1 } })
  },
})

export const expiry = scenario({
  name: 'Expiry after hours',
  ids: [
    'authentication.run-token-expires',
    'run-tokens.expiry-ends-run',
    'run-tokens.reads-after-end',
    'errors.expired-cursor',
    'pagination.cursor-expiry',
    'errors.code-invalid-cursor',
    'deadlines.on-access',
    'authentication.invalid',
  ],
  needs: ['organization-key', 'solver-key', 'benchmark', 'clock'],
  async run(k) {
    const reference = await k.reference()
    const benchmark_id = await k.create('/benchmarks', { name: k.name('expires'), timeout: 60, concurrency: 1 })
    for (const name of ['one', 'two', 'three'])
      await k.create('/tasks', { benchmark_id, name, task_item: null, tags: [] })
    const list = `/tasks?benchmark_id=${benchmark_id}&limit=1`
    const page = must(await k.call('GET', list), 200)
    const cursor = encodeURIComponent(textIn(page, '_meta', 'next'))
    const run = await k.createRun(reference)
    must(await run.start(), 200)
    const created = must(await k.call('GET', `/task-runs/${run.taskRun()}`), 200)
    const life =
      (Date.parse(textIn(run.created, 'bearer_token_expires_at')) - Date.parse(textIn(created, 'started_at'))) / 1000
    if (!(life > 0))
      throw new UnmetPreconditionError('The run token expires before the run was started.', run.created.exchange.number)
    await k.elapse(life - 5)
    k.answer('authentication.run-token-expires', await run.read(), 200)
    await k.elapse(6)
    const refused = { status: 401, body: { error: { code: 'UNAUTHORIZED', message: filled } } }
    for (const answer of [
      await run.read(),
      await run.start(),
      await run.complete(),
      await run.system('GET', 'fhir/Patient'),
    ]) {
      k.answer('authentication.run-token-expires', answer, refused)
      k.answer('authentication.invalid', answer, refused)
    }
    k.answer('run-tokens.expiry-ends-run', await k.call('GET', `/task-runs/${run.taskRun()}`), {
      body: { status: 'timed_out', phase: 'completed' },
    })
    k.answer('run-tokens.expiry-ends-run', await k.call('GET', `/runs/${run.id}`), { body: { completed_at: filled } })
    k.answer('deadlines.on-access', await k.call('GET', `/task-runs/${run.taskRun()}`), {
      body: { status: 'timed_out' },
    })
    k.answer('run-tokens.reads-after-end', await run.read(), 401)
    const left = 24 * 3600 - life - 1
    if (left > 60) {
      await k.elapse(left - 30)
      k.answer('pagination.cursor-expiry', await k.call('GET', `${list}&cursor=${cursor}`), 200)
      await k.elapse(60)
    } else await k.elapse(24 * 3600)
    const stale = await k.call('GET', `${list}&cursor=${cursor}`)
    k.answer('errors.expired-cursor', stale, { status: 400, body: { error: { code: filled, message: filled } } })
    k.answer('pagination.cursor-expiry', stale, { status: 400, body: { error: { code: 'INVALID_CURSOR' } } })
    k.answer('errors.code-invalid-cursor', stale, { status: 400, body: { error: { code: 'INVALID_CURSOR' } } })
  },
})

export const manualClock = scenario({
  name: 'The clock for tests',
  ids: ['serving.manual-clock', 'serving.system-clock'],
  needs: ['organization-key', 'authoring'],
  async run(k) {
    const move = (advance_seconds: number) => k.call('POST', '/testing/clock', { advance_seconds })
    const still = await move(0)
    if (still.status === 404) {
      k.answer('serving.system-clock', still, { status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } })
      k.notApplicable('serving.manual-clock', 'The server runs on its system clock.')
      return
    }
    k.notApplicable('serving.system-clock', 'The server runs on a manual clock.')
    const moved = await move(5)
    const seconds = (Date.parse(String(at(moved.body, 'now'))) - Date.parse(String(at(still.body, 'now')))) / 1000
    k.value('serving.manual-clock', [still.status, moved.status, seconds], [200, 200, 5], still, moved)
    k.answer('serving.manual-clock', await k.as(null)('POST', '/testing/clock', { advance_seconds: 1 }), 401)
    must(await k.call('GET', '/environments?limit=1'), 200)
  },
})
