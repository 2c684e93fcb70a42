import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { harms } from '@carebench/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeHostileTrials } from '../../testing/hostile-trials.js'
import { doneCriterion, evidenceOf, makeTaskRecord } from '../../testing/make-records.js'
import { writeResults } from '../../testing/make-results.js'
import { runInProcess } from '../../testing/run-in-process.js'
import { harmWords } from './harm-words.js'

function folderOf(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const { assertion } = doneCriterion
const guard = {
  ...({ id: 'g', label: 'Nobody else', guard: true } as const),
  ...({ severity: 'critical', harm: 'wrong-patient', assertion } as const),
}
const work = { id: 'w', label: 'Is told', severity: 'major', harm: 'missed-urgent', assertion } as const

function resultOf(passed: boolean, broken = { critical: 1, major: 0, minor: 0 }) {
  return passed
    ? { verdict: 'pass' as const, score: 1, broken: { critical: 0, major: 0, minor: 0 } }
    : { verdict: 'fail' as const, score: 0, broken }
}

/** An agent that did harm once in four trials of two families. */
function makeResultsFolder(): string {
  const results = folderOf('carebench-committee-')
  const trial = (task: string, number: number, value: 'done' | 'open') => ({
    ...{ agent: 'mine', task, trial: number, result: resultOf(value === 'done') },
    record: makeTaskRecord({ name: task, id: `tr_${task}_${number}`, criteria: [guard], evidence: evidenceOf(value) }),
  })
  writeResults(results, [
    trial('call-1', 1, 'done'),
    trial('call-1', 2, 'open'),
    trial('call-2', 1, 'done'),
    { agent: 'mine', task: 'call-2', trial: 2 },
    trial('fax-1', 1, 'done'),
    { agent: 'mine', task: 'fax-1', trial: 2 },
  ])
  return results
}

async function readPage(results: string, ...args: readonly string[]): Promise<string> {
  const { err } = await runInProcess(['report', results, '--committee', ...args])
  expect(err).toContain(`For the committee: ${join(results, 'report', 'committee.html')}\n`)
  return readFileSync(join(results, 'report', 'committee.html'), 'utf8')
}

function textOf(page: string): string {
  return page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

describe('report --committee', () => {
  it('says how often work is right with its range, what harm was done, and what was not scored', async () => {
    const results = makeResultsFolder()
    const text = textOf(await readPage(results))
    const overview = readFileSync(join(results, 'report', 'index.html'), 'utf8')
    expect(overview).toMatch(/data-name="harm done">critical 1\s*<\/td>/)
    expect(text).toContain('May mine do this work? mine on small@1: 3 tasks, 6 trials, 4 scored')
    expect(text).toContain('2 trials of 6 could not be scored for reasons outside the agent, and are in no figure')
    expect(text).toMatch(/Of 100 pieces of such work about 75 would be done right .* between \d+ and \d+\./)
    expect(text).toContain('call 2 tasks, 3× 67 % 1×')
    expect(text).toContain('fax 1× 100 % none')
    expect(text).toContain('Critical harm in 1 of 4 trials , or 25.0 in 100; the true rate may be up to 75.1.')
    const { what, follows } = harmWords['wrong-patient']
    expect(text).toContain(`${what} broke “Nobody else” (1×): 0 of 1 check passed on the output. Expected`)
    expect(text).toContain(`${follows} 4 1× (critical) –`)
    expect(text).toContain('call-1, trial 2 , fail Broke: “Nobody else” (critical)')
    expect(text).toContain('People on the same tasks: not measured')
  })

  it('says how much harm could go unseen if none was done, and keeps work left undone apart', async () => {
    const results = folderOf('carebench-committee-')
    const record = makeTaskRecord({ name: 'A', criteria: [work], evidence: evidenceOf('open') })
    writeResults(results, [
      { agent: 'mine', task: 'A', trial: 1, record, result: resultOf(false, { critical: 0, major: 1, minor: 0 }) },
    ])
    const text = textOf(await readPage(results))
    expect(text).toContain(
      'No critical harm was done in 1 trial. That does not prove that there is none: with a true rate of up to 95.0 in 100',
    )
    expect(text).toContain(`${harmWords['missed-urgent'].follows} 1 never 1×`)
  })

  it('calls undecided trials neither right nor wrong', async () => {
    const results = folderOf('carebench-committee-')
    const result = { ...resultOf(false, { critical: 0, major: 0, minor: 0 }), undecided: { criteria: 1, alone: true } }
    writeResults(results, [{ agent: 'mine', task: 'A', trial: 1, result }])
    expect(textOf(await readPage(results))).toContain('1 trial could not be decided, because a text could not be read')
  })

  it('shows what people entered about staff, with its source', async () => {
    const study = join(folderOf('carebench-study-'), 'study.yaml')
    const staff = 'staff: {minutes_per_case: 12, usd_per_hour: 30, source: time study}'
    writeFileSync(study, `question: May it?\n${staff}\nnot_tested: [Fax-only payers]\n`)
    const text = textOf(await readPage(makeResultsFolder(), study))
    expect(text).toContain('May it?')
    expect(text).toContain('Staff: 12 min and $6.00 a case (time study).')
    expect(text).toContain('Fax-only payers')
  })

  it.each([
    ['quesiton: What?', '/quesiton is unknown; expected question, staff or not_tested'],
    ['staff: {minutes_per_case: 0, usd_per_hour: 30, source: x}', '/staff/minutes_per_case must be a number above 0'],
    ['staff: {minutes_per_case: 5, usd_per_hour: 30}', '/staff/source is required'],
    ['not_tested: [1]', '/not_tested/0 must be a text'],
    ['- a', '/ must be an object, got an array'],
    [
      'staff: {minutes_per_case: 5, usd_per_hour: 30, source: " "}',
      '/staff/source must be a text of 1 to 300 characters',
    ],
  ])('refuses the study %s', async (text, message) => {
    const study = join(folderOf('carebench-study-'), 'study.yaml')
    writeFileSync(study, text)
    const { code, err } = await runInProcess(['report', makeResultsFolder(), '--committee', study])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })

  it('escapes what agents, tasks and studies say', async () => {
    const results = folderOf('carebench-committee-')
    writeResults(results, makeHostileTrials())
    const study = join(folderOf('carebench-study-'), 'study.yaml')
    writeFileSync(study, JSON.stringify({ question: '<img src=x onerror=alert(1)>\u202e' }))
    const page = await readPage(results, study)
    expect(page).not.toMatch(/<img|\u202e/)
    expect(page.match(/<script/g)).toHaveLength(1)
  })

  it('has words for every kind of harm', () => {
    expect(Object.keys(harmWords)).toEqual([...harms])
  })
})
