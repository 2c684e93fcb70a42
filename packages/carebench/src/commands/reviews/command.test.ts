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

it('shows kappa by question and family, and what to mend', async () => {
  const { code, out } = await runInProcess(['reviews', makeReviewed('one', 2), makeReviewed('two', 3)])
  expect(code).toBe(0)
  expect(out).toContain('12 reviews by 2 readers: one, two; 12 without doing the task\n')
  expect(out).toMatch(/^instruction +all +6 +6 +83 % +0\.67 +-?\d\.\d\d to 1\.00$/m)
  expect(out).toMatch(/^ +pa +3 +3 +67 % +0\.00 +–$/m)
  expect(out).toMatch(/^expected +all +6 +6 +100 % +all the same +–$/m)
  expect(out).toContain('To mend:\n  pa-1\n    instruction unclear (2 readers)\n    “=Which "payer"?”\n')
})

it('says that there are no people, and measures nothing of scripts', async () => {
  const folders = ['scripted 1', 'scripted 2'].map((reader) => makeReviewed(reader, 6, { scripted: true }))
  expect((await runInProcess(['reviews', ...folders])).out).toBe(
    'No people yet.\n12 reviews by scripts, in no figure.\n',
  )
  const json = JSON.parse((await runInProcess(['reviews', ...folders, '--json'])).out)
  expect(json).toMatchObject({ readers: [], scripted: 12, agreement: [], to_mend: [] })
})

it('writes CSV in which no spreadsheet finds a formula', async () => {
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
