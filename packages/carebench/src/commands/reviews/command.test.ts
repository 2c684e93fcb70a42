import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { appendReview, type Review } from '../../runner/results/reviews.js'
import { makeRunFolder } from '../../testing/make-run-folder.js'
import { runInProcess } from '../../testing/run-in-process.js'

const tasks = ['pa-1', 'pa-2', 'pa-3', 'rfi-1', 'rfi-2', 'rfi-3']

/** A folder in which a reader finds the first tasks unclear. */
function makeReviewed(reader: string, unclear: number, more: Partial<Review> = {}): string {
  const folder = makeRunFolder({ agents: { mine: Object.fromEntries(tasks.map((task) => [task, 'p'])) } })
  for (const [place, task] of tasks.entries()) {
    appendReview(folder, {
      ...{ version: 1, at: '2026-03-02T09:00:00.000Z', reader, scripted: false, task, done: null },
      ...{ instruction: place < unclear ? 'unclear' : 'clear', expected: 'right', severities: null, realism: 4 },
      ...{ remarks: place === 0 ? '=Which "payer"?' : '', ...more },
    })
  }
  return folder
}

it('shows kappa by question and family, and the tasks to mend', async () => {
  const { code, out } = await runInProcess(['reviews', makeReviewed('one', 2), makeReviewed('two', 3)])
  expect(code).toBe(0)
  expect(out).toContain('12 reviews by 2 readers: one, two; 12 without doing the task\nNo human baseline yet')
  expect(out).toMatch(/^instruction +all +6 +6 +83 % +0\.67 +-?\d\.\d\d to 1\.00$/m)
  expect(out).toMatch(/^ +pa +3 +3 +67 % +0\.00 +–$/m)
  expect(out).toMatch(/^expected +all +6 +6 +100 % +all the same +–$/m)
  expect(out).toContain('To mend:\n  pa-1\n    instruction unclear (2 readers)\n    “=Which "payer"?”\n')
})

it('says that there are no people, and ignores scripts', async () => {
  const folders = ['scripted 1', 'scripted 2'].map((reader) => makeReviewed(reader, 6, { scripted: true }))
  expect((await runInProcess(['reviews', ...folders])).out).toBe(
    'No people yet.\n12 reviews by scripts, left out of the figures.\n',
  )
  const json = JSON.parse((await runInProcess(['reviews', ...folders, '--json'])).out)
  expect(json).toMatchObject({ readers: [], scripted: 12, agreement: [], baseline: null, to_mend: [] })
  expect(json.card).toEqual(['No people yet: nobody has read the tasks, and there is no human baseline.'])
})

it('summarizes two readers on the card of a benchmark, without scripts', async () => {
  const done = (agent: string, isolation: string, more: object = {}) =>
    makeRunFolder({ agents: { [agent]: { 'pa-1': 'p', 'pa-2': 'p', 'pa-3': 'f' } }, isolation, ...more })
  const cardOf = async (...folders: readonly string[]) =>
    JSON.parse((await runInProcess(['reviews', ...folders, '--json'])).out)
  const scripts = [done('s-1', 'scripted'), done('s-2', 'scripted')]
  expect((await cardOf(...scripts)).card).toEqual([expect.stringMatching(/^No people yet/)])
  const [one, two] = [makeReviewed('one', 2), makeReviewed('two', 3)]
  const { card: alone } = await cardOf(one, done('one', 'person'), ...scripts)
  expect(alone).toEqual([
    '6 reviews by people.',
    'Agreement needs at least two readers.',
    expect.stringMatching(/^No human/),
  ])
  // One reader in two folders is one reader.
  const twice = await cardOf(done('one', 'person'), done('one', 'person'))
  expect(twice.baseline).toBeNull()
  const { card, baseline } = await cardOf(one, two, done('one', 'person'), done('two', 'person'), ...scripts)
  expect(baseline).toMatchObject({ readers: 2, trials: 6, passed: 4 })
  expect(card[0]).toBe('12 reviews by people.')
  expect(card[1]).toMatch(
    /^Readers agree: instruction 83 % the same \(kappa 0\.67, -?\d\.\d\d to 1\.00\); expected 100 %/,
  )
  expect(card[2]).toMatch(/^Human baseline: 4 of 6 trials by 2 readers pass: 67 % \(\d+ % to \d+ %\)\.$/)
})

it('writes CSV without formulas for spreadsheets', async () => {
  const folder = makeReviewed('one', 1)
  const file = join(folder, 'reviews.csv')
  await runInProcess(['reviews', folder, '--csv', file])
  const lines = readFileSync(file, 'utf8').split('\r\n')
  expect(lines[0]).toBe('reader,scripted,at,task,done,instruction,expected,realism,severities,remarks')
  expect(lines[1]).toBe(`one,false,2026-03-02T09:00:00.000Z,pa-1,no,unclear,right,4,not judged,"'=Which ""payer""?"`)
  expect(lines).toHaveLength(8)
})

it('refuses folders of several benchmarks, and a reader without a name', async () => {
  const other = makeRunFolder({ agents: { mine: { A: 'p' } }, digest: 'd2' })
  const folders = [makeReviewed('one', 0), other]
  const several = await runInProcess(['reviews', ...folders])
  expect([several.code, several.err]).toEqual([2, expect.stringContaining('expected folders of one benchmark')])
  const nameless = await runInProcess(['reviews', other, '--reader', ' '])
  expect([nameless.code, nameless.err]).toEqual([2, expect.stringContaining('--reader must be a name')])
})
