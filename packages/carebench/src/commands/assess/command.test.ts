import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeRunFolder } from '../../testing/make-run-folder.js'
import { runInProcess } from '../../testing/run-in-process.js'

const trial = 'mine/A/2'
const by = ['--by', 'A. Reader']

function foldered() {
  return makeRunFolder({ agents: { mine: { A: 'pf', B: 'pi' } } })
}

async function readSummary(folder: string) {
  const { out } = await runInProcess(['run', 'show', folder, '--json'])
  const [agent] = JSON.parse(out).agents
  return agent
}

it('takes an invalidated trial out of all figures, says how many there are, and counts it again', async () => {
  const folder = foldered()
  const before = await readSummary(folder)
  expect(before).toMatchObject({ passed: 2, scored: 3, unscored: 1, invalidated: 0 })
  const result = readFileSync(join(folder, 'trials/mine', 'a-559aea', 't02', 'result.json'), 'utf8')
  const done = await runInProcess(['assess', folder, trial, ...by, '--invalidate', 'The fax\nwas unreadable'])
  expect([done.code, done.out]).toEqual([
    0,
    expect.stringMatching(
      /^\d{4}-\d\d-\d\d \d\d:\d\d {2}mine\/A\/2 {2}invalidated by A. Reader: The fax was unreadable\n$/,
    ),
  ])
  expect(await readSummary(folder)).toMatchObject({
    ...{ passed: 2, scored: 2, unscored: 2, invalidated: 1, bounds: { low: 0.5, high: 1 } },
    unscored_ends: { invalidated: 1, 'infra/rate_limit': 1 },
  })
  const shown = (await runInProcess(['run', 'show', folder])).out
  expect(shown).toContain('1 trial unscored: 1 infrastructure error (rate_limit).')
  expect(shown).toContain('1 trial invalidated by people, left out of figures')
  expect(readFileSync(join(folder, 'trials/mine', 'a-559aea', 't02', 'result.json'), 'utf8')).toBe(result)
  await runInProcess(['assess', folder, trial, ...by, '--restore', 'It was readable'])
  expect(await readSummary(folder)).toEqual(before)
  expect((await runInProcess(['assess', folder])).out.split('\n')).toHaveLength(3)
})

it('shows a note and a second opinion on the page of the trial, and in no figure', async () => {
  const folder = foldered()
  const before = await readSummary(folder)
  await runInProcess(['assess', folder, trial, ...by, '--note', '<b>Right</b> payer'])
  await runInProcess(['assess', folder, trial, ...by, '--verdict', 'partial', '--note', 'Too late'])
  expect(await readSummary(folder)).toEqual(before)
  await runInProcess(['report', folder])
  const page = readFileSync(join(folder, 'report/trials/mine/a-559aea/t02.html'), 'utf8')
  expect(page).toContain('&lt;b&gt;Right&lt;/b&gt; payer')
  expect(page).toContain('second opinion: partial, A. Reader')
  expect(page).not.toContain('was invalidated')
  await runInProcess(['assess', folder, trial, ...by, '--invalidate', 'Unreadable'])
  await runInProcess(['report', folder])
  expect(readFileSync(join(folder, 'report/trials/mine/a-559aea/t02.html'), 'utf8')).toContain('was invalidated')
  expect(readFileSync(join(folder, 'report/index.html'), 'utf8')).toContain('1 invalidated')
})

it('marks invalidated samples in a log for Inspect, and leaves them out of its scores', async () => {
  const folder = foldered()
  await runInProcess(['assess', folder, trial, ...by, '--invalidate', 'Unreadable'])
  const log = join(folder, 'log.json')
  await runInProcess(['export', 'inspect', folder, '--output', log])
  const { invalidated, results, samples } = JSON.parse(readFileSync(log, 'utf8'))
  expect([invalidated, results.completed_samples]).toEqual([true, 2])
  const marked = samples.filter((sample: { invalidation?: object }) => sample.invalidation !== undefined)
  expect(marked).toMatchObject([{ id: 'A', epoch: 2, invalidation: { author: 'A. Reader', reason: 'Unreadable' } }])
})

