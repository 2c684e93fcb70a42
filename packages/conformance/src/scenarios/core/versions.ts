import { type Answer, at, listAt } from '../../exchange/exchange.js'
import {
  absent,
  anything,
  array,
  each,
  either,
  filled,
  includingAll,
  integer,
  Rule,
  same,
} from '../../expectation/pattern.js'
import { clinicDatasets, clinicPlan, clinicSimulators, finishCriterion, finishedTask } from '../../scenario/clinic.js'
import { type TaskPlan, writeBenchmark } from '../../scenario/publish.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

export const versions = scenario({
  name: 'Versions and references to them',
  ids: [
    'versions.publish',
    'versions.immutable',
    'versions.list',
    'versions.read',
    'versions.no-tasks',
    'versions.visibility-live',
    'benchmarks.name-fixed',
    'benchmarks.archive',
    'benchmarks.visibility',
    'references.last-at',
    'references.unknown',
    'deletion.copies',
    'task-runs.snapshot',
    'identifiers.prefixes',
    'errors.conflict-names-state',
    'authentication.solver-own-benchmarks',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { call } = k
    const published = await k.publish({ ...clinicPlan, name: 'frozen' })
    const { benchmark, reference, name, tasks, criteria, simulators, datasets, environment } = published
    const target = `/benchmarks/${benchmark}/versions`
    k.answer('versions.publish', published.version, { status: 201, body: { version: 1 } })
    const second = await call('POST', target, { allow_findings: true })
    k.answer('versions.publish', second, { status: 201, body: { version: 2 } })
    k.answer('versions.list', await call('GET', target), {
      status: 200,
      body: { data: [{ version: 2 }, { version: 1 }] },
    })
    const first = await call('GET', `${target}/1`)
    k.answer('versions.read', first, { status: 200, body: { version: 1 } })
    k.answer('identifiers.prefixes', first, { body: { id: /^ver_[0-9a-z]{26}$/ } })
    for (const version of ['3', '0', 'one']) k.answer('versions.read', await call('GET', `${target}/${version}`), 404)
    const renamed = await call('PATCH', `/benchmarks/${benchmark}`, { name: k.name('other name') })
    k.answer('benchmarks.name-fixed', renamed, { status: 409, body: { error: { code: 'CONFLICT' } } })
    k.answer('errors.conflict-names-state', renamed, { body: { error: { message: filled } } })

    const before = await k.createRun(reference)
    const snapshot = async (run: { taskRun(): string }) =>
      at((await call('GET', `/task-runs/${run.taskRun()}`)).body, 'snapshot')
    const kept = await snapshot(before)
    must(
      await call('PATCH', `/tasks/${tasks[0]}`, { name: 'renamed', task_item: { instruction: 'Something else.' } }),
      200,
    )
    must(await call('PATCH', `/criteria/${criteria[0]?.[0]}`, { label: 'Changed', weight: 1 }), 200)
    must(
      await call('PATCH', `/simulators/${simulators[1]}`, { config: { default_determination: { status: 'denied' } } }),
      200,
    )
    k.value('task-runs.snapshot', await snapshot(before), same(kept))
    const after = await k.createRun(reference)
    const withoutSeed = (value: unknown) => ({ ...Object(value), seed: null })
    k.value('versions.immutable', withoutSeed(await snapshot(after)), same(withoutSeed(kept)))
    k.answer('versions.immutable', await call('GET', `${target}/1`), { status: 200, body: same(first.body) })
    must(await after.start(), 200)
    must(await after.system('PUT', 'fhir/Task/t1', finishedTask, { 'content-type': 'application/fhir+json' }), 200, 201)
    k.answer('versions.immutable', await after.complete(), {
      status: 200,
      body: { score: 0.75, checks: [{ label: 'The task is finished' }, anything] },
    })

    const key = k.as(k.solverKey)
    for (const [benchmarkReference, status] of [
      [name, 400],
      [`${name}@`, 400],
      ['@1', 400],
      [`${name}@one`, 400],
      [`${name}@0`, 400],
      [`${name}@-1`, 400],
      [`${name}@1@1`, 404],
    ] as const) {
      k.answer('references.last-at', await key('POST', '/v1/benchmark-runs', { benchmark: benchmarkReference }), status)
    }
    for (const unknown of [`${name}@9`, `${k.name('no such')}@1`]) {
      k.answer('references.unknown', await key('POST', '/v1/benchmark-runs', { benchmark: unknown }), 404)
    }

    const empty = await k.create('/environments', { name: k.name('empty') })
    for (const [label, more] of [
      ['void 1', {}],
      ['void 2', { environment_id: empty }],
    ] as const) {
      const id = await k.create('/benchmarks', { name: k.name(label), ...more })
      k.answer('versions.no-tasks', await call('POST', `/benchmarks/${id}/versions`, { allow_findings: true }), {
        status: 409,
        body: { error: { code: 'CONFLICT' } },
      })
      k.answer('versions.no-tasks', await call('GET', `/benchmarks/${id}/versions`), { body: { data: [] } })
    }
    k.answer('versions.visibility-live', await call('PATCH', `/benchmarks/${benchmark}`, { visibility: 'Public' }), {
      status: 200,
      body: { visibility: 'Public' },
    })
    k.answer('benchmarks.visibility', await call('GET', `/benchmarks/${benchmark}`), { body: { visibility: 'Public' } })

    const archived = await call('DELETE', `/benchmarks/${benchmark}`)
    k.answer('benchmarks.archive', archived, 204)
    k.answer('benchmarks.archive', await call('GET', `/benchmarks/${benchmark}`), {
      status: 200,
      body: { archived: true },
    })
    const alive = await call('GET', `/benchmarks/${(await k.clinic()).benchmark}`)
    k.answer('benchmarks.archive', alive, { body: { archived: false } })
    // The source documents of a version may be deleted, unless something else refers to them.
    for (const id of tasks) await call('DELETE', `/tasks/${id}`)
    await call('DELETE', `/environments/${environment}`)
    for (const id of datasets) await call('DELETE', `/datasets/${id}`)
    k.answer('deletion.copies', await before.start(), 200)
    k.answer('deletion.copies', await before.complete(), { status: 200, body: { checks: each({ label: filled }, 2) } })
    k.answer('deletion.copies', await call('GET', `${target}/1`), { status: 200, body: { version: 1 } })
  },
})

