import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArchivedRun } from '@carebench/service'
import { afterAll, expect, it } from 'vitest'
import { UsageError } from '../terminal/exit-reason.js'
import { readRetention } from './retention.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('keeps runs for a time, or a number of them', () => {
  expect(readRetention({})).toBe(undefined)
  expect(readRetention({ retain: '90m' })).toEqual({ keep: { milliseconds: 5_400_000 } })
  expect(readRetention({ retain: '24h' })).toEqual({ keep: { milliseconds: 86_400_000 } })
  expect(readRetention({ retain: '30d' })).toEqual({ keep: { milliseconds: 2_592_000_000 } })
  expect(readRetention({ retain: '1000' })).toEqual({ keep: { runs: 1000 } })
  expect(() => readRetention({ archive: folder })).toThrow(UsageError)
  expect(() => readRetention({ retain: '1', archive: '/dev/null/x' })).toThrow(/\/dev\/null\/x must be a folder/)
})

it('archives a run atomically as a folder, and replaces it when it is archived again', async () => {
  const archive = readRetention({ retain: '1', archive: join(folder, 'new') })?.archive
  const run = { id: 'run_1', score: 1 } as unknown as ArchivedRun['run']
  async function* records(fails: boolean): AsyncGenerator<never> {
    yield ['tr_1', { kind: 'task-run' }] as never
    if (fails) throw new Error('There is no second one.')
    yield ['tr_2', { kind: 'task-run', second: true }] as never
  }
  const names = () => readdirSync(join(folder, 'new', 'run_1')).toSorted()
  const signal = new AbortController().signal
  await expect(archive?.({ run, records: records(true) }, signal)).rejects.toThrow('no second one')
  expect(readdirSync(join(folder, 'new'))).toEqual([])
  await archive?.({ run, records: records(false) }, signal)
  expect(names()).toEqual(['run.json', 'tr_1.json', 'tr_2.json'])
  // They have criteria and expected values.
  const modes = ['.', 'run_1', 'run_1/run.json', 'run_1/tr_1.json'].map(
    (name) => statSync(join(folder, 'new', name)).mode,
  )
  expect(modes.map((mode) => mode & 0o777)).toEqual([0o700, 0o700, 0o600, 0o600])
  await expect(archive?.({ run, records: records(true) }, signal)).rejects.toThrow('no second one')
  expect(names()).toEqual(['run.json', 'tr_1.json', 'tr_2.json'])
  await expect(archive?.({ run, records: records(false) }, AbortSignal.abort())).rejects.toThrow('abort')
  const completed = { ...run, status: 'completed' } as const
  async function* none(): AsyncGenerator<never> {}
  await archive?.({ run: completed, records: none() }, signal)
  expect(names()).toEqual(['run.json'])
  expect(JSON.parse(readFileSync(join(folder, 'new', 'run_1', 'run.json'), 'utf8'))).toEqual(completed)
  expect(readdirSync(join(folder, 'new'))).toEqual(['run_1'])
})

it.each(['../victim', '/victim', '..', '.', '', 'a/b', 'a\\b', 'a\0'])(
  'an imported run or task run with the id %j does not change files outside the archive',
  async (id) => {
    const root = mkdtempSync(join(folder, 'beside-'))
    mkdirSync(join(root, 'victim'))
    writeFileSync(join(root, 'victim', 'kept'), '')
    const archive = readRetention({ retain: '1', archive: join(root, 'archive') })?.archive
    const signal = new AbortController().signal
    async function* records(...ids: string[]): AsyncGenerator<never> {
      for (const one of ids) yield [one, { kind: 'task-run' }] as never
    }
    const run = { id } as ArchivedRun['run']
    await expect(archive?.({ run, records: records() }, signal)).rejects.toThrow('Expected an id like')
    const other = { id: 'run_1' } as ArchivedRun['run']
    await expect(archive?.({ run: other, records: records(id) }, signal)).rejects.toThrow('Expected an id like')
    expect(readdirSync(root, { recursive: true }).map(String).toSorted()).toEqual(['archive', 'victim', 'victim/kept'])
  },
)
