import { at, listAt } from '../../exchange/exchange.js'
import { anything, each, either, filled, includingAll, instant, same, without } from '../../expectation/pattern.js'
import { approvableForm, canary, clinicPlan, finishedTask } from '../../scenario/clinic.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } }
const fhir = { 'content-type': 'application/fhir+json' }

export const playgrounds = scenario({
  name: 'Playgrounds and their sandboxes',
  ids: [
    'playgrounds.crud',
    'playgrounds.fields',
    'playgrounds.status',
    'playgrounds.torn-down',
    'sandboxes.list',
    'sandboxes.events',
    'sandboxes.groups',
    'sandboxes.read-only-in-runs',
    'credentials.repeatable',
    'identifiers.prefixes',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { environment, reference } = await k.clinic()
    const made = await k.call('POST', '/playgrounds', { environment_id: environment })
    const fields = {
      id: /^pg_[0-9a-z]{26}$/,
      environment_id: environment,
      task_run_id: null,
      status: 'active',
      created_at: instant,
    }
    k.answer('playgrounds.crud', made, { status: 201, body: { id: /^pg_/ } })
    k.answer('playgrounds.fields', made, { body: fields })
    const id = textIn(made, 'id')
    k.answer('playgrounds.crud', await k.call('GET', `/playgrounds/${id}`), { status: 200, body: fields })
    k.answer('playgrounds.crud', await k.call('GET', '/playgrounds?limit=1'), { status: 200, body: { data: [{ id }] } })
    const listed = await k.call('GET', `/sandboxes?playground_id=${id}`)
    const credentials = { username: filled, password: filled, client_id: filled, client_secret: filled }
    k.answer('sandboxes.list', listed, {
      status: 200,
      body: { data: each({ id: /^sbx_/, type: filled, playground_id: id, credentials }, 4) },
    })
    k.answer('identifiers.prefixes', listed, { body: { data: each({ id: /^sbx_[0-9a-z]{26}$/ }, 4) } })
    const byType = (type: string) =>
      String(
        at(
          listAt(listed.body, 'data').find((item) => at(item, 'type') === type),
          'id',
        ),
      )
    const read = await k.call('GET', `/sandboxes/${byType('FHIR')}`)
    k.answer('sandboxes.list', read, {
      status: 200,
      body: same(listAt(listed.body, 'data').find((sandbox) => at(sandbox, 'type') === 'FHIR')),
    })
    k.value(
      'credentials.repeatable',
      at(read.body, 'credentials'),
      same(at((await k.call('GET', `/sandboxes/${byType('FHIR')}`)).body, 'credentials')),
      read,
    )
    for (const [type, path] of [
      ['FHIR', 'fhir/Patient/p1'],
      ['Payer', 'portal/prior-auths'],
      ['HL7', 'hl7/inbox'],
      ['Files', 'files/inbox'],
    ] as const) {
      k.answer('sandboxes.groups', await k.call('GET', `/sandboxes/${byType(type)}/${path}`), 200)
    }
    const written = await k.call('POST', `/sandboxes/${byType('FHIR')}/fhir/Patient`, { resourceType: 'Patient' }, fhir)
    k.answer('sandboxes.groups', written, 201)
    const events = await k.call('GET', `/sandboxes/${byType('FHIR')}/events`)
    k.value(
      'sandboxes.events',
      listAt(events.body, 'data').map((event) => at(event, 'type')),
      includingAll('fhir.create'),
      events,
    )
    k.answer('playgrounds.crud', await k.call('POST', `/playgrounds/${id}/teardown`), {
      status: 200,
      body: { status: 'torn_down' },
    })
    k.answer('playgrounds.torn-down', await k.call('GET', `/sandboxes/${byType('FHIR')}/fhir/Patient/p1`), conflict)
    k.answer(
      'playgrounds.torn-down',
      await k.call('POST', `/sandboxes/${byType('FHIR')}/fhir/Patient`, { resourceType: 'Patient' }, fhir),
      conflict,
    )

    const run = await k.createRun(reference)
    const taskRun = await k.call('GET', `/task-runs/${run.taskRun()}`)
    const own = `/playgrounds/${at(taskRun.body, 'playground_id')}`
    const status = async () => at((await k.call('GET', own)).body, 'status')
    const seen = [await status()]
    must(await run.start(), 200)
    seen.push(await status())
    const boxes = await k.call('GET', `/sandboxes?playground_id=${at(taskRun.body, 'playground_id')}`)
    const box = at(
      listAt(boxes.body, 'data').find((sandbox) => at(sandbox, 'type') === 'FHIR'),
      'id',
    )
    k.answer('sandboxes.read-only-in-runs', await k.call('GET', `/sandboxes/${box}/fhir/Patient/p1`), 200)
    k.answer(
      'sandboxes.read-only-in-runs',
      await k.call('POST', `/sandboxes/${box}/fhir/Patient`, { resourceType: 'Patient' }, fhir),
      conflict,
    )
    k.answer('sandboxes.read-only-in-runs', await k.call('POST', `${own}/teardown`), conflict)
    must(await run.complete(), 200)
    seen.push(await status())
    k.value('playgrounds.status', seen, ['pending', 'active', 'frozen'], taskRun)
    k.answer('playgrounds.fields', await k.call('GET', own), { body: { task_run_id: run.taskRun(), status: 'frozen' } })
  },
})

