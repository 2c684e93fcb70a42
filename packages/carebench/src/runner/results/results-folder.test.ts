import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeResult } from '../../testing/make-tried-folder.js'
import type { Trajectory } from '../agent.js'
import { FolderInUseError, findWriter } from './folder-lock.js'
import { type KnownResults, readIndex, readResults } from './read-folder.js'
import { ResultsFolder } from './results-folder.js'
import { DamagedFolderError } from './stored-json.js'
import { trialPath } from './trial-result.js'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function open(folder: string) {
  return ResultsFolder.open(folder, (text) => text)
}

function locks(folder: string) {
  return readdirSync(folder).filter((name) => name.startsWith('pid'))
}

it.each(['', '999999999\n', 'garbage', `${process.pid}\n`])('takes over a lock that holds %j', (content) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'pid'), content)
  const results = open(folder)
  expect(readFileSync(join(folder, 'pid'), 'utf8')).toBe(`${process.pid}\n`)
  expect(locks(folder)).toEqual(['pid'])
  results.close()
  expect(locks(folder)).toEqual([])
})

it('takes over a lock that has gigabytes', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'pid'), '')
  truncateSync(join(folder, 'pid'), 3 * 2 ** 30)
  expect(findWriter(folder)).toBeUndefined()
  open(folder).close()
  expect(locks(folder)).toEqual([])
})

it('keeps a trajectory of an agent only if it can be read again', () => {
  const attempt = open(newFolder()).trial({ agent: 'a', task: 'b', trial: 1 }).attempt(1)
  attempt.create()
  const holding = (extra: object) => ({ schema_version: 'ATIF-v1.7', agent: {}, steps: [], extra }) as Trajectory
  attempt.writeTrajectory(holding({ values: new Array(10_000_000).fill(0) }))
  expect(attempt.has('trajectory.json')).toBe(false)
  attempt.writeTrajectory(holding({ values: [0] }))
  expect(attempt.readJson('trajectory.json')).toMatchObject({ schema_version: 'ATIF-v1.7' })
})

it('does not indent deeply nested values of an agent', () => {
  const folder = newFolder()
  const output = JSON.parse(`${'['.repeat(90)}${'0,'.repeat(200_000)}0${']'.repeat(90)}`)
  open(folder).writeJson('end.json', { output })
  expect(readFileSync(join(folder, 'end.json')).length).toBeLessThan(500_000)
})

it.each([
  [undefined, undefined],
  ['garbage', undefined],
  ['999999999\n', undefined],
  [`${process.ppid}\n`, process.ppid],
  // A process of another user, unless root runs the tests.
  ['1\n', 1],
])('finds the process of a lock that holds %j', (content, pid) => {
  const folder = newFolder()
  if (content !== undefined) writeFileSync(join(folder, 'pid'), content)
  expect(findWriter(folder)).toBe(pid)
})

it('keeps the lock of a running process', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'pid'), `${process.ppid}\n`)
  expect(() => open(folder)).toThrow(FolderInUseError)
  expect(readFileSync(join(folder, 'pid'), 'utf8')).toBe(`${process.ppid}\n`)
  expect(locks(folder)).toEqual(['pid'])
})

it('reads results only from the folders of their keys, and skips files among the folders', () => {
  const folder = newFolder()
  const key = { agent: 'a', task: 'Ask', trial: 1 }
  mkdirSync(join(folder, trialPath(key)), { recursive: true })
  for (const name of ['trials/.DS_Store', 'trials/a/.DS_Store']) writeFileSync(join(folder, name), '')
  const file = join(folder, trialPath(key), 'result.json')
  const result = makeResult(key)
  writeFileSync(file, JSON.stringify(result))
  expect(readResults(folder)).toEqual([result])
  for (const other of [null, {}, { ...key, trial: 2 }, { ...key, task: 'ask' }, { ...key, agent: '../a' }]) {
    writeFileSync(file, JSON.stringify({ ...result, key: other }))
    expect(() => readResults(folder), JSON.stringify(other)).toThrow(DamagedFolderError)
  }
})

it('rereads a known result only if its file was rewritten', () => {
  const folder = newFolder()
  const key = { agent: 'a', task: 'Ask', trial: 1 }
  mkdirSync(join(folder, trialPath(key)), { recursive: true })
  const file = join(folder, trialPath(key), 'result.json')
  const result = makeResult(key)
  const at = new Date('2026-11-23T03:00:00Z')
  const write = (text: string, time: Date) => {
    writeFileSync(file, text)
    utimesSync(file, time, time)
  }
  write(JSON.stringify(result), at)
  const known: KnownResults = new Map()
  expect(readResults(folder, undefined, known)).toEqual([result])
  write('x'.repeat(JSON.stringify(result).length), at)
  expect(readResults(folder, undefined, known)).toEqual([result])
  expect(() => readResults(folder)).toThrow(DamagedFolderError)
  write(JSON.stringify({ ...result, attempt: 2 }), new Date('2026-11-23T03:00:01Z'))
  expect(readResults(folder, undefined, known)).toEqual([{ ...result, attempt: 2 }])
})

it.each(['null', '7', '{}', '{]', '{"agent": "a", "task": "b", "ended": null}'])('refuses %s in the index', (line) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'index.jsonl'), `${line}\n`)
  expect(() => readIndex(folder)).toThrow(/index\.jsonl must hold one JSON object per line/)
})

it('stores results of other processes only for its own trial, below its folder', () => {
  const folder = newFolder()
  const results = open(folder)
  const key = { agent: 'a', task: 'Ask', trial: 1 }
  const attempt = results.trial(key).attempt(2)
  const result = makeResult(key)
  const receive = (value: unknown, path = 'record.json.gz') =>
    attempt.receive(
      new Map([
        ['result.json', Buffer.from(JSON.stringify(value))],
        [path, Buffer.from('x')],
      ]),
    )
  const wrong = [
    null,
    {},
    { ...result, key: null },
    { ...result, key: { ...key, trial: 2 } },
    { ...result, key: { ...key, agent: '../b' } },
    { ...result, verdict: 'won' },
    { ...result, score: '1' },
    { ...result, cost: undefined },
    { ...result, cost: { usd: '1' } },
    { ...result, time: null },
    { ...result, ended: { kind: 'agent' }, time: {} },
  ]
  for (const value of wrong) expect(() => receive(value), JSON.stringify(value)).toThrow(DamagedFolderError)
  expect(results.trial(key).attempts()).toEqual([])
  expect(() => receive(result, '../../t02/result.json')).toThrow(DamagedFolderError)
  expect(receive(result)).toEqual({ ...result, attempt: 2 })
  expect(readdirSync(attempt.path).toSorted()).toEqual(['agent', 'record.json.gz', 'result.json'])
  results.close()
})