it('keeps a run with invalidated trials out of leaderboards', async () => {
  const folder = foldered()
  await runInProcess(['assess', folder, trial, ...by, '--invalidate', 'Unreadable'])
  const key = join(folder, 'key.pub')
  const { publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(key, publicKey.export({ type: 'spki', format: 'pem' }))
  const { code, err } = await runInProcess(['leaderboard', 'add', join(folder, 'board.json'), folder, '--key', key])
  expect([code, err]).toEqual([1, expect.stringContaining('was invalidated, and a leaderboard counts every scored')])
})

it.each([
  [['mine/A/9', ...by, '--note', 'x'], 'has no scored trial mine/A/9'],
  [['mine/B/2', ...by, '--note', 'x'], 'has no scored trial mine/B/2'],
  [['mine', ...by, '--note', 'x'], 'a trial is named <agent>/<task>/<number>'],
  [[trial, '--note', 'x'], '--by must not be missing'],
  [[trial, ...by], 'give exactly one'],
  [[trial, ...by, '--note', 'x', '--invalidate', 'y'], 'give exactly one'],
  [[trial, ...by, '--verdict', 'pass'], '--note must not be missing'],
  [[trial, ...by, '--restore', 'x'], 'mine/A/2 counts already'],
  [by, 'name the trial'],
])('refuses %j and adds nothing', async (args, message) => {
  const folder = foldered()
  const { code, err } = await runInProcess(['assess', folder, ...args])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
  expect((await runInProcess(['assess', folder, '--json'])).out).toContain('"assessments":[]')
})

describe('--leave-out', () => {
  async function leaveOut(folder: string, list: object) {
    const file = join(folder, '..', `${basename(folder)}-list.json`)
    writeFileSync(file, JSON.stringify(list))
    onTestFinished(() => rmSync(file, { force: true }))
    return runInProcess(['assess', folder, '--leave-out', file])
  }
  const list = { version: 1, date: '2026-11-29', by: 'A. Reader', tasks: { A: 'It names two payers.' } }

  it('takes the tasks of a signed list out of all results, names them, and counts them again without it', async () => {
    const folder = foldered()
    const before = await readSummary(folder)
    const { code, out } = await leaveOut(folder, list)
    expect([code, out]).toEqual([0, '2026-11-29 00:00  A  task left out by A. Reader: It names two payers.\n'])
    expect(await readSummary(folder)).toMatchObject({ planned: 2, scored: 1, passed: 1, invalidated: 0 })
    const { out: json } = await runInProcess(['run', 'show', folder, '--json'])
    expect(JSON.parse(json).left_out).toEqual([
      { task: 'A', by: 'A. Reader', at: '2026-11-29T00:00:00.000Z', reason: 'It names two payers.' },
    ])
    const named = 'A is left out of all figures by A. Reader, 2026-11-29: It names two payers.'
    expect((await runInProcess(['run', 'show', folder])).out).toContain(named)
    await runInProcess(['report', folder])
    expect(readFileSync(join(folder, 'report/index.html'), 'utf8')).toContain(named)
    const { out: compared } = await runInProcess(['compare', foldered(), folder])
    expect(compared).toContain('only in the baseline: A\n')
    expect(compared.replaceAll('\n', ' ')).toContain(`Note: ${named}`)
    await leaveOut(folder, { ...list, tasks: {} })
    expect(await readSummary(folder)).toEqual(before)
  })

  it.each([
    [{ ...list, tasks: { C: 'x' } }, 'has no task C'],
    [{ ...list, by: ' ' }, '/by must be a text of 1 to 200 characters'],
    [{ ...list, date: 'today' }, '/date must be a date such as "2026-11-29"'],
  ])('refuses %j', async (wrong, message) => {
    const folder = foldered()
    const { code, err } = await leaveOut(folder, wrong)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    expect(existsSync(join(folder, 'assessments.jsonl'))).toBe(false)
  })
})

it('names the line of a file that is not an assessment', async () => {
  const folder = foldered()
  appendFileSync(join(folder, 'assessments.jsonl'), '{"version":1}\n')
  const { code, err } = await runInProcess(['assess', folder])
  expect([code, err]).toEqual([2, expect.stringContaining('line 1 has /at, which is required')])
})
