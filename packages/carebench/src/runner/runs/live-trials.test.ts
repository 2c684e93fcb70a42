import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { TrialEvent } from '../agent.js'
import { ResultsFolder } from '../results/results-folder.js'
import type { TrialResult } from '../results/trial-result.js'
import type { ProxiedCall } from '../trials/trial-proxy.js'
import { forgetLive, LiveTrials, readLive } from './live-trials.js'

const key = { agent: 'good', task: 'City', trial: 1 }
const usage = { input: 100, cached: null, cacheWrite: null, output: 20, reasoning: null }

function makeCall(path: string): ProxiedCall {
  const at = '2026-03-02T18:00:00.000Z'
  return { number: 1, at, ms: 1, method: 'GET', path, status: 200, request_bytes: 0, response_bytes: 2 }
}

function folderForTest(): string {
  const path = mkdtempSync(join(tmpdir(), 'carebench-live-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

it('counts calls and tokens of a trial as they arrive, and replaces the estimate by the count of the provider', () => {
  const live = new LiveTrials(() => 5)
  const take = (event: TrialEvent) => live.take({ kind: 'trial_event', key, event })
  live.take({ kind: 'trial_started', key, attempt: 1 })
  for (let part = 0; part < 7; part++) take({ kind: 'answering' })
  expect(live.list()).toEqual([{ ...key, since: 5, calls: 0, tokens: 7, last: '' }])
  take({ kind: 'model', ms: 1, usage, cost: null, text: 'I look\n  it up.' })
  expect(live.list()).toMatchObject([{ tokens: 120, last: 'I look it up.' }])
  take({ kind: 'answering' })
  take({ kind: 'model', ms: 1, usage: null, cost: null, text: '' })
  live.take({ kind: 'trial_call', key, call: makeCall('fhir/Patient/p1') })
  expect(live.list()).toMatchObject([{ calls: 1, tokens: 121, last: 'GET fhir/Patient/p1 200' }])
  live.take({ kind: 'trial_call', key, call: makeCall('mcp') })
  expect(live.list()).toMatchObject([{ calls: 1 }])
  live.take({ kind: 'trial_ended', result: { key } as TrialResult, again: false })
  live.take({ kind: 'trial_call', key, call: makeCall('/late') })
  expect(live.list()).toEqual([])
})

it('shows the progress that a worker in another process reports, without secrets', () => {
  const live = new LiveTrials(
    () => 5,
    (text) => text.replaceAll('s3cret', '…'),
  )
  const progress = { calls: 3, tokens: 40, last: 'the\ns3cret' }
  live.take({ kind: 'trial_progress', key, progress })
  expect(live.list()).toEqual([])
  live.take({ kind: 'trial_started', key, attempt: 1 })
  live.take({ kind: 'trial_progress', key, progress })
  expect(live.list()).toEqual([{ ...key, since: 5, calls: 3, tokens: 40, last: 'the …' }])
})

it('shows the trials to another process until the run has ended, without secrets', () => {
  const path = folderForTest()
  const folder = ResultsFolder.open(path, (text) => text)
  const live = new LiveTrials(
    () => 5,
    (text) => text.replaceAll('s3cret', '…'),
  )
  live.take({ kind: 'trial_started', key, attempt: 1 })
  live.take({ kind: 'trial_call', key, call: makeCall(`/fhir/Patient?name=${'x'.repeat(175)}s3cret`) })
  live.keepIn(folder)
  folder.close()
  const [read] = readLive(path)
  expect(read).toMatchObject({ ...key, since: 5, calls: 1 })
  expect(read?.last).toMatch(/x…/)
  forgetLive(path)
  expect(readLive(path)).toEqual([])
})

it.each([true, false])('tells other processes what is right only if no agent can read the file: %s', (keepsItems) => {
  const path = folderForTest()
  const folder = ResultsFolder.open(path, (text) => text)
  const live = new LiveTrials(() => 5, undefined, keepsItems)
  const items = { right: 3, due: 8, now: '2026-03-02T16:42:00.000Z' }
  live.take({ kind: 'trial_items', key, items })
  live.take({ kind: 'trial_started', key, attempt: 1 })
  live.take({ kind: 'trial_items', key, items })
  expect(live.list()).toMatchObject([{ items }])
  live.keepIn(folder)
  folder.close()
  expect(readLive(path).map((trial) => trial.items)).toEqual([keepsItems ? items : undefined])
})

it.each(['', '[', '{"trials":[1,null]}', '{"trials":{}}', 'null'])('reads no trial in a file with %j', (text) => {
  const path = folderForTest()
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'live.json'), text)
  expect(readLive(path)).toEqual([])
})