function findings(answer: Answer) {
  return listAt(answer.body, 'audit', 'tasks').flatMap((task) => listAt(task, 'findings'))
}

function listCodes(answer: Answer, severity: string) {
  return findings(answer)
    .filter((finding) => at(finding, 'severity') === severity)
    .map((finding) => at(finding, 'code'))
}

const conflict = { status: 409, body: { error: { code: 'CONFLICT', message: filled } } }

const finished = { label: 'The task is finished', assertion: finishCriterion.assertion }
const requested = {
  label: 'It was requested',
  assertion: { ...finishCriterion.assertion, fields: [{ path: 'status', expected: 'requested' }] },
}

export const audits = scenario({
  name: 'Findings on publishing benchmarks that measure nothing',
  ids: [
    'versions.audit',
    'versions.audit-pending',
    'versions.audit-progress',
    'versions.audit-refuses',
    'versions.allow-findings',
    'audit.vacuous',
    'audit.unsatisfiable',
    'audit.nothing-to-score',
    'audit.unresolved-entity',
    'audit.warnings',
    'audit.unknown-axis',
    'audit.failing-solution',
    'audit.harm-unnoticed',
    'audit.counter-unnoticed',
    'audit.cheap-gain',
    'audit.allowances',
    'audit.unreached-guard',
    'audit.dangling-selector',
    'audit.free-text-pattern',
    'audit.negated-comparison',
    'audit.names-the-criterion',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { call } = k
    let count = 0
    const make = async (criteria: TaskPlan['criteria'], task: Partial<TaskPlan> = {}) => {
      const {
        benchmark,
        name,
        criteria: ids,
      } = await writeBenchmark(call, k.name, {
        name: `audited ${++count}`,
        simulators: clinicSimulators.slice(0, 1),
        datasets: clinicDatasets.slice(0, 1),
        tasks: [{ ...task, criteria }],
      })
      const target = `/benchmarks/${benchmark}/versions`
      const publish = async (body?: object) => k.audited(must(await call('POST', target, body), 201))
      const run = (version: number) =>
        k.as(k.solverKey)('POST', '/v1/benchmark-runs', { benchmark: `${name}@${version}` })
      return { target, ids: ids[0] ?? [], publish, run }
    }
    const good = await (await make([finished])).publish()
    k.answer('versions.audit', good, {
      body: {
        version: 1,
        runnable: true,
        audit: { ok: true, errors: 0, warnings: integer, tasks: [{ name: filled, ok: true, findings: array }] },
      },
    })
    const waiting = await make([finished])
    const begun = await call('POST', waiting.target)
    // The audit may be done by now; but while it is pending, no run may be created.
    const early = await waiting.run(1)
    k.answer('versions.audit-pending', begun, {
      status: 201,
      body: { version: 1, audit: either('pending', { ok: true }) },
    })
    // A known audit is done immediately.
    k.value(
      'versions.audit-progress',
      [at(begun.body, 'audit'), at(begun.body, 'audit_progress', 'total')],
      either(['pending', 1], [{ ok: true }, absent]),
      begun,
    )
    k.value(
      'versions.audit-pending',
      [early.status, at(early.body, 'error', 'code')],
      either([201, absent], [409, 'CONFLICT']),
      early,
    )
    k.answer('versions.audit-pending', await k.audited(begun), { body: { runnable: true, audit: { ok: true } } })
    k.answer('versions.audit-pending', await waiting.run(1), 201)

    const bad = await make([finished, requested])
    const refused = await bad.publish()
    k.answer('versions.audit-refuses', refused, { body: { version: 1, runnable: false, audit: { ok: false } } })
    k.answer('versions.audit-refuses', await bad.run(1), conflict)
    k.value('audit.vacuous', listCodes(refused, 'error'), ['vacuous'], refused)
    k.answer('versions.audit-refuses', await call('GET', bad.target), {
      body: { data: [{ version: 1, runnable: false, audit: { ok: false, errors: 1 } }] },
    })
    const [finding] = findings(refused).filter((one) => at(one, 'code') === 'vacuous')
    k.value(
      'audit.names-the-criterion',
      finding,
      {
        severity: 'error',
        criterion_id: String(bad.ids[1]),
        label: 'It was requested',
        message: filled,
        fix: filled,
        evidence: anything,
      },
      refused,
    )
    const allowed = await bad.publish({ allow_findings: true })
    k.answer('versions.allow-findings', allowed, { body: { version: 2, runnable: true, audit: { ok: false } } })
    k.answer('versions.allow-findings', await bad.run(2), 201)
    k.answer('versions.audit-refuses', await bad.run(1), conflict)
    const solution = (status: string) => [
      { name: 'put', calls: [{ method: 'PUT', path: 'fhir/Task/t1', body: { ...finishedTask, status } }] },
    ]
    const unsolved = await (await make([finished], { solutions: solution('draft') })).publish()
    k.value(
      'audit.unsatisfiable',
      [at(unsolved.body, 'runnable'), listCodes(unsolved, 'error')],
      [false, ['unsatisfiable']],
      unsolved,
    )
    const allowing = (restriction: object) => ({
      label: 'Nothing else',
      guard: true,
      assertion: { assert: 'no-collateral', allow: [{ collection: 'fhir.Task', ...restriction }] },
    })
    const nothingElse = allowing({ where: finishedTask, fields: ['status'] })
    const solved = await (await make([finished, nothingElse], { solutions: solution('completed') })).publish()
    k.value('audit.unsatisfiable', [at(solved.body, 'runnable'), listCodes(solved, 'error')], [true, []], solved)
    for (const [criteria, code] of [
      [[], 'no-criteria'],
      [[{ ...finished, weight: 0 }], 'no-weight'],
      [[{ ...finished, guard: true }], 'only-guards'],
    ] as const) {
      const answer = await (await make(criteria)).publish()
      k.value(
        'audit.nothing-to-score',
        [at(answer.body, 'runnable'), listCodes(answer, 'error')],
        [false, includingAll(code)],
        answer,
      )
    }
    const byEntity = {
      ...finished,
      assertion: { ...finished.assertion, fields: [{ path: 'status', expected: { $entity: '/wanted' } }] },
    }
    const unresolved = await (await make([finished, byEntity])).publish()
    k.value(
      'audit.unresolved-entity',
      [at(unresolved.body, 'runnable'), listCodes(unresolved, 'error')],
      [false, includingAll('unresolved-entity')],
      unresolved,
    )
    const leaking = await (
      await make([
        finished,
        {
          label: 'It says LARSEN-30711',
          assertion: { assert: 'output-match', fields: [{ path: 'a', expected: 'LARSEN-30711' }] },
        },
      ])
    ).publish()
    k.value(
      'audit.warnings',
      [at(leaking.body, 'runnable'), listCodes(leaking, 'warning')],
      [true, includingAll('leak')],
      leaking,
    )
    const misspelled = await make([{ ...finished, axis: 'safety' }])
    const weights = { axis_weights: { safety: 1, saftey: 2 } }
    must(await call('PATCH', misspelled.target.replace('/versions', ''), { overrides: weights }), 200)
    const weighed = await misspelled.publish()
    const about = findings(weighed).flatMap((finding) =>
      at(finding, 'code') === 'unknown-axis' ? [at(finding, 'message')] : [],
    )
    k.value('audit.unknown-axis', about, [/saftey/], weighed)
    k.value(
      'audit.warnings',
      listCodes(good, 'warning'),
      new Rule(
        'a warning that there is no solution',
        (codes) => Array.isArray(codes) && codes.some((code) => /solution/.test(code)),
      ),
      good,
    )
    const found = async (
      id: Parameters<typeof k.value>[0],
      severity: 'error' | 'warning',
      code: string,
      criteria: TaskPlan['criteria'],
      task: Partial<TaskPlan> = {},
    ) => {
      const answer = await (await make(criteria, { solutions: solution('completed'), ...task })).publish({
        allow_findings: true,
      })
      k.value(id, [at(answer.body, 'version'), listCodes(answer, severity)], [1, includingAll(code)], answer)
    }
    const open = allowing({})
    await found('audit.harm-unnoticed', 'error', 'harm-unnoticed', [finished])
    await found('audit.failing-solution', 'warning', 'failing-solution', [finished], {
      solutions: [...solution('completed'), ...solution('draft').map((one) => ({ ...one, name: 'draft' }))],
    })
    await found('audit.allowances', 'warning', 'no-collateral-missing', [finished])
    await found('audit.allowances', 'error', 'open-allowance', [finished, open])
    const counters = [{ name: 'look', calls: [{ method: 'GET', path: 'fhir/Task/t1' }], fails: ['Nothing else'] }]
    await found('audit.counter-unnoticed', 'error', 'counter-unnoticed', [finished, open], { counters })
    const lost = { ...finished.assertion, fields: [{ path: 'status', expected: 'lost' }], count: 0 }
    const kept = { label: 'Kept', guard: true, assertion: lost }
    await found('audit.unreached-guard', 'warning', 'unreached-guard', [finished, kept])
    await found('audit.unreached-guard', 'error', 'unreached-guard', [finished, { ...kept, severity: 'critical' }])
    const nobody = { ...finished.assertion, search: { patient: 'Patient/nobody-404' } }
    await found('audit.dangling-selector', 'warning', 'dangling-selector', [
      finished,
      { label: 'Other', assertion: nobody },
    ])
    const answered = { assert: 'output-match', fields: [{ path: 'a', expected: { $regex: '.*is done.*' } }] }
    const put = (output: object) => solution('completed').map((one) => ({ ...one, output }))
    await found('audit.free-text-pattern', 'warning', 'free-text-pattern', [{ label: 'Told', assertion: answered }], {
      solutions: put({ a: 'The task is done.' }),
    })
    const below = { assert: 'output-match', fields: [{ path: 'copay', expected: { $not: { $gt: 150 } } }] }
    await found('audit.negated-comparison', 'warning', 'negated-comparison', [
      finished,
      { label: 'Not too much', guard: true, assertion: below },
    ])
    const listed = { assert: 'output-match', fields: [{ path: 'copays[*].copay', expected: 45 }] }
    await found('audit.cheap-gain', 'error', 'cheap-gain', [{ label: 'The copay', assertion: listed }], {
      solutions: put({ copays: [{ copay: 45 }] }),
    })
  },
})
