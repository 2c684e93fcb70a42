import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runInProcess } from '../../testing/run-in-process.js'

function writeSet(text: string): { readonly file: string; readonly folder: string } {
  const place = mkdtempSync(join(tmpdir(), 'carebench-set-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const file = join(place, 'two.set.yaml')
  writeFileSync(file, text)
  writeFileSync(join(place, 'idle.run.yaml'), 'version: 1\nbenchmark: eligibility\nagents: [idle]\nlimit: 1\n')
  return { file, folder: join(place, 'out') }
}

it('executes each run in its folder with the shared members, and shows all on one page', async () => {
  const { file, folder } = writeSet(
    'version: 1\nshared: {agents: [idle], limit: 1}\nruns:\n  first: {benchmark: prior-auth}\n  second: ' +
      'idle.run.yaml\n',
  )
  const { code, out } = await runInProcess(['run-set', file, '--folder', folder])
  expect([code, out]).toEqual([0, expect.stringContaining(`All runs: ${join(folder, 'index.html')}`)])
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  for (const run of ['first', 'second']) {
    expect(page).toContain(`<a href="${run}/report/index.html">${run}</a>`)
    expect(readFileSync(join(folder, run, 'report/index.html'), 'utf8')).toContain('idle')
  }
  expect(page).toContain('0 of 1')
  // Finished trials are not run again.
  const again = await runInProcess(['run-set', file, '--folder', folder])
  expect(again.err).toContain('1 trial, 1 already scored')
  // Commands that take the folder of one run list the runs of the set.
  const names = `; name one of its runs: ${join(folder, 'first')}, ${join(folder, 'second')}`
  for (const command of [['report'], ['assess'], ['run', 'show'], ['export', 'inspect']]) {
    const { code, err } = await runInProcess([...command, folder, ...(command[0] === 'assess' ? ['idle/x/1'] : [])])
    expect([command, code, err]).toEqual([command, 2, expect.stringContaining(names)])
  }
})

it('continues after a run that misses its gate, and exits with the code of that run', async () => {
  const { file, folder } = writeSet(
    'version: 1\nshared: {agents: [idle], limit: 1}\nruns:\n  low: {benchmark: prior-auth, fail_under: 1}\n  next: ' +
      'idle.run.yaml\n',
  )
  const { code, err } = await runInProcess(['run-set', file, '--folder', folder])
  expect(code).toBe(1)
  expect(err).toContain('not all of 2 runs ended well')
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('next/report/index.html')
})

it('continues after a run that cannot start', async () => {
  const { file, folder } = writeSet(
    'version: 1\nshared: {agents: [idle], limit: 1}\nruns:\n  odd: {benchmark: absent}\n  next: idle.run.yaml\n',
  )
  const { code, err } = await runInProcess(['run-set', file, '--folder', folder])
  expect([code, err]).toEqual([2, expect.stringContaining('absent')])
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('next/report/index.html')
})

it.each([
  ['version: 2\nruns: {}', '/version must be 1, got 2'],
  ['version: 1\nruns: {}', '/runs must have 1 to 100 runs, got 0'],
  ['version: 1\nruns: {"../x": {}}', '/runs/..~1x must be named with up to 60 of a-z'],
  ['version: 1\nruns: {a: 1}', '/runs/a must be the members of a run file, or the path of one'],
  ['version: 1\nruns: {a: {agents: [idle]}}', '/benchmark is required'],
  ['version: 1\nbudget: 0\nruns: {a: idle.run.yaml}', '/budget must be a number above 0'],
  ['version: 1\nfolder: x\nruns: {a: idle.run.yaml}', '/folder is unknown; expected version, budget'],
])('refuses %j before anything runs', async (text, message) => {
  const { file, folder } = writeSet(text)
  const { code, err } = await runInProcess(['run-set', file, '--folder', folder])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})