export const records = scenario({
  name: 'Records, and the same work twice',
  ids: [
    'records.task-run',
    'records.run',
    'records.same',
    'records.base',
    'records.too-early',
    'records.no-secrets',
    'reproducibility.same-evidence',
    'reproducibility.same-score',
    'reproducibility.no-service-names',
    'evidence.version',
    'evidence.initial',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const solutions = [
      { name: 'hidden-solution', calls: [{ method: 'PUT', path: 'fhir/Task/t1', body: finishedTask }] },
    ]
    const [first, second] = clinicPlan.tasks
    const { reference, benchmark } = await k.publish({
      ...clinicPlan,
      name: 'recorded',
      overrides: { seed: 77_031 },
      tasks: [
        { ...first, criteria: first?.criteria ?? [], solutions },
        { ...second, criteria: second?.criteria ?? [] },
      ],
    })
    const work = async () => {
      const run = await k.createRun(reference)
      must(await run.start(), 200)
      must(await run.system('POST', 'portal/prior-auths', { ...approvableForm, procedure_code: '72148' }), 201)
      must(await run.system('PUT', 'fhir/Task/t1', finishedTask, fhir), 200)
      const done = must(await run.complete(0, { output: { outcome: 'other' } }), 200)
      const listed = await k.call('GET', `/criterion-runs?task_run_id=${run.taskRun()}`)
      const evidence = JSON.stringify(listAt(listed.body, 'data').map((item) => at(item, 'evidence')))
      return { run, listed, evidence, score: at(done.body, 'score'), verdict: at(done.body, 'verdict') }
    }
    const before = await work()
    k.answer('records.too-early', await k.call('GET', `/benchmark-runs/${before.run.id}/record`), conflict)
    k.answer('records.too-early', await k.call('GET', `/task-runs/${before.run.taskRun(1)}/record`), conflict)
    const other = await work()
    k.value('reproducibility.same-evidence', other.evidence, before.evidence, before.listed, other.listed)
    k.value(
      'reproducibility.same-score',
      [other.score, other.verdict],
      [before.score as number, before.verdict as string],
      before.listed,
      other.listed,
    )
    k.value(
      'reproducibility.no-service-names',
      before.evidence,
      without(/\b(run|tr|pg|sbx|crun|org|env|sim|bench|task)_[0-9a-z]{26}\b/, /https?:/),
      before.listed,
    )
    must(await before.run.start(1), 200)
    must(await before.run.complete(1), 200)
    const record = await k.call('GET', `/task-runs/${before.run.taskRun()}/record`)
    k.answer('records.task-run', record, {
      status: 200,
      body: {
        kind: 'task-run',
        criteria: each(anything, 2),
        evidence: anything,
        result: { score: 0.75 },
        seal: anything,
      },
    })
    k.answer('evidence.version', record, { body: { evidence: { version: 1 } } })
    k.answer('evidence.initial', record, {
      body: { evidence: { initial: { portal: anything, fhir: each(anything, 2) } } },
    })
    const again = await k.call('GET', `/task-runs/${before.run.taskRun()}/record`)
    k.value('records.same', { same: again.text === record.text }, { same: true }, record, again)
    const base = await k.call('GET', `/benchmarks/${benchmark}/versions/1/base`)
    k.answer('records.base', base, { status: 200, body: { kind: 'record-base', digest: /^[0-9a-f]{64}$/ } })
    const recordPath = `/task-runs/${before.run.taskRun()}/record`
    k.answer('records.base', await k.call('GET', `${recordPath}?self_contained=false`), {
      status: 200,
      body: { version: 2, base: { digest: String(at(base.body, 'digest')) }, evidence: { fhir: { removed: [] } } },
    })
    k.answer('records.base', await k.call('GET', `${recordPath}?self_contained=true`), {
      status: 200,
      body: { version: 1, environment: anything },
    })
    const whole = await k.call('GET', `/benchmark-runs/${before.run.id}/record`)
    k.answer('records.run', whole, { status: 200, body: { task_runs: each({ kind: 'task-run' }, 2) } })
    k.answer('records.no-secrets', whole, {
      text: without('hidden-solution', k.organizationKey, k.solverKey, before.run.token, 'client_secret'),
    })
  },
})

