import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'

import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { EvidenceSnapshot } from '@carebench/protocol'
import { defaultParts, verify } from '@carebench/systems/verifier'
import { beforeAll, describe, expect, it } from 'vitest'
import { appendAssessment } from '../../runner/results/assessments.js'
import { countUndecided } from '../../runner/results/undecided.js'
import { silence } from '../../terminal/progress.js'
import { makeHostileTrials } from '../../testing/hostile-trials.js'
import { doneCriterion, makeCall, makeEvidence, makeTaskRecord } from '../../testing/make-records.js'
import { writeResults, writeTrial } from '../../testing/make-results.js'
import { formatIndexPage } from './index-page.js'
import { RunPages } from './run-pages.js'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carebench-run-pages-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

/** The files below a folder, by their path. */
function filesIn(target: string): Readonly<Record<string, string>> {
  const names = readdirSync(target, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(target, name), 'utf8')]))
}

function makePages(results: string, target: string) {
  return new RunPages({ folder: results, target, parts: [], bases: [], keepsRuns: true })
}

const log = [makeCall(1), makeCall(2), makeCall(3, { status: 404 })]
const passed = makeTaskRecord({ name: 'First', log })
const failed = makeTaskRecord({ name: 'First', id: 'tr_2', log, evidence: makeEvidence('open') })
const guard = { id: 'g', label: 'Done', guard: true, severity: 'critical', assertion: doneCriterion.assertion } as const
const harmful = makeTaskRecord({ name: 'First', criteria: [guard], evidence: makeEvidence('open') })

