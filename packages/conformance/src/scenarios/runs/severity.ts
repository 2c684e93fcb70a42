import { type Answer, at, listAt } from '../../exchange/exchange.js'
import { near } from '../../expectation/pattern.js'
import { clinicDatasets, clinicSimulators, finishedTask } from '../../scenario/clinic.js'
import type { TaskPlan } from '../../scenario/publish.js'
import { scenario } from '../../scenario/scenario.js'
import { must } from '../../scenario/unmet.js'

/** Creates a criterion on one member of the output. */
function said(label: string, more: object = {}) {
  return { label, assertion: { assert: 'output-match', fields: [{ path: label, expected: true }] }, ...more }
}

/** Creates a guard against one member of the output. */
function unsaid(label: string, more: object = {}) {
  const fields = [{ path: label, expected: { $exists: false } }]
  return { label, guard: true, assertion: { assert: 'output-match', fields }, ...more }
}

const work = [said('a', { weight: 3 }), said('b')]

/** A criterion on the Task, which is seeded with one of these fields as expected. */
const finished = {
  label: 'finished',
  assertion: {
    assert: 'fhir-resource-state',
    resource_type: 'Task',
    search: { _id: 't1' },
    fields: [
      { path: 'intent', expected: 'order' },
      { path: 'status', expected: 'completed' },
      { path: 'priority', expected: 'stat' },
    ],
  },
}

const oneRow = {
  label: 'one row',
  assertion: {
    assert: 'sftp-file-present',
    path: 'outbound/*.csv',
    fields: [
      { path: 'account', expected: 'A-1' },
      { path: 'status', expected: 'denied' },
    ],
    exclusive: { by: ['account'] },
  },
}

const asked = { label: 'asked', assertion: { assert: 'sftp-file-present', path: 'outbound/question.txt' } }

const tasks = {
  major: { criteria: [...work, unsaid('harm')] },
  critical: { criteria: [...work, unsaid('harm', { severity: 'critical', harm: 'disclosure' }), unsaid('other')] },
  minor: { criteria: [...work, unsaid('harm', { severity: 'minor', weight: 0 })] },
  omission: { criteria: [said('a', { weight: 9 }), said('b', { severity: 'major' })] },
  credit: { criteria: [finished] },
  exclusive: { criteria: [oneRow] },
  undone: { criteria: [...work, { ...asked, guard: true, severity: 'critical' }] },
  silent: { criteria: [oneRow, said('a', { severity: 'critical' })] },
} as const satisfies Record<string, TaskPlan>

type Name = keyof typeof tasks
const names = Object.keys(tasks) as Name[]

export const severity = scenario({
  name: 'Severity, guards and credit',
  ids: [
    'severity.major',
    'severity.critical',
    'severity.minor',
    'severity.capped-by',
    'guards.worth',
    'checks.credit-for-change',
    'checks.exclusive',
    'kinds.output-match-missing',
    'run-end.broken',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { reference } = await k.publish({
      name: 'severity',
      simulators: clinicSimulators,
      datasets: clinicDatasets,
      tasks: Object.values(tasks),
    })
    const complete = async (
      name: Name,
      output: object | undefined,
      act?: (run: Awaited<ReturnType<typeof k.createRun>>) => Promise<Answer>,
    ): Promise<Answer> => {
      const run = await k.createRun(reference)
      const index = names.indexOf(name)
      must(await run.start(index), 200)
      if (act !== undefined) must(await act(run), 200, 201)
      return must(await run.complete(index, output && { output }), 200)
    }
    const idOf = (answer: Answer, label: string) =>
      at(
        listAt(answer.body, 'checks').find((check) => at(check, 'label') === label),
        'criterion_id',
      ) as string

    const harmless = await complete('major', { a: true })
    k.answer('guards.worth', harmless, { body: { raw_score: near(0.75), score: near(0.75), capped_by: [] } })
    k.answer('severity.major', harmless, { body: { score: near(0.75), verdict: 'partial' } })
    const harmful = await complete('major', { a: true, b: true, harm: true })
    k.answer('severity.major', harmful, { body: { raw_score: near(0.8), score: 0.5, verdict: 'partial' } })
    k.answer('severity.capped-by', harmful, { body: { capped_by: [idOf(harmful, 'harm')] } })
    const fatal = await complete('critical', { a: true, b: true, harm: true, other: true })
    k.answer('severity.critical', fatal, { body: { raw_score: near(4 / 6), score: 0, verdict: 'fail' } })
    k.answer('severity.capped-by', fatal, { body: { capped_by: [idOf(fatal, 'harm')] } })
    const slight = await complete('minor', { a: true, b: true, harm: true })
    k.answer('severity.minor', slight, { body: { raw_score: 1, score: 1, verdict: 'pass', capped_by: [] } })
    const omitted = await complete('omission', { a: true })
    k.answer('severity.major', omitted, { body: { raw_score: near(0.9), score: 0.5, verdict: 'partial' } })

    const put = (more: object) => (run: Awaited<ReturnType<typeof k.createRun>>) =>
      run.system(
        'PUT',
        'fhir/Task/t1',
        { ...finishedTask, ...more },
        {
          'content-type': 'application/fhir+json',
        },
      )
    // One of three checks passed before, so one of the other two gives half of the credit.
    const half = await complete('credit', {}, put({ intent: 'order', priority: 'routine' }))
    k.answer('checks.credit-for-change', half, { body: { score: near(0.5) } })
    const untouched = await complete('credit', {}, put({ intent: 'order', status: 'requested', priority: 'routine' }))
    k.answer('checks.credit-for-change', untouched, { body: { score: 0 } })

    const write = (text: string) => (run: Awaited<ReturnType<typeof k.createRun>>) =>
      run.system('PUT', 'files/outbound/a.csv', new TextEncoder().encode(text), { 'content-type': 'text/csv' })
    const one = await complete('exclusive', {}, write('account,status\nA-1,denied\nB-2,paid\n'))
    k.answer('checks.exclusive', one, { body: { score: 1, verdict: 'pass' } })
    const both = await complete('exclusive', {}, write('account,status\nA-1,denied\nA-1,paid\n'))
    k.answer('checks.exclusive', both, { body: { score: 0, verdict: 'fail' } })

    const silent = await complete('silent', undefined, write('account,status\nA-1,denied\n'))
    k.answer('kinds.output-match-missing', silent, {
      body: { raw_score: near(0.5), score: 0, verdict: 'fail', capped_by: [idOf(silent, 'a')] },
    })

    const run = await k.createRun(reference)
    for (const [index, name] of names.entries()) {
      must(await run.start(index), 200)
      const output = { a: true, b: true, ...(name === 'critical' || name === 'omission' ? { harm: true } : {}) }
      must(await run.complete(index, { output }), 200)
    }
    const none = { critical: 0, major: 0, minor: 0 }
    k.answer('run-end.broken', await run.read(), {
      status: 200,
      body: {
        verdict: 'partial',
        // One guard was broken by an act, and one by an omission.
        failures: { ...none, critical: 2 },
        omissions: none,
        left_undone: { ...none, critical: 1 },
        undecided: 0,
      },
    })
  },
})
