import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { readReviews } from '../../packages/carebench/src/runner/results/reviews.js'
import { startLocalServer } from '../../packages/carebench/src/serving/local-server.js'
import { answersBenchmark } from '../../packages/carebench/src/testing/answers-benchmark.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
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

it('takes a reader through consent, a task that is submitted, one that is disputed, and their reviews', async () => {
  const { source, folder } = makeFolder()
  const command = startReaderCommand(['run', source, '--agent', 'human', '--reader', 'reader 1', '--folder', folder])
  const link = await command.link
  const { clicker: reader, post } = await openReader(link)
  expect(reader.page.text).toContain('You appear in all results as reader 1')
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
  // The site closes with this page.
  expect(reader.page.markup).not.toMatch(/<(?:link|img)|src=/)

  const { code, err } = await command.ended
  expect(code, err).toBe(0)
  const results = readResults(folder)
  const done = results.find(({ key }) => key.task === 'Report six times seven')
  const disputed = results.find(({ key }) => key.task === 'Report nothing')
  const common = { agent_kind: 'human', isolation: 'person', surface: 'browser' }
  expect(done).toMatchObject({ ...common, verdict: 'pass', ended: { kind: 'completed', reason: 'done' } })
  const { active_ms = 0, idle_ms = -1, wall_ms = 0 } = done?.time ?? {}
  // The page has claimed a day of working time, which must not count.
  expect(active_ms).toBeGreaterThan(0)
  expect([active_ms + idle_ms, idle_ms >= 0]).toEqual([wall_ms, true])
  const ended = { kind: 'completed', reason: 'disputed', message: 'It asks for nothing.' }
  expect(disputed).toMatchObject({ ...common, verdict: 'fail', ended })
  // The pages of the disputed task never reported working time.
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

it('continues after an interruption with the remaining tasks', async () => {
  const { source, folder } = makeFolder()
  const environment = { XDG_STATE_HOME: `${folder}-state` }
  const first = startReaderCommand(
    ['run', source, '--agent', 'human', '--reader', 'scripted reader', '--folder', folder],
    environment,
  )
  const { clicker: reader } = await openReader(await first.link)
  await reader.press('I agree', {})
  await waitPast(reader, ...between)
  await reader.press('Begin', {})
  await reader.follow('Go to the workstation')
  await reader.follow('I give up')
  await reader.press('End the task', { reason: '' })
  expect(await waitPast(reader, ...between)).toBe('Review')
  await reader.press('Skip this review', {})
  expect(await waitPast(reader, ...between)).toBe('The next task')
  process.emit('SIGINT')
  expect(await first.ended).toMatchObject({ code: 130 })

  const second = startReaderCommand(['run', '--resume', folder], environment)
  const { clicker: again } = await openReader(await second.link)
  await again.press('I agree', {})
  expect(await waitPast(again, ...between)).toBe('The next task')
  expect(readResults(folder)).toHaveLength(1)
  await again.press('Begin', {})
  await again.follow('Go to the workstation')
  await again.follow('I give up')
  await again.press('End the task', { reason: 'Too hard.' })
  expect(await waitPast(again, ...between)).toBe('Review')
  await again.press('Skip this review', {})
  const { code, out } = await second.ended
  expect(code).toBe(0)
  expect(out).toContain('No people yet: scripted-reader is a script in place of a person')
  expect(readResults(folder)).toMatchObject([
    { isolation: 'scripted', ended: { reason: 'gave_up' } },
    { isolation: 'scripted', ended: { reason: 'gave_up' } },
  ])
})

it('lets several readers work at once on one server, each on a part of the tasks', async () => {
  const { source, folder } = makeFolder()
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
  onTestFinished(() => server.close())
  const { organizationKey, solverKey, caFile, url } = server
  const environment = {
    ...{ CAREBENCH_ORGANIZATION_KEY: organizationKey, CAREBENCH_SOLVER_KEY: solverKey },
    ...{ CAREBENCH_CA: caFile, CAREBENCH_URL: url },
  }
  const published = await runInProcess(['publish', source], { environment })
  expect(published.code, published.err).toBe(0)
  const folders = ['reader 1', 'reader 2'].map((name) => join(folder, name))
  const readers = await Promise.all(
    ['reader 1', 'reader 2'].map(async (name, index) => {
      const own = ['--reader', name, '--shard', `${index + 1}/2`, '--folder', folders[index] ?? '']
      const command = startReaderCommand(
        ['run', 'answers@1', '--url', url, '--agent', 'human', ...own, '--no-pages'],
        environment,
      )
      const { clicker } = await openReader(await command.link)
      await clicker.press('I agree', {})
      return { command, clicker }
    }),
  )
  // Both have a task before one of them has finished.
  for (const { clicker } of readers) {
    await waitPast(clicker, ...between)
    await clicker.press('Begin', {})
    await clicker.follow('Go to the workstation')
  }
  for (const { command, clicker } of readers) {
    await clicker.follow('I give up')
    await clicker.press('End the task', { reason: '' })
    expect(await waitPast(clicker, ...between)).toBe('Review')
    await clicker.press('Send the review', answers)
    expect((await command.ended).code).toBe(0)
  }
  const done = folders.map((one) => readResults(one).map(({ key, isolation }) => `${key.task} ${isolation}`))
  expect(done.map(({ length }) => length)).toEqual([1, 1])
  expect(done.flat().toSorted()).toEqual(['Report nothing person', 'Report six times seven person'])
  const { out } = await runInProcess(['reviews', ...folders])
  expect(out).toContain('2 reviews by 2 readers: reader 1, reader 2\n')
  expect(out).toContain('Human baseline: 0 of 2 trials by 2 readers pass')
})

it('lets a reader review tasks without doing them', async () => {
  const { source, folder } = makeFolder()
  const idle = join(folder, '../idle.mjs')
  writeFileSync(idle, 'export default async () => undefined\n')
  const run = startReaderCommand(['run', source, '--agent', `module:${idle}`, '--folder', folder, '--no-pages'])
  run.link.catch(() => undefined)
  expect((await run.ended).code).toBe(0)
  const command = startReaderCommand(['reviews', folder, '--reader', 'reader 2'])
  const { clicker: reader } = await openReader(await command.link)
  expect(reader.page.text).toContain('your review is marked as a review without doing the task')
  // The reader has not done the task, so that the page must not speak of their work.
  expect(reader.page.text).not.toContain('in your work')
  await reader.press('Send the review', answers)
  await reader.press('Send the review', { ...answers, remarks: 'x'.repeat(5001) })
  expect(reader.page.text).toContain('at most 5000 characters')
  await reader.press('Send the review', answers)
  expect(reader.page.text).toContain('All done')
  expect((await command.ended).code).toBe(0)
  expect(readReviews(folder)).toMatchObject([
    { task: 'Report six times seven', done: null, reader: 'reader 2' },
    { task: 'Report nothing', done: null },
  ])
})

it('lets nobody in without the link, from another site, or under another name', async () => {
  const { source, folder } = makeFolder()
  const command = startReaderCommand(['run', source, '--agent', 'human', '--reader', 'reader 1', '--folder', folder])
  const link = new URL(await command.link)
  expect((await fetch(link.origin)).status).toBe(401)
  expect((await fetch(`${link.origin}/enter?key=x`)).status).toBe(401)
  const cookie = ((await fetch(link)).headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const send = (body: Readonly<Record<string, string>>) =>
    fetch(`${link.origin}/consent`, { method: 'POST', headers: { cookie }, body: new URLSearchParams(body) })
  expect((await send({ csrf: 'x' })).status).toBe(403)
  expect((await fetch(link.origin, { headers: { cookie } })).status).toBe(200)
  const other = link.origin.replace('127.0.0.1', 'localhost')
  expect((await fetch(other, { headers: { cookie } })).status).toBe(403)
  process.emit('SIGINT')
  expect((await command.ended).code).toBe(130)
})

it.each([
  [['--agent', 'human'], 'name one with --reader'],
  [['--agent', 'idle', '--reader', 'a'], 'add --agent human'],
  [['--agent', 'human', '--agent', 'idle', '--reader', 'a'], 'the agent human runs alone'],
  [['--agent', 'human', '--reader', 'a', '--surface', 'http'], 'has only browser'],
  [['--agent', 'human', '--reader', 'a\u202eb'], '--reader must be a name'],
])('refuses %j', async (options, message) => {
  const command = startReaderCommand(['run', 'prior-auth', ...options])
  command.link.catch(() => undefined)
  expect(await command.ended).toMatchObject({ code: 2, err: expect.stringContaining(message) })
})
