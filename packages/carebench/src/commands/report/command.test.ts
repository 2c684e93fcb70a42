import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareAgents, mcNemar, summarizeRuns, wilsonInterval } from '@carebench/verifier'
import { afterAll, describe, expect, it } from 'vitest'
import { doneCriterion, makeEvidence, makeRunRecord, makeTaskRecord } from '../../testing/make-records.js'
import { makeRunFolder } from '../../testing/make-run-folder.js'
import { runInProcess } from '../../testing/run-in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-report-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

/** A run of the tasks a, b, …: an upper-case letter passes, a lower-case one fails, `-` is undecided. */
function makeRun(letters: string, id: string, subset = false) {
  return makeRunRecord(
    [...letters].map((letter, index) => {
      const name = 'abcdefgh'[index] ?? ''
      return letter === '-'
        ? makeTaskRecord({ name, id: `tr_${id}_${name}`, result: null, status: 'failed' })
        : makeTaskRecord({
            name,
            id: `tr_${id}_${name}`,
            evidence: makeEvidence(letter === letter.toUpperCase() ? 'done' : 'open'),
          })
    }),
    { id, subset },
  )
}

async function asJson(...args: readonly string[]) {
  const { code, out, err } = await runInProcess(['report', ...args, '--json'])
  expect(err).toBe('')
  return { code, report: JSON.parse(out) }
}

it('quotes the error of a server in place of a record', async () => {
  const body = { error: { code: 'RESOURCE_NOT_FOUND', message: 'There is no task run "tr_1".', errors: [] } }
  const { code, err } = await runInProcess(['report', write('error.json', body)])
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('error.json is not a record, but an error of a server: There is no task run "tr_1".'),
  ])
})

