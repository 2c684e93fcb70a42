import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeResult } from '../../testing/make-results.js'
import { runInProcess } from '../../testing/run-in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-export-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const plan = { version: 1, benchmark: 'desk@1', agents: ['good', 'idle'], tasks: ['city'], trials: 1 }
const result = makeResult({
  agent: 'good',
  task: 'city',
  trial: 1,
  result: {
    ended: { kind: 'completed', reason: 'done', message: 'It said sk-live-0123456789.' },
    verdict: 'pass',
    score: 1,
  },
})
const trial = join(folder, 'trials/good/city/t01')
mkdirSync(trial, { recursive: true })
writeFileSync(join(folder, 'run.json'), JSON.stringify(plan))
writeFileSync(join(trial, 'result.json'), JSON.stringify(result))

it('writes an Inspect log and traces, to stdout or a file, without keys of the environment', async () => {
  const environment = { MODEL_KEY: 'sk-live-0123456789' }
  const log = await runInProcess(['export', 'inspect', folder, '--agent', 'good'], { environment })
  expect([log.code, log.err]).toEqual([0, ''])
  expect(JSON.parse(log.out)).toMatchObject({ version: 2, eval: { task: 'desk' } })
  const file = join(folder, 'traces.jsonl')
  const traces = await runInProcess(['export', 'otlp', folder, '--output', file], { environment })
  expect(traces).toEqual({ code: 0, out: '', err: '' })
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => Object.keys(JSON.parse(line)))).toEqual([['resourceSpans']])
  expect(log.out + lines.join('')).not.toContain('0123456789')
  expect(log.out).toContain('[secret]')
})

it.each(['trials', 'new/logs'])('writes a log of each agent into the folder %s', async (name) => {
  const logs = join(folder, name)
  const written = await runInProcess(['export', 'inspect', folder, '--output', logs])
  expect(written).toEqual({ code: 0, out: '', err: '' })
  const names = readdirSync(logs)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
  // The prefix by which Inspect lists a log.
  const shown = names.map((file) => file.replace(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d_(.*)_[0-9a-f]{22}/, 'TIME_$1_ID'))
  expect(shown.toSorted()).toEqual(['TIME_desk_good_ID.json', 'TIME_desk_idle_ID.json'])
  const agents = names.map((file) => JSON.parse(readFileSync(join(logs, file), 'utf8')))
  expect(agents.map((log) => log.eval.metadata.agent).toSorted()).toEqual(['good', 'idle'])
})

it.each([
  [['inspect', folder], 'choose it with --agent, or name a folder with --output for a log per agent: good, idle'],
  [['inspect', folder, '--output', join(folder, 'new.json')], 'a folder with --output for a log per agent: good, idle'],
  [['inspect', folder, '--agent', 'best'], 'the run has no agent best; it has good, idle'],
  [['otlp', trial], 'is not the folder of a run'],
  [['otlp', folder, '--longest', '0'], 'Expected a whole number from 1.'],
])('refuses %j', async (argv, message) => {
  const { code, out, err } = await runInProcess(['export', ...argv])
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain(message)
})

it('refuses a folder with a link, because the file behind it would be exported', async () => {
  const linked = mkdtempSync(join(tmpdir(), 'carebench-linked-'))
  writeFileSync(join(linked, 'run.json'), '{}')
  symlinkSync(tmpdir(), join(linked, 'trials'))
  const { code, out, err } = await runInProcess(['export', 'otlp', linked])
  rmSync(linked, { recursive: true, force: true })
  expect([code, out, err]).toEqual([2, '', expect.stringContaining('must be a file or a folder, but is a link')])
})