export const foreignRuns = scenario({
  name: 'A Public benchmark of another organization',
  ids: [
    'authentication.solver-public-benchmarks',
    'authentication.solver-private-benchmarks',
    'errors.foreign-private-benchmark',
    'benchmarks.visibility',
    'foreign.owner',
    'foreign.snapshot',
    'foreign.no-evidence',
    'foreign.benchmark-owner-reads',
    'references.own-first',
    'versions.visibility-live',
    'records.owner-only',
    'runs.authoring-own-only',
    'scored.nothing-else',
  ],
  needs: ['organization-key', 'solver-key', 'second-organization', 'authoring'],
  async run(k) {
    const { call: theirs, solverKey } = k.other
    const published = await k.publish({ ...clinicPlan, name: 'shared' })
    const { reference, benchmark, name } = published
    const ask = () => k.as(solverKey)('POST', '/v1/benchmark-runs', { benchmark: reference, scored: true })
    const before = await ask()
    k.answer('authentication.solver-private-benchmarks', before, 404)
    k.answer('errors.foreign-private-benchmark', before, {
      status: 404,
      body: { error: { code: filled, message: filled } },
    })
    must(await k.call('PATCH', `/benchmarks/${benchmark}`, { visibility: 'Public' }), 200)
    const created = await ask()
    k.answer('authentication.solver-public-benchmarks', created, 201)
    k.answer('benchmarks.visibility', created, 201)
    k.answer('versions.visibility-live', created, 201)
    const run = await k.createRun(reference, { scored: true, key: solverKey })
    must(await run.start(), 200)
    must(await run.system('PUT', 'fhir/Task/t1', finishedTask, fhir), 200)
    const completed = must(await run.complete(0, { output: { outcome: 'other' } }), 200)
    const taskRun = await theirs('GET', `/task-runs/${run.taskRun()}`)
    k.answer('foreign.owner', await theirs('GET', `/benchmark-runs/${run.id}`), 200)
    k.answer('foreign.owner', await k.call('GET', `/benchmark-runs/${run.id}`), 404)
    k.answer('foreign.snapshot', taskRun, { status: 200, text: without('"assertion"', canary, '"criteria"') })
    const target = `/criterion-runs?task_run_id=${run.taskRun()}`
    const guest = await theirs('GET', target)
    k.answer('foreign.no-evidence', guest, { status: 200, body: { data: each({ details: null, evidence: null }, 2) } })
    k.answer('foreign.no-evidence', await theirs('GET', `/criterion-runs/${at(guest.body, 'data', 0, 'id')}`), {
      status: 200,
      body: { details: null, evidence: null },
    })
    const author = await k.call('GET', target)
    k.answer('foreign.benchmark-owner-reads', author, {
      status: 200,
      body: { data: each({ details: filled, evidence: { field_results: each(anything, 1) } }, 2) },
    })
    k.answer('records.owner-only', await theirs('GET', `/task-runs/${run.taskRun()}/record`), 404)
    k.answer('records.owner-only', await k.call('GET', `/task-runs/${run.taskRun()}/record`), 200)
    k.answer('runs.authoring-own-only', await theirs('POST', '/benchmark-runs', { benchmark: reference }), 404)
    for (const answer of [
      created,
      completed,
      taskRun,
      guest,
      await run.read(),
      await theirs('GET', `/benchmark-runs/${run.id}`),
      await run.start(),
    ]) {
      k.answer('scored.nothing-else', answer, { text: without(canary) })
    }
    must(await k.call('PATCH', `/benchmarks/${benchmark}`, { visibility: 'Private' }), 200)
    k.answer('versions.visibility-live', await ask(), 404)
    k.answer('versions.visibility-live', await run.read(), 200)
    must(await k.call('PATCH', `/benchmarks/${benchmark}`, { visibility: 'Public' }), 200)
    const own = await theirs('POST', '/benchmarks', { name })
    k.answer('references.own-first', own, { status: either(201) })
    // The organization's own benchmark has no version, but its name still takes precedence.
    k.answer('references.own-first', await ask(), 404)
  },
})
