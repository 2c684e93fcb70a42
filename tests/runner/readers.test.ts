import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { readReviews } from '../../packages/carebench/src/runner/results/reviews.js'
import { answersBenchmark } from '../../packages/carebench/src/testing/answers-benchmark.js'
import { openReader, startReaderCommand, waitPast } from './reader-over-http.js'

const between = ['One moment', 'Your work is being stored']
const answers = { instruction: 'clear', expected: 'right', severities: 'judged', realism: '4', remarks: ' Fine. ' }

function makeFolder(): { readonly source: string; readonly folder: string } {
  const root = mkdtempSync(join(tmpdir(), 'carebench-readers-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const source = join(root, 'benchmark.json')
  writeFileSync(source, JSON.stringify(answersBenchmark))
  return { source, folder: join(root, 'results') }
}

it('leads a reader through consent, a task that is submitted, one that is disputed, and their reviews', async () => {
  const { source, folder } = makeFolder()
  const command = startReaderCommand(['run', source, '--agent', 'human', '--reader', 'reader 1', '--folder', folder])
  const link = await command.link
  const { clicker: reader, post } = await openReader(link)
  expect(reader.page.text).toContain('You appear as reader 1')
  await reader.press('I agree', {})
  await waitPast(reader, ...between)
  await reader.press('Begin', {})
  await reader.follow('Go to the workstation')
  expect(reader.page.text).toContain('Report six times seven')
  // Nothing is said about criteria before the end.
  expect(reader.page.markup).not.toContain('It is 42')
  const csrf = /data-csrf="([^"]+)"/.exec(reader.page.markup)?.[1] ?? ''
  expect(await post('/working-time', { csrf, ms: '86400000' })).toBe(204)
  expect(await post('/working-time', { csrf: 'x', ms: '1' })).toBe(403)
  await reader.follow('Submit')
  await reader.press('Review', { '/': '{"answer":42}' })
  await reader.press('Submit the task', {})
  expect(await waitPast(reader, ...between)).toBe('Review')
  expect(reader.page.text).toContain('It is 42 (in your work: passed)')
  await reader.press('Send the review', { ...answers, 'severity-0': 'too_high' })

  await waitPast(reader, ...between)
  await reader.press('Begin', {})
  await reader.follow('Go to the workstation')
  await reader.follow('This cannot be right')
  await reader.press('End the task', { reason: '  ' })
  expect(reader.page.text).toContain('Say what cannot be right.')
  await reader.press('End the task', { reason: 'It asks for nothing.' })
  expect(await waitPast(reader, ...between)).toBe('Review')
  await reader.press('Send the review', { ...answers, realism: '9' })
  expect(reader.page.text).toContain('Say how real the task is.')
  await reader.press('Send the review', { ...answers, expected: 'wrong' })
  expect(await waitPast(reader, ...between)).toBe('All done')

  const { code, err } = await command.ended
  expect(code, err).toBe(0)
  const results = readResults(folder)
  const done = results.find(({ key }) => key.task === 'Report six times seven')
  const disputed = results.find(({ key }) => key.task === 'Report nothing')
  const common = { agent_kind: 'human', isolation: 'person', surface: 'browser' }
  expect(done).toMatchObject({ ...common, verdict: 'pass', ended: { kind: 'completed', reason: 'done' } })
  const { active_ms = 0, idle_ms = -1, wall_ms = 0 } = done?.time ?? {}
  // A page that claims a day is not believed.
  expect(active_ms).toBeGreaterThan(0)
  expect([active_ms + idle_ms, idle_ms >= 0]).toEqual([wall_ms, true])
  const ended = { kind: 'completed', reason: 'disputed', message: 'It asks for nothing.' }
  expect(disputed).toMatchObject({ ...common, verdict: 'fail', ended })
  // Its pages never reported.
  expect(disputed?.time).not.toHaveProperty('active_ms')
  const review = { reader: 'reader 1', scripted: false, instruction: 'clear', realism: 4, remarks: 'Fine.' }
  const opinion = { criterion: 'It is 42', severity: 'major' }
  expect(readReviews(folder)).toMatchObject([
    {
      ...{ ...review, task: 'Report six times seven', done: { agent: 'reader-1', trial: 1, attempt: 1 } },
      ...{ expected: 'right', severities: [{ ...opinion, opinion: 'too_high' }] },
    },
    { ...review, task: 'Report nothing', expected: 'wrong', severities: [{ ...opinion, opinion: 'right' }] },
  ])
})