describe('one record', () => {
  const record = makeRunRecord(
    [
      makeTaskRecord({ name: 'first', id: 'tr_1' }),
      makeTaskRecord({ name: 'second', id: 'tr_2', evidence: makeEvidence('open') }),
    ],
    { unrecorded: [{ id: 'tr_3', name: 'third', status: 'cancelled', verdict: null, score: null }] },
  )

  it('is summarized on the terminal: verdict, tasks, and criteria that did not pass', async () => {
    const { code, out } = await runInProcess(['report', write('one.json', record)])
    expect(code).toBe(0)
    expect(out).toContain('seal     intact')
    expect(out).toMatch(/^first +pass +1\.00/m)
    expect(out).toMatch(/^second +fail +0\.00/m)
    expect(out).toMatch(/^third +none +–/m)
    expect(out).toContain('Expected "status" to be "done", found "open".')
    expect(out).toContain('Note: One task run has no verdict')
  })

  it('shows the severity and harm of broken criteria, and what capped a score', async () => {
    const harmful = makeTaskRecord({
      criteria: [
        { ...doneCriterion, weight: 9 },
        {
          id: 'c2',
          label: 'Nobody else is informed',
          severity: 'critical',
          harm: 'missed-urgent',
          assertion: { assert: 'output-match', fields: [{ path: 'status', expected: 'quiet' }] },
        },
      ],
    })
    const html = join(folder, 'harmful.html')
    const { out } = await runInProcess(['report', write('harmful.json', makeRunRecord([harmful])), '--html', html])
    expect(out).toContain('score 0.00, capped by “Nobody else is informed”; 0.90 before')
    expect(out).toContain('Nobody else is informed (critical, not right (missed-urgent))')
    expect(out).toMatch(/critical failures, task runs +0 of 1\ncritical work left undone or not right +1 of 1\n/)
    expect(out).not.toMatch(/per 100|under policy|interval/)
    const page = readFileSync(html, 'utf8')
    expect(page).toContain('Score 0.00, capped by “Nobody else is informed”; 0.90 before.')
    expect(page).toContain(
      '<span class="tag broken">critical</span><span class="tag broken">not right (missed-urgent)</span>',
    )
    expect(page).toContain('Critical failures: task runs 0 of 1. Critical work left undone or not right: 1 of 1<')
    expect(page).not.toMatch(/per 100|under policy:/i)
    expect(out).toMatch(/^left undone or not right +missed-urgent 1$/m)
    expect(out + page).not.toMatch(/harm: |^harm /im)
    expect(page).toContain('<p class="soft">Left undone or not right: missed-urgent 1</p>')
    const { report } = await asJson(join(folder, 'harmful.json'))
    expect(report.agents[0]).toMatchObject({
      harms: {},
      leftUndone: { 'missed-urgent': 1 },
      runs: [{ harms: {}, leftUndone: { 'missed-urgent': 1 } }],
    })
    expect(report.agents[0].runs[0].tasks[0]).toMatchObject({
      rawScore: 0.9,
      cappedBy: ['Nobody else is informed'],
      broken: { critical: 1, major: 0, minor: 0 },
    })
  })

  it('counts harms by kind, over all runs of an agent', async () => {
    const harm = (label: string, kind: 'wrong-patient' | 'disclosure', expected: string, guard = true) => ({
      id: label,
      label,
      guard,
      harm: kind,
      assertion: { assert: 'output-match', fields: [{ path: 'status', expected }] },
    })
    const harmful = makeTaskRecord({
      criteria: [
        doneCriterion,
        harm('a', 'disclosure', 'quiet'),
        harm('b', 'wrong-patient', 'right'),
        harm('c', 'wrong-patient', 'still right'),
        harm('d', 'disclosure', 'done'),
        harm('e', 'disclosure', 'never', false),
      ],
    })
    const files = ['h1.json', 'h2.json'].map((name) => write(name, makeRunRecord([harmful], { id: name })))
    const html = join(folder, 'harms.html')
    const { out } = await runInProcess(['report', ...files.map((file) => `careless=${file}`), '--html', html])
    expect(out).toMatch(/^ {2}harm +wrong-patient 4, disclosure 2\n {2}left undone or not right +disclosure 2$/m)
    expect(readFileSync(html, 'utf8')).toMatch(
      new RegExp(
        '<h3>Harm<.*<li><b>careless</b>: wrong-patient 4, disclosure 2</li>.*' +
          '<h3>Left undone or not right<.*: disclosure 2</li>',
        's',
      ),
    )
  })

  it('is written as a page, as JUnit XML and as JSON', async () => {
    const [html, junit, json] = ['r.html', 'r.xml', 'r.json'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const file = write('one.json', record)
    const { code } = await runInProcess(['report', file, '--html', html, '--junit', junit, '--json', json])
    expect(code).toBe(0)
    expect(readFileSync(html, 'utf8')).toContain('<title>small@1</title>')
    expect(readFileSync(junit, 'utf8')).toContain('tests="3" failures="1" errors="0" time="60.000"')
    const report = JSON.parse(readFileSync(json, 'utf8'))
    expect(report).toMatchObject({
      version: 1,
      intact: true,
      agents: [{ runs: [{ benchmark: 'small@1', score: 0.5 }] }],
    })
    expect(report.agents[0].runs[0].tasks.map((task: { verdict: unknown }) => task.verdict)).toEqual([
      'pass',
      'fail',
      null,
    ])
  })

  it('may be the record of a task run', async () => {
    const { report } = await asJson(write('task.json', makeTaskRecord({ name: 'alone' })))
    expect(report.agents[0].runs[0]).toMatchObject({ verdict: 'pass', score: 1, tasks: [{ name: 'alone' }] })
  })

  it('always gives the same page', async () => {
    const [first, second] = [join(folder, '1.html'), join(folder, '2.html')]
    for (const html of [first, second]) await runInProcess(['report', write('one.json', record), '--html', html])
    expect(readFileSync(first)).toEqual(readFileSync(second))
  })
})

describe('several records', () => {
  const good = [makeRun('ABCD', 'g1'), makeRun('ABcD', 'g2'), makeRun('ABC-', 'g3')]
  const poor = [makeRun('aBcd', 'p1'), makeRun('abCd', 'p2'), makeRun('aBcd', 'p3')]
  const sources = [
    ...good.map((record, index) => `good=${write(`good-${index}.json`, record)}`),
    ...poor.map((record, index) => `poor=${write(`poor-${index}.json`, record)}`),
  ]
  const resultOf = (record: ReturnType<typeof makeRun>) => ({
    task_runs: record.task_runs.map(({ task, result }) => ({
      task_id: String(task?.name),
      verdict: result?.verdict ?? null,
      score: result?.score ?? null,
      // One criterion, of minor severity.
      broken: result && { critical: 0, major: 0, minor: result.verdict === 'pass' ? 0 : 1 },
    })),
  })

  it('have the figures of the verifier', async () => {
    const { code, report } = await asJson(...sources)
    expect(code).toBe(0)
    expect(report.agents.map((agent: { name: string }) => agent.name)).toEqual(['good', 'poor'])
    expect(report.agents[0].summary).toEqual(JSON.parse(JSON.stringify(summarizeRuns(good.map(resultOf)))))
    expect(report.comparisons).toEqual([
      { agents: ['good', 'poor'], ...compareAgents(good.map(resultOf), poor.map(resultOf)) },
    ])
    // Counted by hand: 10 of 11 decided attempts pass, one is undecided; a, c and d are flipped.
    expect(report.agents[0].summary).toMatchObject({
      passed: 10,
      attempts: 11,
      undecided: 1,
      pass_rate: wilsonInterval(10, 11),
    })
    expect(report.comparisons[0]).toMatchObject({ only_first: 3, only_second: 0, p_value: mcNemar(3, 0) })
    expect(report.comparisons[0].flipped.map((task: { task_id: string }) => task.task_id)).toEqual(['a', 'c', 'd'])
  })

  it('show the number of task runs with undecided criteria, by agent and family', async () => {
    const expected = { $grounded: { facts: [{ time: '09:30' }] } }
    const assertion = { assert: 'output-match', fields: [{ path: 'status', expected }] }
    const criteria = [doneCriterion, { id: 'g', label: 'States facts', guard: true, assertion }]
    const open = { ...{ name: 'call-1', id: 'tr_9' }, criteria, evidence: makeEvidence('at half past something') }
    const records = [makeTaskRecord(open), makeTaskRecord({ name: 'call-2', id: 'tr_10' })]
    const file = write('open.json', makeRunRecord(records, { id: 'run_9' }))
    const { report } = await asJson(`mine=${file}`, `other=${file}`)
    const rate = { known: 2, trials: 1, alone: 0 }
    expect(report.agents[0].undecided).toEqual({ ...rate, families: [{ family: 'call', ...rate }] })
    const { out } = await runInProcess(['report', `mine=${file}`, `other=${file}`])
    expect(out).toMatch(/^agent .* unscored +undecided$/m)
    expect(out).toMatch(/^mine .* 0 +1 of 2 \(50 %\), 0 of them without a failure$/m)
    expect(out).toContain('mine, call: undecided 1 of 2 (50 %), 0 of them without a failure')
  })

  it('are compared on the terminal and in the page, with the tasks that differ', async () => {
    const html = join(folder, 'compared.html')
    const { out } = await runInProcess(['report', ...sources, '--html', html])
    expect(out).toMatch(/^good +3 +10 of 11 /m)
    expect(out).toContain('good against poor, 4 tasks: both pass 1, neither 0, they differ on 3')
    const few = 'no p-value: 4 tasks of both, at least 6 are needed for one'
    expect(out).toContain(`pass rate: +66.7 points (0.0 to +100.0), 4 clusters, ${few}\n`)
    expect(out).not.toMatch(/p [=<>] /)
    expect(out).toMatch(/completed under policy +91 % \(42 % to 99 %\), 4 clusters/)
    expect(out).toMatch(/critical failures, task runs +0 of 11, at most 24 per 100/)
    expect(out).toContain('Completed under policy: passed and broke no critical or major criterion.')
    expect(out).toContain('a: good passes (3 of 3 against 0 of 3)')
    const page = readFileSync(html, 'utf8')
    expect(page).toContain(`<p class="soft">N${few.slice(1)}.</p>`)
    expect(page).not.toMatch(/p [=&]\S* ?0\.\d/)
    expect(page).toContain('91 % (62 % to 98 %)')
    expect(page).toContain('<h3>Critical failures</h3><p class="soft">Completed under policy: ')
    expect(page).toContain('task runs 0 of 11, at most 24 per 100; tasks 0 of 4, at most 53 per 100')
    expect(page).toContain('with 95 % intervals, 4 clusters.')
    expect(page).toContain('<polyline class="curve dashed"')
  })

  it('are read from folders, which name their agents', async () => {
    for (const [name, record] of [
      ['alpha', good[0]],
      ['beta', poor[0]],
    ] as const) {
      mkdirSync(join(folder, 'runs', name), { recursive: true })
      write(`runs/${name}/1.json`, record)
    }
    const { report } = await asJson(join(folder, 'runs/alpha'), `gamma=${join(folder, 'runs/beta')}`)
    expect(report.agents.map((agent: { name: string }) => agent.name)).toEqual(['alpha', 'gamma'])
  })

  it('without names are runs of one agent', async () => {
    const { report } = await asJson(write('x.json', good[0]), write('y.json', good[1]))
    expect(report.agents).toMatchObject([{ name: 'agent', summary: { runs: 2, repeated: [{ k: 1 }, { k: 2 }] } }])
  })

  it('are compared with a note if they were judged by different criteria', async () => {
    const other = makeRunRecord([
      makeTaskRecord({
        name: 'a',
        criteria: [{ id: 'c9', label: 'Anything', assertion: { assert: 'output-match', fields: [] } }],
      }),
    ])
    const pair = [`one=${write('x.json', good[0])}`, `two=${write('y.json', other)}`]
    const { report } = await asJson(...pair)
    expect((await runInProcess(['report', ...pair])).out).not.toContain('a: one passes')
    expect(JSON.stringify(report.comparisons)).not.toContain('"a"')
    expect(report.notes).toEqual(['“a” had different criteria in some runs: its results cannot be compared.'])
  })
})

describe('a record that was changed', () => {
  const changed = JSON.parse(JSON.stringify(makeRun('Ab', 'r')))
  changed.task_runs[1].result.score = 1
  changed.task_runs[1].result.verdict = 'pass'

  it('exits 1 and is reported first, everywhere', async () => {
    const [html, junit] = [join(folder, 'changed.html'), join(folder, 'changed.xml')]
    const { code, out } = await runInProcess([
      'report',
      write('changed.json', changed),
      '--html',
      html,
      '--junit',
      junit,
    ])
    expect([code, out.split('\n')[0]]).toEqual([
      1,
      'CHANGED  A record was changed after it was sealed: do not rely on it.',
    ])
    expect(out).toContain('/task_runs/1/result/score was changed after the record was sealed')
    const page = readFileSync(html, 'utf8')
    expect(page).toContain('<div class="alarm" role="alert">')
    expect(page).toContain('<code>/task_runs/1/result/score</code> was changed after the record was sealed')
    expect(page).toMatch(/<title>CHANGED · /)
    expect(readFileSync(junit, 'utf8')).toMatch(
      /<error type="error" message="The record was changed after it was sealed/,
    )
    expect((await asJson(join(folder, 'changed.json'))).report.intact).toBe(false)
  })

  it('is detected among others too, and by the kept digest', async () => {
    const { code } = await runInProcess([
      'report',
      write('fine.json', makeRun('AB', 's')),
      write('changed.json', changed),
    ])
    expect(code).toBe(1)
    const digest = '0'.repeat(64)
    expect((await runInProcess(['report', join(folder, 'fine.json'), '--digest', digest])).code).toBe(1)
  })
})

describe('a run of selected tasks', () => {
  it('is reported with a note that its score is not the score of the benchmark', async () => {
    const files = [write('part.json', makeRun('A', 'part', true)), write('whole.json', makeRun('Ab', 'whole'))]
    const { code, report } = await asJson(...files)
    expect(code).toBe(0)
    expect(report.agents[0].runs.map(({ subset }: { subset: boolean }) => subset)).toEqual([true, false])
    expect(report.notes).toEqual(['One run has only selected tasks: the scores are not those of the benchmark.'])
  })
})

describe('incorrect use exits 2:', () => {
  const file = write('ok.json', makeRun('A', 'ok'))
  const part = write('selected.json', makeRun('A', 'selected', true))
  it.each<[string, readonly string[], string]>([
    ['no record', [], "missing required argument 'records'"],
    ['a file that is not there', [join(folder, 'none.json')], 'there is no such file'],
    ['a file that is not a record', [write('no.json', { version: 1 })], 'Expected /kind'],
    ['an empty folder', [mkdtempSync(join(folder, 'empty-'))], 'has no .json or .json.gz file'],
    ['the same record twice', [file, file], 'are the same record'],
    ['agents compared by a run of selected tasks', [`a=${file}`, `b=${part}`], 'only selected tasks (subset)'],
    ['one digest for two records', [`a=${file}`, `b=${file}`, '--digest', 'x'], '--digest takes one record'],
    ['a file that cannot be written', [file, '--html', join(file, 'below-a-file.html')], 'cannot be written'],
  ])('%s', async (_, args, hint) => {
    const { code, out, err } = await runInProcess(['report', ...args])
    expect([code, out, err.includes(hint)]).toEqual([2, '', true])
  })
})

it('a results folder whose failing trials lack a record, or have that of another, exits 2 and names them', async () => {
  const records = (name: string, id: string, passed: boolean) =>
    makeTaskRecord({ name, id, evidence: makeEvidence(passed ? 'done' : 'open') })
  const results = makeRunFolder({ agents: { mine: { A: 'pf' } }, records })
  const recordOf = (trial: string) => join(results, `trials/mine/a-559aea/${trial}/attempt-1/record.json.gz`)
  const name = (...options: readonly string[]) => runInProcess(['report', results, ...options])
  expect((await name('--json')).code).toBe(0)
  copyFileSync(recordOf('t01'), recordOf('t02'))
  expect(await name('--html', join(results, 'r.html'))).toMatchObject({ code: 2 })
  rmSync(recordOf('t02'))
  for (const options of [['--json'], []]) {
    const { code, err } = await name(...options)
    expect([code, err]).toEqual([2, expect.stringContaining('mine/A/2 has no record, so no figure counts it')])
  }
})