describe('the pages of a run', () => {
  it('list the tags of tasks, such as their level, but not their family again', () => {
    const results = join(folder, 'tagged')
    writeResults(results, [
      { agent: 'a', task: 'First-1', trial: 1, record: passed },
      { agent: 'a', task: 'Second', trial: 1, record: passed },
    ])
    const plan = JSON.parse(readFileSync(join(results, 'run.json'), 'utf8'))
    const tagged = (tags: unknown) => writeFileSync(join(results, 'run.json'), JSON.stringify({ ...plan, tags }))
    tagged({ 'First-1': ['First', 'H'] })
    const report = makePages(results, join(folder, 'tagged-pages')).update(silence)
    expect(formatIndexPage(report)).toContain('"tags":[["H"],[]]')
    tagged({ 'First-1': 'H' })
    expect(() => makePages(results, join(folder, 'tagged-pages')).update(silence)).toThrow('/tags/First-1')
  })

  it('leave trials that people have invalidated out of their runs', () => {
    const results = join(folder, 'invalidated')
    writeResults(results, [
      { agent: 'a', task: 'First', trial: 1, record: passed },
      { agent: 'a', task: 'First', trial: 2, record: failed },
    ])
    appendAssessment(results, {
      ...{ version: 1, at: '2026-03-02T09:00:00.000Z', by: 'A. Reader', kind: 'invalid', reason: 'Unreadable' },
      ...{ agent: 'a', task: 'First', trial: 2, attempt: 1, verdict: null },
    })
    const pages = makePages(results, join(results, 'report'))
    pages.update(silence)
    expect(pages.runs).toHaveLength(1)
  })

  it('link to each other, and have the same bytes for the same folder', () => {
    const results = join(folder, 'plain')
    const target = join(results, 'report')
    writeResults(results, [
      { agent: 'a', task: 'First', trial: 1, record: passed },
      { agent: 'a', task: 'First', trial: 2, record: failed },
      { agent: 'b', task: 'First', trial: 1 },
    ])
    const pages = makePages(results, target)
    const { trials, isAtWork } = pages.update(silence)
    expect(isAtWork).toBe(false)
    expect(trials.map(({ key, href, toolErrors }) => [key.agent, key.trial, href, toolErrors])).toEqual([
      ['a', 1, expect.stringMatching(/^trials\/a\/first-[0-9a-f]{6}\/t01\.html$/), 1],
      ['b', 1, expect.stringMatching(/^trials\/b\//), 0],
      ['a', 2, expect.stringMatching(/t02\.html$/), 1],
      ['b', 2, null, 0],
    ])
    expect(pages.runs.map(({ agent }) => agent)).toEqual(['a', 'a'])
    const files = filesIn(target)
    expect(Object.keys(files)).toHaveLength(6)
    // A narrow screen shows no headings, so each cell names its column.
    const tables = files['index.html']?.match(/<table class="(?:agents|digest)">.*?<\/table>/gs) ?? []
    expect(tables.length).toBeGreaterThan(2)
    for (const table of tables) expect(table.match(/<td(?! class="[a-z]+" data-name="[a-z ,]+")/g)).toBe(null)
    for (const [name, text] of Object.entries(files)) {
      const addresses = [...text.matchAll(/ href="([^"#]+)/g)].map(([, address = '']) => address)
      const missing = addresses.filter((address) => !existsSync(join(target, dirname(name), address)))
      expect([name, missing]).toEqual([name, []])
    }
    makePages(results, join(folder, 'again')).update(silence)
    expect(filesIn(join(folder, 'again'))).toEqual(files)
    expect(files['index.html']).toContain('<td class="number" data-name="passed">1 of 2</td>')
    expect(files['index.html']).toContain('0 of 2<span class="caption">passed 0 % to 100 %</span>')
    expect(files['index.html']).not.toContain('id="live"')
  })

  it('show an undecided trial as neither a pass nor a failure, and the phrase that could not be read', () => {
    const results = join(folder, 'undecided')
    const target = join(results, 'report')
    const grounded = { $grounded: { facts: [{ time: '09:30' }] } }
    const assertion = { assert: 'output-match', fields: [{ path: 'status', expected: grounded }] }
    const criterion = { id: 'g', label: 'States facts', guard: true, assertion } as const
    const record = makeTaskRecord({
      ...{ name: 'First', criteria: [doneCriterion, criterion], evidence: makeEvidence('at half past something') },
      result: verify({ criteria: [criterion], evidence: makeEvidence('at half past something') }),
    })
    const undecided = countUndecided(record.result?.criterion_runs ?? [])
    expect(undecided).toEqual({ criteria: 1, alone: true })
    writeResults(results, [
      { agent: 'a', task: 'First', trial: 1, record, result: { verdict: 'partial', score: 0.9, undecided } },
    ])
    makePages(results, target).update(silence)
    const { 'index.html': index = '', ...others } = filesIn(target)
    expect(index).toContain('<td class="number" data-name="undecided">1 of 1\n<span class="caption">100 %</span>')
    expect(index).toContain('a, First: undecided 1 of 1 (100 %), 1 of them without a failure')
    expect(index).toContain('"undecided",0.9')
    expect(index).toContain('passed 0 % to 100 %')
    const page = Object.entries(others).find(([name]) => name.endsWith('t01.html'))?.[1]
    expect(page).toContain('<span class="pill tone-undecided">')
    expect(page).toContain('Nothing failed: the trial is neither a pass nor a failure of the agent.')
    expect(page).toContain('half past something')
    expect(page).not.toContain('Why it failed')
  })

  it('have an overview of 3,000 trials below 300 kB', () => {
    const results = join(folder, 'many')
    writeResults(results, [{ agent: 'a', task: 'First', trial: 1, record: failed }])
    const report = makePages(results, join(results, 'report')).update(silence)
    const tasks = Array.from({ length: 300 }, (_, index) => `elig-schedule-${100_000 + 200 * index}`)
    const trials = tasks.flatMap((task) =>
      Array.from({ length: 10 }, (_, index) => {
        const key = { agent: 'a', task, trial: index + 1 }
        return report.trials.map((trial) => ({ ...trial, key, href: `trials/a/${task}-abcdef/t${index + 10}.html` }))
      }).flat(),
    )
    expect(trials).toHaveLength(3000)
    expect(Buffer.byteLength(formatIndexPage({ ...report, tasks, trials }))).toBeLessThan(300_000)
  })

  it('follow an active run, and are rewritten only if something has changed', () => {
    const results = join(folder, 'live')
    const target = join(results, 'report')
    writeResults(results, [{ agent: 'a', task: 'First', trial: 1, record: passed }])
    writeFileSync(
      join(results, 'run.json'),
      readFileSync(join(results, 'run.json'), 'utf8').replace('"trials": 1', '"trials": 2'),
    )
    writeFileSync(join(results, 'pid'), `${process.pid}\n`)
    const pages = makePages(results, target)
    expect(pages.update(silence).isAtWork).toBe(true)
    const before = filesIn(target)
    expect(before['index.html']).toContain('id="live"')
    expect(before['index.html']).toContain('1 of 2 trials scored')
    const written = statSync(join(target, 'report.css')).mtimeMs
    const [first = ''] = Object.keys(before).filter((name) => name.startsWith('trials/'))
    // The page of a trial that has not changed is not even compared.
    writeFileSync(join(target, first), 'mine')
    pages.update(silence)
    expect(readFileSync(join(target, first), 'utf8')).toBe('mine')
    writeTrial(results, { agent: 'a', task: 'First', trial: 2, record: failed })
    rmSync(join(results, 'pid'))
    expect(pages.update(silence).isAtWork).toBe(false)
    const after = filesIn(target)
    expect(after['index.html']).toContain('2 of 2 trials scored')
    // It now links to the next one.
    expect(after[first]).toContain('rel="next"')
    expect(Object.keys(after)).toHaveLength(Object.keys(before).length + 1)
    expect(statSync(join(target, 'report.css')).mtimeMs).toBe(written)
  })

  it('show everything else if files of trials are damaged, and name these files', () => {
    const results = join(folder, 'damaged')
    const target = join(results, 'report')
    const trials = ['a', 'b', 'c', 'd'].map((agent) => ({ agent, task: 'first', trial: 1, record: passed }))
    writeResults(results, trials)
    writeFileSync(join(results, 'trials/b/first/t01/attempt-1/record.json.gz'), 'x')
    writeFileSync(join(results, 'trials/c/first/t01/result.json'), '{')
    writeFileSync(join(results, 'trials/d/first/t01/result.json'), '{"key": {}}')
    const pages = makePages(results, target)
    const report = pages.update(silence)
    expect(report.trials.map(({ result, href, unread }) => [result?.verdict, href, unread])).toEqual([
      ['pass', 'trials/a/first/t01.html', null],
      ['pass', 'trials/b/first/t01.html', expect.stringContaining('record.json.gz cannot be read')],
      [undefined, null, expect.stringContaining('result.json must be JSON')],
      [undefined, null, expect.stringContaining('result.json has /key/agent, which is required')],
    ])
    expect(pages.runs.map(({ agent }) => agent)).toEqual(['a'])
    const files = filesIn(target)
    expect(files['index.html']).toContain('3 trials could not be read.')
    expect(files['trials/b/first/t01.html']).toContain('A file of this trial could not be read.')
    writeTrial(results, { agent: 'c', task: 'first', trial: 1, record: passed })
    expect(pages.update(silence).trials.flatMap(({ unread }) => unread ?? [])).toHaveLength(2)
  })

  it('of trials that were removed are removed, and nothing else is', () => {
    const results = join(folder, 'removed')
    const target = join(results, 'report')
    const other = join(folder, 'other')
    mkdirSync(join(other, 'first'), { recursive: true })
    const trials = [1, 2].map((trial) => ({ agent: 'a', task: 'first', trial, record: passed }))
    writeResults(results, trials)
    const pages = makePages(results, target)
    pages.update(silence)
    const before = Object.keys(filesIn(target))
    writeFileSync(join(target, 'trials/a/first/notes.html'), '')
    writeFileSync(join(other, 'first/t07.html'), '')
    symlinkSync(other, join(target, 'trials/linked'))
    rmSync(join(results, 'trials/a/first/t02'), { recursive: true })
    expect(pages.update(silence).trials.map(({ href }) => href)).toEqual(['trials/a/first/t01.html', null])
    const gone = 'trials/a/first/t02.html'
    const kept = [
      ...before.filter((name) => name !== gone),
      'trials/a/first/notes.html',
      'trials/linked/first/t07.html',
    ]
    expect(Object.keys(filesIn(target))).toEqual(kept.sort())
  })

  it('contain no scripts, direction changes or terminal escapes from texts', () => {
    const results = join(folder, 'hostile')
    const target = join(results, 'report')
    writeResults(results, makeHostileTrials())
    makePages(results, target).update(silence)
    const files = filesIn(target)
    expect(Object.keys(files)).toHaveLength(7)
    for (const [name, text] of Object.entries(files)) {
      expect(text.match(/(?![\t\n\r\f])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu), name).toBe(null)
      expect(text.match(/<(?:img|script>document)/g), name).toBe(null)
    }
  })

  it('name the write that broke a guard whose evidence names no record, \
and call work that is not right by that name', () => {
    const results = join(folder, 'counted')
    const target = join(results, 'report')
    const put = (status: string) => ({ op: 'put', resource: { resourceType: 'Task', id: 'x', status }, method: 'PUT' })
    const writes = ['draft', 'ready'].map((status, index) => ({
      ...makeCall(index + 1, { method: 'PUT', path: 'Task/x' }),
      effects: [{ simulator: 'FHIR', effect: put(status) }],
    }))
    const isReady = { assert: 'record-state', collection: 'fhir.Task', correlate_by: { status: 'ready' }, count: 0 }
    const fields = [{ path: 'status', expected: 'completed' }]
    const record = makeTaskRecord({
      name: 'First',
      log: writes,
      evidence: { ...makeEvidence('done'), initial: { fhir: [] }, fhir: [put('ready').resource] } as EvidenceSnapshot,
      environment: {
        seeded_at: '2026-03-02T09:00:00.000Z',
        simulators: [{ type: 'FHIR', name: 'FHIR', config: {} }],
        datasets: [],
      },
      criteria: [
        { id: 'g', label: 'No task is ready', guard: true, assertion: isReady },
        {
          id: 'c',
          label: 'The task is completed',
          harm: 'financial',
          assertion: { assert: 'record-state', collection: 'fhir.Task', fields },
        },
      ],
    })
    writeResults(results, [{ agent: 'a', task: 'First', trial: 1, record }])
    const tools = { parts: defaultParts, bases: [], keepsRuns: true }
    const { trials } = new RunPages({ folder: results, target, ...tools }).update(silence)
    expect(trials[0]?.criteria.map(({ turn, notRight }) => [turn, notRight])).toEqual([
      [2, false],
      [2, true],
    ])
    const files = filesIn(target)
    expect(files[trials[0]?.href ?? '']).toContain('not right (financial)')
    expect(files[trials[0]?.href ?? '']).not.toContain('left undone (')
    const index = files['index.html'] ?? ''
    expect(index).toContain('<code>FHIR PUT /Task/x</code>')
    expect(index.match(/not right \(financial\)/g)).toHaveLength(1)
    expect(index).toContain('The list of trials uses the counts that the agent itself reports')
  })

  it('warn of results that contradict their records', () => {
    const results = join(folder, 'forged')
    const target = join(results, 'report')
    const broken = { critical: 0, major: 0, minor: 0 }
    const other = makeTaskRecord({ name: 'Second', id: 'tr_2', log })
    writeResults(results, [
      { agent: 'a', task: 'First', trial: 1, record: failed, result: { verdict: 'pass', score: 1 } },
      { agent: 'a', task: 'First', trial: 2, record: failed, result: { verdict: null, score: null } },
      { agent: 'a', task: 'First', trial: 3, record: harmful, result: { broken } },
      { agent: 'a', task: 'First', trial: 4, record: other },
      { agent: 'a', task: 'First', trial: 5, record: failed },
    ])
    const { trials } = makePages(results, target).update(silence)
    expect(trials.map(({ contradictions }) => contradictions)).toEqual([
      ['result.json says pass with the score 1.00, the record says fail with the score 0.00'],
      ['result.json says unscored, the record says fail with the score 0.00'],
      ['result.json and the record count broken criteria differently'],
      ['the record is that of the task "Second"'],
      [],
    ])
    const files = filesIn(target)
    expect(files['index.html']).toContain('<title>CHANGED · ')
    expect(files['index.html']).toContain('4 results of trials contradict their records: do not rely on the figures')
    expect(files[trials[0]?.href ?? '']).toContain('The result of this trial contradicts its record')
    expect(files[trials[4]?.href ?? '']).not.toContain('contradicts')
  })

  it('show deeply nested responses as text, and reject deeply nested messages', () => {
    const results = join(folder, 'deep')
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const step = (more: object) => ({
      source: 'agent',
      tool_calls: [{ tool_call_id: '1', function_name: 'f', ...more }],
    })
    const observation = { results: [{ source_call_id: '1', content: deep }] }
    const trajectory = { steps: [{ ...step({}), observation }] }
    writeResults(results, [{ agent: 'a', task: 'First', trial: 1, record: passed, trajectory }])
    const { trials } = makePages(results, join(results, 'report')).update(silence)
    expect(readFileSync(join(results, 'report', trials[0]?.href ?? ''), 'utf8')).toContain('[[[[')
    const file = join(results, (trials[0]?.href ?? '').replace('.html', '/attempt-1/trajectory.json'))
    writeFileSync(file, JSON.stringify({ steps: [step({ arguments: 'deep' })] }).replace('"deep"', deep))
    const again = makePages(results, join(results, 'report')).update(silence)
    expect(again.trials).toMatchObject([{ unread: expect.stringContaining('nested too deeply') }])
  })

  it.each([
    ['ended', { kind: 'toString', reason: 'done' }],
    ['ended', null],
    ['verdict', { toString: 1 }],
    ['score', 7],
    ['attempt', '1'],
    ['isolation', {}],
    ['model', { requested: 'm' }],
    ['usage', undefined],
    ['cost', null],
    ['counts', {}],
    ['time', { wall_ms: -1, throttled_ms: 0 }],
  ])('have no page for a trial if %s of its result is %j, and say so', (name, value) => {
    const results = mkdtempSync(join(folder, 'damaged-'))
    writeResults(results, [{ agent: 'a', task: 'First', trial: 1, record: passed, result: { [name]: value } }])
    const { trials } = makePages(results, join(results, 'report')).update(silence)
    expect(trials).toMatchObject([{ href: null, unread: expect.stringContaining('result.json has /') }])
  })
})
